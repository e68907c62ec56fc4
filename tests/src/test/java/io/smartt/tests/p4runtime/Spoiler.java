package io.smartt.tests.p4runtime;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Spoils bytes: flips bits, cuts, repeats, inserts; of texts also words, numbers and lines. */
public final class Spoiler {
  /** Numbers at the ends of what types hold, and words that texts have a meaning for. */
  private static final List<String> WORDS =
      List.of(
          "0",
          "-1",
          "1",
          "2147483647",
          "2147483648",
          "4294967295",
          "9223372036854775807",
          "9223372036854775808",
          "18446744073709551616",
          "1e500000000",
          "1e-500000000",
          "0.5",
          "NaN",
          "null",
          "true",
          "''",
          "[]",
          "{}",
          "~",
          "\u0000",
          "\u00ef\u00bb\u00bf",
          "\u00e2\u0080\u0083",
          "é");

  private static final int MOST_REPEATED = 20_000;

  /** A word, or what is between words. */
  private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9_.+]+|[^A-Za-z0-9_.+]");

  private final RandomGenerator random;

  /** A spoiler that draws from a source. */
  public Spoiler(RandomGenerator random) {
    this.random = random;
  }

  /**
   * A spoilt copy of a text, or of bytes that are none.
   *
   * @param others sound ones of the same kind, to take words of
   */
  public byte[] spoilText(byte[] sound, List<byte[]> others) {
    if (random.nextInt(4) == 0) {
      return spoil(sound);
    }
    List<String> tokens = tokens(sound);
    List<String> foreign = tokens(others.get(random.nextInt(others.size())));
    for (int times = 1 + random.nextInt(4); times > 0 && !tokens.isEmpty(); times--) {
      int at = random.nextInt(tokens.size());
      int end = at + random.nextInt(Math.min(tokens.size() - at, 30)) + 1;
      switch (random.nextInt(7)) {
        case 0, 1 -> tokens.set(at, WORDS.get(random.nextInt(WORDS.size())));
        case 2 -> tokens.addAll(at, List.copyOf(tokens.subList(at, end)));
        case 3 -> tokens.subList(at, end).clear();
        case 4 -> Collections.swap(tokens, at, random.nextInt(tokens.size()));
        case 5 ->
            tokens.add(
                at,
                tokens
                    .get(at)
                    .repeat(
                        1 + random.nextInt(Math.max(1, MOST_REPEATED / tokens.get(at).length()))));
        default -> {
          if (!foreign.isEmpty()) {
            tokens.set(at, foreign.get(random.nextInt(foreign.size())));
          }
        }
      }
    }
    return String.join("", tokens).getBytes(ISO_8859_1);
  }

  /** The words of a text; characters stand for single bytes, so that nothing is lost. */
  private static List<String> tokens(byte[] bytes) {
    return TOKEN
        .matcher(new String(bytes, ISO_8859_1))
        .results()
        .map(MatchResult::group)
        .collect(Collectors.toCollection(ArrayList::new));
  }

  /** A spoilt copy. */
  byte[] spoil(byte[] sound) {
    byte[] bytes = sound.clone();
    for (int times = 1 + random.nextInt(4); times > 0 && bytes.length > 0; times--) {
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(6)) {
        case 0, 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> bytes[at] = (byte) random.nextInt(256);
        case 3 -> bytes = Arrays.copyOf(bytes, at);
        case 4 ->
            bytes =
                joined(
                    bytes,
                    at,
                    Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + random.nextInt(40))));
        default -> {
          byte[] noise = new byte[random.nextInt(8)];
          for (int i = 0; i < noise.length; i++) {
            noise[i] = (byte) random.nextInt(256);
          }
          bytes = joined(bytes, at, noise);
        }
      }
    }
    return bytes;
  }

  private static byte[] joined(byte[] bytes, int at, byte[] inserted) {
    byte[] joined = Arrays.copyOf(bytes, bytes.length + inserted.length);
    System.arraycopy(inserted, 0, joined, at, inserted.length);
    System.arraycopy(bytes, at, joined, at + inserted.length, bytes.length - at);
    return joined;
  }
}

package io.smartt.tests.p4runtime;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/** Spoils bytes: flips bits, cuts, repeats, inserts. */
final class Spoiler {
  private final RandomGenerator random;

  Spoiler(RandomGenerator random) {
    this.random = random;
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

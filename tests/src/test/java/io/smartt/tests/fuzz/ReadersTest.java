package io.smartt.tests.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.smartt.tests.p4runtime.Spoiler;
import io.smartt.tests.p4runtime.TestSeeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * No input makes a reader fail in another way than by its one clear error: those that are kept,
 * each of which was found by {@link CoverageFuzzTest} or is sound, and spoilt copies of them.
 */
class ReadersTest {
  private static final int SPOILT = 100;

  /** Longer ones are spoilt in a part only, so that a reader's time is not that of its files. */
  private static final int MOST_SPOILT_BYTES = 50_000;

  @TempDir private Path folder;

  @ParameterizedTest
  @EnumSource(FuzzedReader.class)
  @Timeout(value = 60, unit = TimeUnit.SECONDS)
  void aReaderAcceptsOrRefusesByName(FuzzedReader reader) throws IOException {
    List<byte[]> sound = new ArrayList<>();
    for (Path file : reader.kept()) {
      byte[] input = Files.readAllBytes(file);
      check(reader, input, file.toString());
      if (input.length <= MOST_SPOILT_BYTES) {
        sound.add(input);
      }
    }
    assertThat(sound).isNotEmpty();
    long seed = TestSeeds.asked().orElse(1);
    Spoiler spoiler = new Spoiler(new SplittableRandom(seed));
    int accepted = 0;
    for (int i = 0; i < SPOILT; i++) {
      byte[] input = spoiler.spoilText(sound.get(i % sound.size()), sound);
      accepted += check(reader, input, "seed " + seed + ", input " + i) ? 1 : 0;
    }
    assertThat(accepted).isLessThan(SPOILT);
  }

  private boolean check(FuzzedReader reader, byte[] input, String name) {
    try {
      return reader.accepts(input, folder);
    } catch (RuntimeException | StackOverflowError | AssertionError e) {
      return fail(
          name + ": " + HexFormat.of().formatHex(input, 0, Math.min(4096, input.length)), e);
    }
  }
}

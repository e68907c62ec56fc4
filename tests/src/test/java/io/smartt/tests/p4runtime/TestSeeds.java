package io.smartt.tests.p4runtime;

import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.LongStream;

/**
 * Seeds of tests that draw what they try. A build tries the same each time; one more seed comes
 * with {@code -Dsmartt.seed=random} or {@code -Dsmartt.seed=NUMBER}.
 */
public final class TestSeeds {
  private static final String PROPERTY = "smartt.seed";

  private TestSeeds() {}

  /** Returns fixed seeds and the one that was asked for. */
  static LongStream with(long... fixed) {
    return LongStream.concat(LongStream.of(fixed), asked().stream());
  }

  /** Returns the seed that was asked for. */
  public static OptionalLong asked() {
    String asked = System.getProperty(PROPERTY, "");
    return asked.isEmpty() ? OptionalLong.empty() : OptionalLong.of(seed(asked));
  }

  private static long seed(String asked) {
    if (!asked.equals("random")) {
      return Long.parseLong(asked);
    }
    long fresh = new Random().nextLong();
    System.out.println("again with -D" + PROPERTY + "=" + fresh);
    return fresh;
  }
}

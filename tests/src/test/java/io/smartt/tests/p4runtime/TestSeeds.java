package io.smartt.tests.p4runtime;

import java.util.Random;
import java.util.stream.LongStream;

/**
 * Seeds of tests that draw what they try. A build tries the same each time; one more seed comes
 * with {@code -Dsmartt.seed=random} or {@code -Dsmartt.seed=NUMBER}.
 */
final class TestSeeds {
  private static final String PROPERTY = "smartt.seed";

  private TestSeeds() {}

  /** Returns fixed seeds and the one that was asked for. */
  static LongStream with(long... fixed) {
    String asked = System.getProperty(PROPERTY, "");
    return asked.isEmpty()
        ? LongStream.of(fixed)
        : LongStream.concat(LongStream.of(fixed), LongStream.of(seed(asked)));
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

package io.smartt.tests.seeded;

import java.util.List;
import java.util.stream.Stream;

/**
 * Something that holds for every run.
 *
 * @param name as reports have it
 * @param oneIn of so many seeds one is checked, since some laws need runs of their own
 * @param check looks at a run that was not refused
 */
record Law(String name, int oneIn, Check check) {
  /** The laws that there are. */
  static final List<Law> ALL =
      Stream.of(
              RunLaws.ALL,
              MemoryLaws.ALL,
              FileLaws.ALL,
              RepeatLaws.ALL,
              ChangeLaws.ALL,
              PaceLaws.ALL,
              PathLaws.ALL,
              JourneyLaws.ALL,
              SkipLaws.ALL)
          .flatMap(List::stream)
          .toList();

  /** The law that is broken when a run ends with an exception or has no result. */
  static final Law ENDS =
      new Law("a run ends with a result, or is refused before it begins", 1, _ -> true);

  /** The check of a law. */
  @FunctionalInterface
  interface Check {
    /**
     * Looks at a run.
     *
     * @return whether the law applies to it
     * @throws AssertionError if the law does not hold
     */
    boolean check(Trial trial) throws Exception;
  }
}

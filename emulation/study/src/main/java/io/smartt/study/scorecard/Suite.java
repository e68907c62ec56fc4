package io.smartt.study.scorecard;

import module java.base;

import io.smartt.host.own.CallGuard;
import io.smartt.host.own.CallWatch;
import io.smartt.study.scorecard.Scorecard.Property;

/** The trials of one algorithm, the same for every candidate of its role. */
interface Suite {
  /** Name of the algorithm. */
  String name();

  /** Tries the properties that need no run, in their order. */
  List<Property> properties();

  /** Measures what a packet costs, next to a built-in algorithm. */
  AckCost cost();

  /**
   * Tries a property in many cases, the same for every candidate: the seed is fixed. Calls into a
   * candidate that do not return are stopped.
   */
  final class Trials {
    /** Events of a case. */
    static final int EVENTS = 1000;

    private static final int CASES = 40;
    private static final Duration LONGEST_CALL = Duration.ofSeconds(5);

    private final CallWatch watch = new CallWatch(LONGEST_CALL);
    private final CallGuard guard = watch.guard(0);

    /** Returns what calls into a candidate go through. */
    CallGuard guard() {
      return guard;
    }

    /**
     * Tries a property on random paths.
     *
     * @param trial one path: what was wrong if it did not hold
     */
    Property holds(String name, Function<SplittableRandom, Optional<String>> trial) {
      SplittableRandom seeds = new SplittableRandom(1);
      try (CallWatch.Watching _ = watch.start()) {
        for (int i = 0; i < CASES; i++) {
          Optional<String> wrong = trial.apply(seeds.split());
          if (wrong.isPresent()) {
            return new Property(name, false, wrong.get());
          }
        }
        return new Property(name, true, CASES + " paths, " + EVENTS + " events each");
      } catch (CallGuard.OwnAlgorithmException e) {
        return new Property(name, false, String.valueOf(e.getMessage()));
      }
    }
  }
}

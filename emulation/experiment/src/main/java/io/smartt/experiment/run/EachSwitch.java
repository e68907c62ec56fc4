package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.concurrent.TaskRunner;

/**
 * The runner of a task for every switch, in parallel where it can, which fails as if one by one.
 */
final class EachSwitch {
  /**
   * The results for the switches before the first that failed.
   *
   * @param failures empty where none failed
   */
  record Made<T>(List<T> made, List<RuntimeException> failures) {}

  private EachSwitch() {}

  /**
   * Runs a task for every switch, and throws the failure of the first that failed when all are
   * done.
   */
  static <T> List<T> run(TaskRunner tasks, int from, int to, IntFunction<T> what) {
    Made<T> made = attempt(tasks, from, to, what, _ -> {});
    if (!made.failures().isEmpty()) {
      throw made.failures().getFirst();
    }
    return made.made();
  }

  /**
   * Runs a task as {@link #run} does, without throwing.
   *
   * @param undo for what was made of switches behind the first that failed
   */
  static <T> Made<T> attempt(
      TaskRunner tasks, int from, int to, IntFunction<T> what, Consumer<T> undo) {
    List<FutureTask<T>> attempts =
        IntStream.range(from, to)
            .mapToObj(index -> new FutureTask<>(() -> what.apply(index)))
            .toList();
    tasks.run(attempts.size(), number -> attempts.get(number).run());
    List<T> made = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    for (FutureTask<T> attempt : attempts) {
      if (attempt.state() != Future.State.SUCCESS) {
        failures.add(failure(attempt.exceptionNow()));
      } else if (failures.isEmpty()) {
        made.add(attempt.resultNow());
      } else {
        undo.accept(attempt.resultNow());
      }
    }
    return new Made<>(made, failures);
  }

  /** An error is none of a switch's: it ends the run as it is. */
  private static RuntimeException failure(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> new IllegalStateException(thrown);
    };
  }
}

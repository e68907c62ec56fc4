package io.smartt.base.concurrent;

import java.util.function.IntConsumer;

/** Runs numbered tasks, one after the other or several at once. */
@FunctionalInterface
public interface TaskRunner {
  /** Runs tasks in order on the caller's thread. */
  TaskRunner SEQUENTIAL =
      (count, task) -> {
        for (int number = 0; number < count; number++) {
          task.accept(number);
        }
      };

  /**
   * Runs tasks 0 to {@code count - 1}, each once; returns when all are done and their effects
   * visible.
   */
  void run(int count, IntConsumer task);
}

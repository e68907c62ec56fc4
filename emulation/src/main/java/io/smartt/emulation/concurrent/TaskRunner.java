package io.smartt.emulation.concurrent;

import java.util.function.IntConsumer;

/** Does numbered tasks, one after the other or several at once. */
@FunctionalInterface
public interface TaskRunner {
  /** On the caller's thread. */
  TaskRunner SEQUENTIAL =
      (count, task) -> {
        for (int number = 0; number < count; number++) {
          task.accept(number);
        }
      };

  /** Does tasks 0 to {@code count}, each once, and returns when all are done and seen. */
  void run(int count, IntConsumer task);
}

package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A late machine has a second attempt, which is counted; one that keeps time has none. */
class LateMachineTest {
  @TempDir private Path folder;
  private final List<Integer> attempts = new ArrayList<>();

  private record Late(long worstMs) implements LateMachine.Lateness {
    @Override
    public void end() {}
  }

  private void judged(long lateMs, int failures) throws Exception {
    LateMachine.judged(
        "X",
        number -> {
          attempts.add(number);
          if (number <= failures) {
            throw new AssertionError("slow " + number);
          }
        },
        new Late(lateMs),
        counted());
  }

  private Path counted() {
    return folder.resolve("counted");
  }

  @Test
  void whatHoldsIsTriedOnce() throws Exception {
    judged(5_000, 0);

    assertThat(attempts).containsExactly(1);
    assertThat(counted()).doesNotExist();
  }

  @Test
  void aFailureOnALateMachineIsCountedAndTriedOnceMore() throws Exception {
    judged(250, 1);

    assertThat(attempts).containsExactly(1, 2);
    assertThat(counted())
        .content()
        .startsWith("X: the machine was late by 250 ms; tried once more: slow 1");
  }

  @Test
  void theSecondFailureIsOne() {
    assertThatThrownBy(() -> judged(250, 2)).hasMessage("slow 2");
  }

  @Test
  void aFailureOnAMachineThatKeepsTimeIsOneAtOnce() {
    assertThatThrownBy(() -> judged(99, 1)).hasMessage("slow 1");

    assertThat(attempts).containsExactly(1);
    assertThat(counted()).doesNotExist();
  }
}

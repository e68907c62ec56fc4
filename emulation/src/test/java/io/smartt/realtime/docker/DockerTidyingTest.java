package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.report.MadeUpRun;
import io.smartt.experiment.report.RunResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of what {@link DockerRun} makes of failures while it takes containers down. */
@Timeout(60)
class DockerTidyingTest {
  private final RunFailedException refusal = new RunFailedException("the engine is gone");
  private final NullPointerException fault = new NullPointerException("no log");
  private final RunResult measured = MadeUpRun.completed(1);

  private static AutoCloseable fails(RuntimeException with) {
    return () -> {
      throw with;
    };
  }

  @Test
  void whatTheEngineRefusesIsSaidOfARunThatKeepsItsResult() {
    RunResult result =
        DockerRun.tidied(List.of(() -> {}, fails(refusal)), () -> measured, () -> true);

    assertThat(result.message())
        .hasValue(
            "the engine is gone; what it left behind, 'smartt clean' removes when the engine is"
                + " back");
    assertThat(result.flows()).isEqualTo(measured.flows());
  }

  @Test
  void aFaultOfTheProgramIsThrownWithItsStackAlsoAfterARefusal() {
    assertThatThrownBy(() ->
            DockerRun.tidied(List.of(fails(refusal), fails(fault)), () -> measured, () -> true))
        .isInstanceOf(IllegalStateException.class)
        .hasCause(fault)
        .satisfies(e -> assertThat(e.getSuppressed()).containsExactly(refusal));
  }

  @Test
  void theFailureOfTheRunStaysTheOneThatIsReported() {
    RunFailedException first = new RunFailedException("switch s1 is held");

    assertThatThrownBy(() ->
            DockerRun.tidied(
                List.of(fails(fault), fails(refusal)),
                () -> {
                  throw first;
                },
                () -> true))
        .isSameAs(first);
    assertThat(first.getSuppressed()).containsExactly(fault, refusal);
  }

  @Test
  void ofAnEngineThatIsGoneOneSentenceIsSaidAndAllIsKept() {
    RunFailedException first = new RunFailedException("agent of h1: connection refused");

    assertThatThrownBy(() ->
            DockerRun.tidied(
                List.of(fails(refusal), fails(refusal)),
                () -> {
                  throw first;
                },
                () -> false))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("the engine is gone")
        .hasCause(first);
    assertThat(first.getSuppressed()).containsExactly(refusal, refusal);
  }
}

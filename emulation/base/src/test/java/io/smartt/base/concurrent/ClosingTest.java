package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link Closing}. */
class ClosingTest {
  private final List<String> closed = new ArrayList<>();

  private AutoCloseable closes(String name) {
    return () -> closed.add(name);
  }

  private AutoCloseable fails(String name) {
    return () -> {
      closed.add(name);
      throw new IOException(name + " is stuck");
    };
  }

  @Test
  void eachIsClosedAlsoAfterAFailureAndTheFirstFailureIsSaid() {
    assertThatThrownBy(
            () -> Closing.all("leaving", List.of(closes("a"), fails("b"), closes("c"), fails("d"))))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("leaving failed: b is stuck")
        .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
    assertThat(closed).containsExactly("a", "b", "c", "d");
  }

  @Test
  void whatClosesWellSaysNothing() {
    Closing.all("leaving", List.of(closes("a"), closes("b")));

    assertThat(closed).containsExactly("a", "b");
  }

  @Test
  void whatIsClosedAtTheEndIsWhatTheListHasThenAndLosesNoFailureBefore() {
    RunFailedException first = new RunFailedException("switch s1 is held");
    List<AutoCloseable> list = new ArrayList<>();

    assertThatThrownBy(
            () -> {
              try (Closing.AtEnd _ = Closing.atEnd("leaving", list)) {
                list.addAll(List.of(closes("a"), fails("b"), closes("c")));
                throw first;
              }
            })
        .isSameAs(first);
    assertThat(first.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("leaving failed: b is stuck");
    assertThat(closed).containsExactly("a", "b", "c");
  }

  @Test
  void aFailureBeforeStaysTheOneThatIsReported() {
    RunFailedException first = new RunFailedException("no such image");

    assertThat(Closing.after(first, fails("a"), closes("b"), fails("c"))).isSameAs(first);
    assertThat(first.getSuppressed())
        .extracting(Throwable::getMessage)
        .containsExactly("a is stuck", "c is stuck");
    assertThat(closed).containsExactly("a", "b", "c");
  }
}

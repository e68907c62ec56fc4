package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SeldomLines}. */
@Timeout(60)
class SeldomLinesTest {
  private final SeldomLines lines = new SeldomLines(10);

  @Test
  void aKindHasOneLineInAWhileThatCountsTheOthers() {
    assertThat(lines.next("a", 5)).hasValue(0);
    assertThat(lines.next("a", 5)).isEmpty();
    assertThat(lines.next("a", 14)).isEmpty();
    assertThat(lines.next("a", 15)).hasValue(2);
    assertThat(lines.next("a", 24)).isEmpty();
    assertThat(lines.next("a", 99)).hasValue(1);
  }

  @Test
  void kindsDoNotHoldEachOtherBack() {
    assertThat(lines.next("a", 5)).hasValue(0);
    assertThat(lines.next("b", 6)).hasValue(0);
  }

  @Test
  void aClockMayPassItsGreatestNumber() {
    assertThat(lines.next("a", Long.MAX_VALUE - 5)).hasValue(0);
    assertThat(lines.next("a", Long.MAX_VALUE)).isEmpty();
    assertThat(lines.next("a", Long.MIN_VALUE + 4)).hasValue(1);
  }
}

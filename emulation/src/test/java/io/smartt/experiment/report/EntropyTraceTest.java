package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.report.EntropyTrace.State;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link EntropyTrace} and its table. */
@Timeout(60)
class EntropyTraceTest {
  private static final int ROOM = 4_096;

  /** A flow with 16 values of each state, which begin with a number. */
  private static EntropyTrace.Reader full(int first) {
    return (state, into) -> {
      for (int i = 0; i < into.length; i++) {
        into[i] = first + state.ordinal() * 100 + i;
      }
      return into.length;
    };
  }

  private static EntropyTrace.Reader only(State which, int value) {
    return (state, into) -> {
      into[0] = value;
      return state == which ? 1 : 0;
    };
  }

  @Test
  void looksAreAWidthApart() {
    EntropyTrace trace = new EntropyTrace(3, 100, ROOM);
    for (long nowPs : List.of(20L, 90L, 100L, 199L, 350L)) {
      trace.look(nowPs, only(State.REUSABLE, 65_535));
    }

    assertThat(trace.looks()).isEqualTo(3);
    assertThat(List.of(trace.timePs(0), trace.timePs(1), trace.timePs(2)))
        .containsExactly(20L, 100L, 350L);
    assertThat(trace.values(2, State.REUSABLE)).containsExactly(65_535);
    assertThat(trace.values(2, State.IN_FLIGHT)).isEmpty();
  }

  @Test
  void howeverLongItTakesThereIsRoom() {
    EntropyTrace trace = new EntropyTrace(0, 1, ROOM);
    for (int nowPs = 0; nowPs < 60_000; nowPs++) {
      trace.look(nowPs, full(nowPs));
    }

    assertThat(trace.looks()).isBetween(ROOM / 48 / 2, ROOM / 48);
    assertThat(trace.timePs(0)).isZero();
    for (int look = 0; look < trace.looks(); look++) {
      int[] values = trace.values(look, State.AVOIDED);
      assertThat(values).hasSize(EntropyTrace.MOST_VALUES);
      assertThat(values[0]).isEqualTo((int) (trace.timePs(look) + 200) & 0xffff);
    }
    long lastPs = trace.timePs(trace.looks() - 1);
    assertThat(lastPs).isGreaterThan(50_000);
  }

  @Test
  void looksThatStayMayHaveAllOfTheValues() {
    EntropyTrace trace = new EntropyTrace(0, 1, 100);
    trace.look(0, full(0));
    trace.look(1, (_, _) -> 0);
    trace.look(2, full(2));
    // There is room for 100: the second look is dropped, and that is not enough.
    trace.look(8, full(8));

    assertThat(trace.looks()).isEqualTo(2);
    assertThat(trace.timePs(1)).isEqualTo(8);
    assertThat(trace.values(1, State.AVOIDED)).hasSize(EntropyTrace.MOST_VALUES).contains(208);
  }

  @Test
  void whatIsNoEntropyValueStaysInItsState() {
    EntropyTrace trace = new EntropyTrace(0, 1, ROOM);
    trace.look(0, only(State.REUSABLE, -1));

    assertThat(trace.values(0, State.REUSABLE)).containsExactly(0xffff);
  }

  @Test
  void noLookAllocates() {
    EntropyTrace trace = new EntropyTrace(0, 1, ROOM);
    EntropyTrace.Reader reader = full(0);
    long[] nowPs = {0};
    Runnable look = () -> trace.look(nowPs[0]++, reader);
    for (int i = 0; i < 20_000; i++) {
      look.run();
    }

    assertThat(
            Allocation.bytesOf(() -> {
              for (int i = 0; i < 10_000; i++) {
                look.run();
              }
            }))
        .isLessThan(10_000);
  }

  @Test
  void tableHasARowAValue() throws IOException {
    EntropyTrace trace = new EntropyTrace(7, 100, ROOM);
    trace.look(1_500_000, only(State.AVOIDED, 12));
    StringWriter out = new StringWriter();
    RunTables.entropies(List.of(trace)).csv(out);

    assertThat(out.toString()).isEqualTo("flow,time_us,state,entropy\r\n7,1.5,avoided,12\r\n");
  }
}

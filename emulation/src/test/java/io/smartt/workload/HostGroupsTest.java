package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.workload.Workload.Trigger;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link HostGroups}. */
class HostGroupsTest {
  private static Workload workload(int triggers, Flow... flows) {
    return new Workload(
        "w",
        5,
        List.of(flows),
        IntStream.rangeClosed(1, triggers).mapToObj(Trigger::oneshot).toList(),
        List.of());
  }

  @Test
  void hostsWhoseFlowsWaitForNothingAreApart() {
    int[] groups = HostGroups.of(workload(0, Flow.at(1, 0, 1, 10, 0), Flow.at(2, 1, 2, 10, 0)), 5);

    assertThat(groups).doesNotHaveDuplicates();
  }

  @Test
  void aFlowThatItsOwnHostsFlowStartsJoinsNobody() {
    int[] groups =
        HostGroups.of(
            workload(1, Flow.at(1, 0, 1, 10, 0).whenSent(1), Flow.at(2, 0, 2, 10, 0).startedBy(1)),
            5);

    assertThat(groups).doesNotHaveDuplicates();
  }

  @Test
  void whoReceivesAFlowIsJoinedWithWhoSendsThen() {
    int[] groups =
        HostGroups.of(
            workload(
                2,
                Flow.at(1, 0, 1, 10, 0).whenReceived(1),
                Flow.at(2, 2, 0, 10, 0).startedBy(1).whenSent(2),
                Flow.at(3, 4, 0, 10, 0).startedBy(2)),
            5);

    assertThat(groups[2]).isEqualTo(groups[1]);
    assertThat(groups[4]).isEqualTo(groups[1]);
    assertThat(groups[0]).isNotEqualTo(groups[1]);
    assertThat(groups[3]).isNotEqualTo(groups[1]);
  }
}

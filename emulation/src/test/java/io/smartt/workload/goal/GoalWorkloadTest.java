package io.smartt.workload.goal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.workload.Flow;
import io.smartt.workload.HostGroups;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.ideal.IdealModel;
import io.smartt.workload.ideal.IdealModel.IdealTimes;
import io.smartt.workload.jobs.JobsName;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoalWorkloadTest {
  private static final LinkDefaults LINKS = new LinkDefaults(100_000_000_000L, 500_000, 500_000);
  private static final PacketSizes SIZES = new PacketSizes(4096, 64, 64);

  private static Workload parse(String text) {
    return JobsName.workload(
        "s.goal",
        Map.of("s.goal", text.replace(';', '\n')),
        4,
        new SplittableRandom(1),
        CollectiveAlgorithm.RING);
  }

  @Test
  void sendsAreFlowsInTheOrderOfTheText() {
    Workload workload =
        parse(
            """
            num_ranks 3
            rank 0 { // comment
              a: recv 10b from 1 tag 5 cpu 1 nic 0
              b: send 20b to 2
              b requires a
            }
            rank 1 {
              send 10b to 0 tag 5 /* and
              a longer one */
            }
            rank 2 {
              recv 20b from 0
            }
            """);

    assertThat(workload.flows())
        .extracting(flow -> flow.id() + ": " + flow.src() + "->" + flow.dst() + " " + flow.bytes())
        .containsExactly("1: 0->2 20", "2: 1->0 10");
    assertThat(workload.flows().get(0).start()).isInstanceOf(Flow.Start.OnTrigger.class);
    assertThat(workload.flows().get(1).start()).isEqualTo(new Flow.Start.At(0));
    assertThat(HostGroups.of(workload, 4)).containsExactly(0, 1, 2, 3);
  }

  /** 2 us on one core, 1 us on another at the same time; the send waits for all three. */
  @Test
  void computationsOfACoreComeOneAfterTheOther() {
    Workload workload =
        parse(
            "num_ranks 2;rank 0 {;a: calc 1500;b: calc 500;c: calc 1000 cpu 1;"
                + "s: send 1000b to 1;s requires a;s requires b;s requires c;}"
                + ";rank 1 {;recv 1000b from 0;}");
    Topology topology = Topologies.named("linear,1,4", LINKS);

    IdealTimes ideal = new IdealModel(topology, SIZES).times(workload);

    assertThat(ideal.startPs(0)).isEqualTo(2_000_000);
  }

  @Test
  void aReceiveIsDoneWhenItIsPostedAndTheMessageIsThere() {
    Workload workload =
        parse(
            "num_ranks 2;rank 0 {;send 8b to 1;recv 8b from 1;}"
                + ";rank 1 {;c: calc 900000;r: recv 8b from 0;r requires c;"
                + "s: send 8b to 0;s requires r;}");

    IdealTimes ideal = new IdealModel(Topologies.named("linear,1,4", LINKS), SIZES).times(workload);

    assertThat(ideal.startPs(1)).isEqualTo(900_000_000L);
  }

  @Test
  void aRankMaySendToItself() {
    Workload workload =
        parse(
            "num_ranks 2;rank 0 {;s: send 8b to 0 tag 1;r: recv 8b from 0 tag 1;"
                + "o: send 9b to 1;o requires r;}"
                + ";rank 1 {;recv 9b from 0;}");

    assertThat(workload.flows()).hasSize(1);
    IdealTimes ideal = new IdealModel(Topologies.named("linear,1,4", LINKS), SIZES).times(workload);
    assertThat(ideal.startPs(0)).isZero();
  }

  @Test
  void irequiresWaitsForTheStartAlone() {
    Workload workload =
        parse(
            "num_ranks 2;rank 0 {;a: calc 5000;b: calc 7000;b requires a;s: send 8b to 1;"
                + "s irequires b;}"
                + ";rank 1 {;recv 8b from 0;}");

    IdealTimes ideal = new IdealModel(Topologies.named("linear,1,4", LINKS), SIZES).times(workload);

    assertThat(ideal.startPs(0)).isEqualTo(5_000_000);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "rank 0 {;} | s.goal:1: num_ranks must come before the ranks",
        "num_ranks x | s.goal:1: num_ranks is x, must be a whole number from 1 to 1048576",
        "num_ranks 9 | s.goal: num_ranks is 9, but the network has 4 hosts",
        "num_ranks 2;rank 2 { | s.goal:2: rank is 2, must be a whole number from 0 to 1",
        "num_ranks 1;rank 0 {;calc 5 | s.goal:3: rank 0 has no closing bracket",
        "num_ranks 1;rank 0 {;compute 5;} | s.goal:3: expected send, recv, calc or a label, found"
            + " 'compute'",
        "num_ranks 1;rank 0 {;a: calc 5;a requires b;} | s.goal:4: no label b in rank 0 above",
        "num_ranks 1;rank 0 {;a: calc 5;a: calc 6;} | s.goal:4: label a comes twice in rank 0",
        "num_ranks 2;rank 0 {;send 5 to 1;} | s.goal:3: size is '5', write bytes as 4096b",
        "num_ranks 2;rank 0 {;recv 5b from -1;} | s.goal:3: a recv from -1 takes any source; which"
            + " one is not known before the run, name it",
        "num_ranks 2;rank 0 {;send 5b to 1;} | s.goal: no recv for rank 0, line 3, send of 5b to"
            + " rank 1 with tag 0",
        "num_ranks 2;rank 0 {;recv 5b from 1 tag 3;} | s.goal: no send for rank 0, line 3, recv"
            + " from rank 1 with tag 3",
        "num_ranks 2;rank 0 {;send 5b to 1;};rank 1 {;recv 4b from 0;} | s.goal: rank 1, line 6,"
            + " recv from rank 0 with tag 0 has room for 4b, but gets rank 0, line 3, send of 5b to"
            + " rank 1 with tag 0",
        "num_ranks 1;rank 0 {;calc 5;} | s.goal: no rank sends anything to another host",
        "num_ranks 2;rank 0 {;a: calc 5;b: calc 6;a requires b;b requires a;} | s.goal: operations"
            + " wait for each other in a circle: rank 0, line 3, calc 5 -> rank 0, line 4, calc 6"
            + " -> the first"
      })
  void refusesWhatIsNoScheduleByPlace(String text, String message) {
    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  /** The second rank waits for the first, but that is not why nothing goes on. */
  @Test
  void aCircleIsNamedThoughOthersWaitForIt() {
    String text =
        "num_ranks 2;rank 0 {;a: calc 1;b: calc 2;c: send 1b to 1;a requires c;b requires a;c"
            + " irequires b;};rank 1 {;r: recv 1b from 0;}";

    assertThatThrownBy(() -> parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "s.goal: operations wait for each other in a circle: rank 0, line 3, calc 1 -> rank 0,"
                + " line 5, send of 1b to rank 1 with tag 0 -> rank 0, line 4, calc 2 -> the"
                + " first");
  }

  @Test
  void aDeadlockSaysWhichRanksWaitForWhat() {
    String both =
        "num_ranks 2"
            + ";rank 0 {;r: recv 1b from 1;s: send 1b to 1;s requires r;}"
            + ";rank 1 {;r: recv 1b from 0;s: send 1b to 0;s requires r;}";

    assertThatThrownBy(() -> parse(both))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "s.goal: deadlock: rank 0, line 3, recv from rank 1 with tag 0 waits for rank 1, line"
                + " 9, send of 1b to rank 0 with tag 0, which never starts; rank 1, line 8, recv"
                + " from rank 0 with tag 0 waits for rank 0, line 4, send of 1b to rank 1 with tag"
                + " 0, which never starts");
  }
}

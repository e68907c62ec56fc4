package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.softswitch.SwitchListener.EndlessRequest;
import io.smartt.softswitch.SwitchListener.EndlessRequest.Kind;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that ask for copies and passes without end: the packet ends, the switch does not. */
@Timeout(20)
class EndlessProgramTest {
  private static final int PASSES = 256;
  private static final int OFFSPRING = 4_096;

  private final RealSwitch sw = RealSwitch.careless();

  @AfterEach
  void close() {
    sw.close();
  }

  /** An operation, its argument, passes, instance type, replication id, queue, a payload. */
  private List<RealSwitch.Sent> send(int code) {
    return sw.send(1, "%02x0000000000cafe".formatted(code));
  }

  /** What a beginner's mistake must not cost. */
  private void othersAreForwarded() {
    for (int i = 0; i < 20; i++) {
      assertThat(send(0xf0)).as("packet %d", i).hasSize(1);
    }
  }

  private void session(int id, int... ports) {
    StringBuilder replicas = new StringBuilder();
    for (int i = 0; i < ports.length; i++) {
      replicas.append("replicas { egress_port: %d instance: %d }".formatted(ports[i], i));
    }
    sw.insert(
        "packet_replication_engine_entry { clone_session_entry { session_id: %d %s } }"
            .formatted(id, replicas));
  }

  private void group(int id, int... ports) {
    StringBuilder replicas = new StringBuilder();
    for (int i = 0; i < ports.length; i++) {
      replicas.append("replicas { egress_port: %d instance: %d }".formatted(ports[i], i));
    }
    sw.insert(
        "packet_replication_engine_entry { multicast_group_entry { multicast_group_id: %d %s } }"
            .formatted(id, replicas));
  }

  @Test
  void anEgressCloneOfAnEgressCloneEnds() {
    session(4, 4);
    sw.operation(8, "forward", 2);
    sw.lastWords(8, "copy_of_egress", 4);

    List<RealSwitch.Sent> sent = send(8);

    assertThat(sent).as("the packet and its clones").hasSize(PASSES);
    assertThat(sw.endless)
        .containsExactly(new EndlessRequest("MyEgress", "clone (E2E)", PASSES, Kind.PASSES));
    assertThat(sw.device.counters().endless()).isEqualTo(1);
    assertThat(sw.endless.getFirst().text())
        .isEqualTo(
            "control MyEgress asks for clone (E2E) without end; it is refused, since a packet goes"
                + " round at most 256 times");
    othersAreForwarded();
  }

  @Test
  void clonesOfClonesThatDoubleEachTimeEnd() {
    session(4, 3, 4);
    sw.operation(8, "forward", 2);
    sw.lastWords(8, "copy_of_egress", 4);

    assertThat(send(8)).hasSizeLessThanOrEqualTo(OFFSPRING + 1);
    assertThat(sw.device.counters().endless()).isPositive();
    othersAreForwarded();
  }

  @Test
  void multicastThatRecirculatesDoublesNotForEver() {
    group(1, 2, 3, 4);
    sw.operation(9, "flood", 1);
    sw.lastWords(9, "round_again");

    assertThat(send(9)).isEmpty();
    assertThat(sw.device.counters().endless()).isPositive();
    othersAreForwarded();
  }

  @Test
  void resubmitAndRecirculateEnd() {
    sw.operation(6, "again", 2);
    assertThat(send(6)).isEmpty();
    sw.operation(10, "forward", 2);
    sw.lastWords(10, "round_again");
    assertThat(send(10)).isEmpty();

    assertThat(sw.endless)
        .containsExactly(
            new EndlessRequest("MyIngress", "resubmit", PASSES, Kind.PASSES),
            new EndlessRequest("MyEgress", "recirculate", PASSES, Kind.PASSES));
    assertThat(sw.device.counters().droppedByProgram()).isEqualTo(2);
    othersAreForwarded();
  }

  @Test
  void anIngressCloneThatRecirculatesAndIsClonedAgainEnds() {
    session(5, 3);
    sw.operation(7, "copy_of_ingress", 2, 5);
    sw.lastWords(7, "round_again");

    assertThat(send(7)).isEmpty();
    assertThat(sw.device.counters().endless()).isPositive();
    othersAreForwarded();
  }

  @Test
  void aParserThatGoesRoundEndsAndIngressSeesTheError() {
    sw.operation(11, "forward", 2);

    assertThat(send(11)).as("as features.p4 takes no notice of the error").hasSize(1);

    assertThat(sw.endless)
        .containsExactly(new EndlessRequest("parser", "states", 65_536, Kind.STATES));
    assertThat(sw.endless.getFirst().text())
        .isEqualTo(
            "parser goes through states without end; it is ended with ParserTimeout, since a"
                + " packet meets at most 65536 of them");
    assertThat(sw.device.counters().endless()).isEqualTo(1);
    assertThat(sw.device.counters().droppedByProgram()).isZero();
    othersAreForwarded();
    assertThat(sw.device.counters().endless()).isEqualTo(1);
  }

  @Test
  void oneMulticastToManyIsNoLoop() {
    int[] ports = new int[600];
    for (int i = 0; i < ports.length; i++) {
      ports[i] = i % 5;
    }
    group(2, ports);
    sw.operation(9, "flood", 2);
    var _ = send(9);

    assertThat(sw.endless).isEmpty();
  }
}

package io.smartt.testbed.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.testbed.stratum.ChassisPlan.PortLine;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort.StratumException;
import io.smartt.testbed.stratum.ChassisPlan.TofinoQueue;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Tests of {@link ChassisText} and {@link ChassisPlan}. */
class ChassisTextTest {
  private static final TofinoQueue QUEUE =
      new TofinoQueue(
          TofinoPort.parse("132@1/1"), 50_000_000_000L, 50_000_000_000L, 74_476, 14_895, 59_581, 1);

  private static final PortLine LINE = new PortLine(true, PortLine.Autoneg.ON);

  private static ChassisPlan plan(long poolCells, List<Integer> deflect) {
    return new ChassisPlan("leaf1", List.of(QUEUE), 80, poolCells, deflect, LINE);
  }

  @Test
  void writesTheConfigurationThatPeopleReviewed() throws IOException {
    try (InputStream golden =
        Objects.requireNonNull(getClass().getResourceAsStream("leaf1.chassis.pb.txt"))) {
      assertThat(ChassisText.of(plan(20_000, List.of(68, 196))))
          .isEqualTo(new String(golden.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  @Test
  void withoutTrimmingNothingIsDeflected() {
    assertThat(ChassisText.of(plan(20_000, List.of()))).doesNotContain("deflect");
  }

  @Test
  void queuesMustFitTheirPool() {
    // 74,476 bytes are 930.95 cells of 80.
    assertThat(plan(931, List.of())).isNotNull();
    assertThatThrownBy(() -> plan(930, List.of()))
        .isInstanceOf(StratumException.class)
        .hasMessageContaining("tofino.pool-cells is 930")
        .hasMessageContaining("may take 931");
  }

  @Test
  void deflectedPacketsNeedRoomInThePool() {
    // 256 cells for cut copies and one for a whole packet, at each deflection port.
    assertThat(plan(931 + 257, List.of(196))).isNotNull();
    assertThatThrownBy(() -> plan(931 + 256, List.of(196)))
        .isInstanceOf(StratumException.class)
        .hasMessageContaining("deflected packets need 257 at least");
  }

  @Test
  void onlyRecirculationPortsTakeWhatIsDeflected() {
    assertThatThrownBy(() -> plan(20_000, List.of(132)))
        .isInstanceOf(StratumException.class)
        .hasMessageContaining(
            "132 is no recirculation port; pipes of a Tofino 1 have 68, 196, 324 and 452");
  }

  @Test
  void aPipeDeflectsToOnePortOfItsOwn() {
    assertThatThrownBy(() -> plan(20_000, List.of(68)))
        .isInstanceOf(StratumException.class)
        .hasMessage(
            "leaf1: tofino.deflect-ports has no port of pipe 1, in which 132@1/1 is: say 196 too");
    assertThatThrownBy(() -> plan(20_000, List.of(196, 68, 197)))
        .isInstanceOf(StratumException.class)
        .hasMessage(
            "tofino.deflect-ports: 196 and 197 are both in pipe 1, which deflects to one port");
  }

  private static ChassisPlan ports(long gbps, String... ports) {
    List<TofinoQueue> queues =
        Arrays.stream(ports)
            .map(port ->
                new TofinoQueue(
                    TofinoPort.parse(port),
                    gbps * 1_000_000_000L,
                    gbps * 1_000_000_000L,
                    74_476,
                    14_895,
                    59_581,
                    1))
            .toList();
    return new ChassisPlan("leaf1", queues, 80, 20_000, List.of(), LINE);
  }

  @Test
  void portsHaveTheLanesThatTheirRateTakes() {
    assertThat(ports(50, "132@1/1", "134@1/3", "140@2/1").queues()).hasSize(3);
    assertThat(ports(25, "132@1/1", "133@1/2", "135@1/4").queues()).hasSize(3);
    assertThat(ports(100, "132@1", "140@2/1").queues()).hasSize(2);
    refused(
        "133@1/2 is to run at 50 Gbps, which takes 2 lanes: channel 1 or 3, not 2",
        50,
        "132@1/1",
        "133@1/2");
    refused("140@2/3 is to run at 100 Gbps, which takes 4 lanes: channel 1, not 3", 100, "140@2/3");
    refused("132@1/1 and 134@1 both take lane 1 of front-panel port 1", 50, "132@1/1", "134@1");
    refused("two ports have SDK port 132", 25, "132@1/1", "132@1/2");
    refused("132@1/1 is to run at 200.0 Gbps; Stratum sets Tofino 1 to", 200, "132@1/1");
    refused(
        "136@1/5 is to run at 25 Gbps, which takes one lane: channel 1 to 4, not 5", 25, "136@1/5");
  }

  private static void refused(String why, long gbps, String... ports) {
    assertThatThrownBy(() -> ports(gbps, ports))
        .isInstanceOf(StratumException.class)
        .hasMessage("leaf1: " + why + (why.endsWith("to") ? " 10, 25, 40, 50 or 100" : ""));
  }

  @Test
  void linesAreAsThePlanSays() {
    ChassisPlan plan =
        new ChassisPlan(
            "leaf1",
            List.of(QUEUE),
            80,
            20_000,
            List.of(),
            new PortLine(false, PortLine.Autoneg.PLATFORM));
    assertThat(ChassisText.of(plan))
        .contains("fec_mode: FEC_MODE_OFF")
        .contains("autoneg: TRI_STATE_UNKNOWN");
  }

  @Test
  void portsSayWhereTheyAre() {
    assertThat(TofinoPort.parse("132@1/1")).isEqualTo(new TofinoPort(132, 1, 1));
    assertThat(TofinoPort.parse("8@33")).isEqualTo(new TofinoPort(8, 33, 0));
    for (String wrong : List.of("132", "512@1", "Ethernet0", "1@2/3/4")) {
      assertThatThrownBy(() -> TofinoPort.parse(wrong))
          .isInstanceOf(StratumException.class)
          .hasMessageContaining("'" + wrong + "' is not a port of a Tofino");
    }
  }
}

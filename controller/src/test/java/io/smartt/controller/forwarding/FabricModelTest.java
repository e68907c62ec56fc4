package io.smartt.controller.forwarding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link FabricModel} and its settings. */
class FabricModelTest {
  private final FabricModel.FabricSwitch leaf =
      new FabricModel.FabricSwitch(1, "leaf", 0, List.of());
  private final FabricModel.FabricHost host = new FabricModel.FabricHost("h0", 0x0a000001, 1);

  @Test
  void whatCannotBeIsRefusedNamingIt() {
    assertThatThrownBy(
            () -> model(List.of(leaf, new FabricModel.FabricSwitch(1, "other", 0, List.of()))))
        .hasMessage("device id 1 is given twice");
    assertThatThrownBy(
            () -> model(List.of(leaf, new FabricModel.FabricSwitch(2, "leaf", 0, List.of()))))
        .hasMessage("switch name leaf is given twice");
    assertThatThrownBy(() ->
            model(
                List.of(leaf), new FabricModel.FabricLink(new HostPort(0), new HostPort(0), 0, 0)))
        .hasMessageEndingWith("joins two hosts");
    assertThatThrownBy(() ->
            model(
                List.of(leaf),
                new FabricModel.FabricLink(new SwitchPort(0, 511), new HostPort(0), 0, 0)))
        .hasMessage(
            "SwitchPort[switchIndex=0, port=511]: there are 1 switches of ports 0 to 510, and 1"
                + " hosts");
    FabricModel.FabricLink link =
        new FabricModel.FabricLink(new SwitchPort(0, 1), new HostPort(0), 0, 0);
    assertThatThrownBy(() -> model(List.of(leaf), link, link))
        .hasMessage("SwitchPort[switchIndex=0, port=1] is on two links");
    assertThatThrownBy(() -> new AqmSettings.Depths(10, 8, 2))
        .hasMessageStartingWith("queue of 10, kmin 8, kmax 2");
    assertThatThrownBy(() ->
            new FabricModel(
                List.of(leaf),
                List.of(host),
                List.of(link),
                Map.of(new SwitchPort(0, 1), List.of(TestFabrics.QUEUE)),
                DscpPlan.DEFAULT.with(List.of(18))))
        .hasMessage(
            "SwitchPort[switchIndex=0, port=1] has 1 queues of data; there are 1 classes besides"
                + " data that has none");
    for (List<Integer> classes :
        List.of(
            List.of(18, 18), List.of(10), List.of(48), List.of(64), List.of(1, 2, 3, 4, 5, 6, 7))) {
      assertThatThrownBy(() -> DscpPlan.DEFAULT.with(classes))
          .hasMessageContaining("classes " + classes + ": want three or four of 0 to 63");
    }
    assertThatThrownBy(() -> new DscpPlan(10, 10, 48, 48, List.of()))
        .hasMessage(
            "DSCP data 10, control 10, trimmed 48, at the last hop 48, classes []: want three or"
                + " four of 0 to 63, and 6 more for classes at most, no two alike");
  }

  /** Frames of code points that no plan names wait with the data that has no class. */
  @Test
  void everyCodePointIsOfOneQueueOfDataOrOfControl() {
    DscpPlan plan = DscpPlan.LAST_HOP_APART.with(List.of(26, 0));

    assertThat(plan.ofQueue(1)).isEqualTo(1L << 26);
    assertThat(plan.ofQueue(2)).isEqualTo(1);
    assertThatThrownBy(() -> plan.ofQueue(plan.controlQueue()))
        .isInstanceOf(IndexOutOfBoundsException.class);
    long control = 1L << 46 | 1L << 48 | 1L << 56;
    assertThat(plan.ofQueue(0)).isEqualTo(~(control | 1L << 26 | 1));
    assertThat(plan.ofQueue(0) >>> plan.data() & 1).isOne();
  }

  private FabricModel model(
      List<FabricModel.FabricSwitch> switches, FabricModel.FabricLink... links) {
    return new FabricModel(switches, List.of(host), List.of(links), Map.of(), DscpPlan.DEFAULT);
  }

  /**
   * A fat tree of 65,536 hosts has as many. It took minutes while a port was looked for among
   * thousands whose hashes are equal or next to each other.
   */
  @Test
  @Timeout(value = 30, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void aThirdOfAMillionPortsAreTakenAtOnce() {
    int switches = 5_120;
    Map<SwitchPort, List<AqmSettings>> queues = new HashMap<>();
    for (int sw = 0; sw < switches; sw++) {
      for (int port = 0; port < 64; port++) {
        queues.put(new SwitchPort(sw, port), List.of(TestFabrics.QUEUE));
      }
    }
    List<FabricModel.FabricSwitch> all =
        IntStream.range(0, switches)
            .mapToObj(sw -> new FabricModel.FabricSwitch(sw + 1, "s" + sw, 0, List.of()))
            .toList();

    FabricModel model = new FabricModel(all, List.of(host), List.of(), queues, DscpPlan.DEFAULT);

    assertThat(model.queues()).hasSize(327_680);
    assertThat(model.queues().get(new SwitchPort(5_119, 63))).containsExactly(TestFabrics.QUEUE);
  }
}

package io.smartt.softswitch.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.p4.config.v1.ActionProfile;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/** Our own controller against this server: what it writes it reads back. */
class ControllerClientTest {
  private static final ActionCall TO_PORT =
      new ActionCall("ingress.forward", List.of(Bits.of(3, 9), Bits.of(0x020000000001L, 48)));

  /** The controller gives groups no max_size, which only a selector without bound takes. */
  private static final P4Info UNBOUND = unbound();

  private static final P4InfoIndex INDEX = P4InfoIndex.of(UNBOUND);
  private static final ForwardingPipelineConfig CONFIG =
      ConformanceProgram.CONFIG.toBuilder().setP4Info(UNBOUND).build();

  private final ServerUnderTest server = new ServerUnderTest();
  private final P4RuntimeClient client =
      P4RuntimeClient.connect(
          server.channel(),
          new SwitchId("leaf1", ServerUnderTest.DEVICE),
          ElectionId.of(1),
          Duration.ofSeconds(20));
  private final ProgrammedSwitch leaf = new ProgrammedSwitch(client, INDEX);

  private static P4Info unbound() {
    P4Info.Builder info = ConformanceProgram.P4INFO.toBuilder();
    info.getActionProfilesBuilderList().forEach(ActionProfile.Builder::clearMaxGroupSize);
    return info.build();
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void membersGroupsEntriesAndDefaultsReadBackAsWritten() {
    client.setPipelineConfig(CONFIG);
    P4Entity.Entry route =
        EntryBuilder.of(INDEX, "routes")
            .lpm("hdr.ipv4.dst", FieldValue.parse("10.0.0.0"), 8)
            .group(1)
            .entry();
    leaf.write(Update.Type.INSERT, List.of(new P4Entity.Member("ingress.ecmp", 1, TO_PORT)));
    leaf.write(
        Update.Type.INSERT,
        List.of(new P4Entity.Group("ingress.ecmp", 1, List.of(new WeightedMember(1, 2)))));
    leaf.write(Update.Type.INSERT, List.of(route));
    ActionCall mark = new ActionCall("ingress.set_mark", List.of(Bits.of(7, 8)));
    leaf.write(Update.Type.MODIFY, List.of(new P4Entity.DefaultEntry("ingress.keyless", mark)));

    assertThat(leaf.members("ecmp")).isEqualTo(Map.of(1, TO_PORT));
    assertThat(leaf.groups("ecmp")).isEqualTo(Map.of(1, List.of(new WeightedMember(1, 2))));
    assertThat(leaf.entries("routes")).containsExactly(route.entry());
    assertThat(leaf.defaultAction("keyless")).contains(mark);
    assertThat(leaf.counters("marks")).hasSize(4);
    assertThat(leaf.register("occupancy", 0)).isEqualTo(Bits.zero(19));
    assertThat(server.device.active().entries("ingress.routes")).containsExactly(route.entry());
  }

  @Test
  void aRefusalReachesTheUserWithNamesAndWhatIsAccepted() {
    client.setPipelineConfig(CONFIG);
    P4Entity.Entry entry =
        EntryBuilder.of(INDEX, "exact")
            .exact("hdr.ethernet.dst", 1)
            .action("drop", Map.<String, FieldValue>of())
            .entry();
    leaf.write(Update.Type.INSERT, List.of(entry));

    assertThatThrownBy(() -> leaf.write(Update.Type.INSERT, List.of(entry)))
        .hasMessageContaining("switch leaf1")
        .hasMessageContaining("table 'ingress.exact' already has the entry hdr.ethernet.dst = 0x1");
  }
}

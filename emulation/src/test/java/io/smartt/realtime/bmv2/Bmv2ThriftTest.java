package io.smartt.realtime.bmv2;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.PacketSizes;
import io.smartt.realtime.bmv2.ThriftSwitch.Call;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.ProgramCounts;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.Wire;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link Bmv2Thrift} and {@link Bmv2Switch}. */
@Timeout(60)
class Bmv2ThriftTest {
  private static final PacketSizes PACKETS = new PacketSizes(4096, 74, 74);

  private static Bmv2Thrift connect(ThriftSwitch server) throws IOException {
    return new Bmv2Thrift("s1", SocketChannel.open(), server.address());
  }

  @Test
  void ratesAreSixtyFourBitsAndDepthsThirtyTwo() throws IOException {
    try (ThriftSwitch server = ThriftSwitch.start(0)) {
      try (Bmv2Thrift thrift = connect(server)) {
        thrift.setRate(2, 1, 5_000_000_000L);
        thrift.setDepth(3, 0, 64);
      }
      assertThat(server.calls())
          .containsExactly(
              new Call(
                  "simple_switch:set_egress_priority_queue_rate", List.of(2L, 1L, 5_000_000_000L)),
              new Call("simple_switch:set_egress_priority_queue_depth", List.of(3L, 0L, 64L)));
    }
  }

  @Test
  void aRefusalNamesSwitchCallAndQueue() throws IOException {
    try (ThriftSwitch server = ThriftSwitch.start(-1);
        Bmv2Thrift thrift = connect(server)) {
      assertThatThrownBy(() -> thrift.setDepth(3, 0, 64))
          .isInstanceOf(RunFailedException.class)
          .hasMessage(
              "BMv2 switch s1 answers set_egress_priority_queue_depth(port 3, queue 0, 64) with"
                  + " -1");
    }
  }

  /** As a 'smartt switch' does, which has calls of its own for queues. */
  @Test
  void aServerThatKnowsNoneOfTheCallsIsPerhapsAnotherKindOfSwitch() throws IOException {
    try (ThriftSwitch server = ThriftSwitch.knowingNothing();
        Bmv2Thrift thrift = connect(server)) {
      assertThatThrownBy(() -> thrift.setDepth(3, 0, 64))
          .isInstanceOf(RunFailedException.class)
          .hasMessage(
              "BMv2 switch s1: set_egress_priority_queue_depth failed over Thrift: no such call;"
                  + " a 'smartt switch' is 'target: embedded', not 'bmv2'");
    }
  }

  private static Bmv2Switch bmv2(InetSocketAddress at) {
    return new Bmv2Switch(
        Bmv2Switch.Thrift.reachable("s1", at.getHostString(), at.getPort()),
        PACKETS,
        List.of(),
        () -> ProgramCounts.NONE);
  }

  @Test
  void queuesOfASwitchAreSetInPackets() {
    try (ThriftSwitch server = ThriftSwitch.start(0);
        Bmv2Switch device = bmv2(server.address())) {
      List<QueueConfig> queues = List.of(QueueConfig.packets(6), QueueConfig.bytes(740));
      device.setUp(Map.of(7, new PortSetup(50_000_000, Wire.IDEAL, queues)));

      // 50 Mbps are 1,498 packets of 4,170 bytes or 84,459 of 74; 16 packets are slack.
      assertThat(server.calls())
          .extracting(Call::arguments)
          .containsExactly(
              List.of(7L, 0L, 1_498L),
              List.of(7L, 0L, 22L),
              List.of(7L, 1L, 84_459L),
              List.of(7L, 1L, 42L));
    }
  }

  @Test
  void whereNothingListensTheAddressIsSaid() {
    InetSocketAddress nobody = ThriftSwitch.nobody();
    assertThatThrownBy(() -> bmv2(nobody).setUp(Map.of()))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("its Thrift server at ")
        .hasMessageContaining(":" + nobody.getPort());
  }
}

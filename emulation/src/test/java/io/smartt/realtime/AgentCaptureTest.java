package io.smartt.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureSink;
import io.smartt.experiment.run.RunInputs;
import io.smartt.host.agent.v1.CapturedFrame;
import io.smartt.host.agent.v1.CapturedFrames;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link AgentCapture}. */
class AgentCaptureTest {
  @TempDir private Path folder;

  private final List<String> seen = new ArrayList<>();

  /** Notes what comes, by the names of interfaces. */
  private CaptureSink sink(Topology topology) {
    return new CaptureSink() {
      @Override
      public void packet(Passing packet) {
        seen.add(packet.direction() + " " + name(packet.interfaceId()));
      }

      @Override
      public void lost(int interfaceId, long frames) {
        seen.add(frames + " lost at " + name(interfaceId));
      }

      private String name(int interfaceId) {
        return CaptureInterface.of(topology).get(interfaceId).name();
      }
    };
  }

  @Test
  void framesAndLossesAreThoseOfTheHostsCard() {
    RunInputs in = MadeUpInputs.of(folder);
    Host host = in.topology().host(1);

    new AgentCapture(sink(in.topology()), in.topology(), true)
        .onFrames(
            host,
            CapturedFrames.newBuilder()
                .setLostFrames(7)
                .addFrames(CapturedFrame.newBuilder().setWireBytes(64))
                .addFrames(CapturedFrame.newBuilder().setWireBytes(64).setOutbound(true))
                .build());

    assertThat(seen)
        .containsExactly(
            "7 lost at h2-eth0",
            "OUTBOUND s1-eth2",
            "INBOUND h2-eth0",
            "OUTBOUND h2-eth0",
            "INBOUND s1-eth2");
  }
}

package io.smartt.softswitch.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.p4runtime.DevicePipeline;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl.CloneSession;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl.Replica;
import io.smartt.softswitch.p4runtime.ForwardingDevice.LoadedConfig;
import io.smartt.softswitch.port.MemoryPort;
import io.smartt.softswitch.standalone.SwitchLog.Level;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.p4.config.v1.P4Info;

/** A switch in real time whose program clones its clones: others are served as if nothing were. */
@Timeout(30)
class EndlessSwitchTest {
  private final StringWriter said = new StringWriter();
  private final MemoryPort in = new MemoryPort();
  private final MemoryPort out = new MemoryPort();
  private final MemoryPort mirror = new MemoryPort();
  private final StandaloneSwitch device =
      new StandaloneSwitch(
          PlainSettings.with(OptionalInt.empty(), OptionalLong.of(1)),
          Map.of(1, in, 2, out, 4, mirror),
          () -> System.nanoTime() * 1_000,
          InstantSource.system(),
          new SwitchLog(new PrintWriter(said, true), Level.WARN, true, 0, Clock.systemUTC()));

  @BeforeEach
  void start() {
    EmbeddedDevice runtime = device.device();
    DevicePipeline pipeline =
        runtime.prepare(
            new LoadedConfig(
                Bmv2Program.load(TestPrograms.careless()),
                P4InfoIndex.of(P4Info.getDefaultInstance()),
                false));
    pipeline.replication().putCloneSession(4, new CloneSession(List.of(new Replica(4, 0)), 0, 0));
    pipeline
        .control()
        .apply(
            List.of(
                entry("MyIngress.operations", "MyIngress.forward", 2, 9),
                entry("MyEgress.last_words", "MyEgress.copy_of_egress", 4, 32)));
    runtime.activate(pipeline);
    assertThat(device.ports()).as("asked before it runs").hasSize(3);
    device.start();
  }

  private static Change entry(String table, String action, int argument, int bits) {
    return new Change.PutEntry(
        TableEntry.of(
            table,
            List.of(new MatchValue.Exact(Bits.of(8, 8))),
            0,
            new EntryTarget.ActionCall(action, List.of(Bits.of(argument, bits)))));
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void aCloneOfACloneEndsIsSaidOnceAndDisturbsNobody() throws InterruptedException {
    for (int storm = 0; storm < 20; storm++) {
      in.receive(new byte[] {8, 0, 0, 0, 0, 0, 1});
      in.receive(new byte[] {(byte) 0xf0, (byte) storm, 0, 0, 0, 0, 1});
      assertThat(out.poll(10_000).orElseThrow()).startsWith(8);
      assertThat(out.poll(10_000).orElseThrow()).startsWith(0xf0, storm);
    }
    for (int i = 0; i < 20 * 255; i++) {
      assertThat(mirror.poll(10_000)).as("copy %d", i).isPresent();
    }

    assertThat(device.isIdle()).as("nothing goes round").isTrue();
    assertThat(device.ports()).as("the control plane is answered").hasSize(3);
    assertThat(said.toString().lines())
        .singleElement()
        .asString()
        .contains("[W] control MyEgress asks for clone (E2E) without end")
        .contains("256");
  }
}

package io.smartt.switchd.ctl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.TestPrograms;
import io.smartt.softswitch.p4runtime.ForwardingDevice.LoadedConfig;
import io.smartt.softswitch.port.MemoryPort;
import io.smartt.softswitch.standalone.PlainSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc.SwitchControlBlockingStub;
import io.smartt.switchd.ctl.v1.TracePacketsRequest;
import io.smartt.switchd.ctl.v1.TracedLine;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.p4.config.v1.P4Info;

/** Reading along what packets meet in a switch that runs. */
@Timeout(60)
class TracePacketsTest {
  private static final byte[] FORWARDED = {(byte) 0xf0, 0, 0, 0, 0, 0, 1, 2};
  private static final byte[] DROPPED = {0x55, 0, 0, 0, 0, 0};

  private final MemoryPort in = new MemoryPort();
  private final MemoryPort out = new MemoryPort();
  private final MemoryPort other = new MemoryPort();
  private final StandaloneSwitch device =
      new StandaloneSwitch(
          PlainSettings.with(OptionalInt.empty(), OptionalLong.of(1)),
          Map.of(1, in, 2, out, 3, other),
          () -> System.nanoTime() * 1_000,
          InstantSource.system(),
          SwitchLog.none());
  private final AtomicInteger explaining = new AtomicInteger();
  private final SwitchControlService service = new SwitchControlService(device, System::nanoTime);
  private final Server server;
  private final ManagedChannel channel;

  TracePacketsTest() throws IOException {
    String name = "trace-" + System.identityHashCode(this);
    server = InProcessServerBuilder.forName(name).addService(service).build().start();
    channel = InProcessChannelBuilder.forName(name).build();
  }

  @BeforeEach
  void start() {
    EmbeddedDevice runtime = device.device();
    runtime.activate(
        runtime.prepare(
            new LoadedConfig(
                counted(Bmv2Program.observable(TestPrograms.json(TestPrograms.FEATURES))),
                P4InfoIndex.of(P4Info.getDefaultInstance()),
                false)));
    device.start();
  }

  /** Counts the engines that explain. */
  private PipelineProgram counted(PipelineProgram program) {
    return new PipelineProgram() {
      @Override
      public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog log) {
        return program.instantiate(random, log);
      }

      @Override
      public Engines engines(
          RandomGenerator random, PipelineProgram.PipelineLog log, PipelineObserver observer) {
        Engines engines = program.engines(random, log, observer);
        return new Engines(
            engines.fast(),
            () -> {
              explaining.incrementAndGet();
              return engines.observed().get();
            });
      }
    };
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    server.shutdownNow();
    service.close();
    device.close();
  }

  private SwitchControlBlockingStub stub() {
    return SwitchControlGrpc.newBlockingStub(channel);
  }

  /** Begins to trace. */
  private Iterator<TracedLine> trace(int packets, Integer... ports) {
    Iterator<TracedLine> lines =
        stub()
            .tracePackets(
                TracePacketsRequest.newBuilder()
                    .setPackets(packets)
                    .addAllPorts(List.of(ports))
                    .build());
    assertThat(lines.next().getText()).startsWith("[I] Packets are traced");
    return lines;
  }

  private static List<String> texts(Iterator<TracedLine> lines) {
    List<String> texts = new ArrayList<>();
    lines.forEachRemaining(line -> texts.add(line.getText()));
    return texts;
  }

  @Test
  void endsByItselfWhenSoManyPacketsAreSentOrDropped() throws InterruptedException {
    Iterator<TracedLine> lines = trace(2);
    in.receive(FORWARDED);
    in.receive(DROPPED);

    assertThat(texts(lines))
        .contains(
            "[D] [0.0] [cxt 0] Processing packet received on port 1",
            "[D] [0.0] [cxt 0] Egress port is 2",
            "[D] [0.0] [cxt 0] Transmitting packet of size 8 out of port 2",
            "[D] [1.0] [cxt 0] Dropping packet at the end of ingress")
        .last()
        .isEqualTo("[D] [1.0] [cxt 0] Dropping packet at the end of ingress");
    in.receive(FORWARDED);
    assertThat(out.poll(10_000)).isPresent();
    assertThat(out.poll(10_000)).as("after the trace, compiled again").isPresent();
  }

  /** What is off costs nothing: not so much as the engine that explains is there. */
  @Test
  void nothingExplainsUntilSomebodyAsks() throws InterruptedException {
    in.receive(FORWARDED);
    assertThat(out.poll(10_000)).isPresent();
    assertThat(explaining).hasValue(0);

    Iterator<TracedLine> lines = trace(1);
    in.receive(DROPPED);
    assertThat(texts(lines)).isNotEmpty();
    assertThat(explaining).hasValue(1);
  }

  @Test
  void onePortsPacketsAlone() {
    Iterator<TracedLine> lines = trace(1, 3);
    in.receive(DROPPED);
    other.receive(DROPPED);

    assertThat(texts(lines))
        .contains("[D] [1.0] [cxt 0] Processing packet received on port 3")
        .noneMatch(line -> line.contains("received on port 1"));
  }

  @Test
  void aSecondCallerIsRefusedUntilTheFirstHasEnded() {
    Iterator<TracedLine> lines = trace(1);
    assertThatThrownBy(() -> trace(1))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("RESOURCE_EXHAUSTED: another caller traces its packets");

    in.receive(DROPPED);
    assertThat(texts(lines)).isNotEmpty();
    Iterator<TracedLine> again = trace(1);
    in.receive(DROPPED);
    assertThat(texts(again)).isNotEmpty();
  }

  @Test
  void aPortThatIsNotThereIsNamed() {
    assertThatThrownBy(() -> trace(1, 9)).hasMessageContaining("the switch has no port 9");
  }

  /** Packets that wait when a trace begins and ends are not those of another program. */
  @Test
  void whatWaitsInQueuesStays() throws InterruptedException {
    device.setPacketRate(List.of(2), 20);
    for (int i = 0; i < 5; i++) {
      in.receive(FORWARDED);
    }
    while (device.counters().received() < 5) {
      Thread.onSpinWait();
    }
    Iterator<TracedLine> lines = trace(1);
    in.receive(DROPPED);
    assertThat(texts(lines)).isNotEmpty();

    for (int i = 0; i < 5; i++) {
      assertThat(out.poll(10_000)).as("packet %d", i).isPresent();
    }
    assertThat(device.counters().droppedByProgram()).isEqualTo(1);
  }
}

package io.smartt.realtime.containers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.run.LiveNetwork.LivePlan.ProgrammedNetwork;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.realtime.MadeUpInputs;
import io.smartt.realtime.SignOfLife;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.softswitch.port.SwitchPort;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.softswitch.standalone.SwitchServer;
import io.smartt.switchd.ctl.SwitchControlService;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RemoteSwitches} on a switch of this process that ends. */
@Timeout(60)
class RemoteSwitchesTest {
  private static final int DROP_PORT = 511;

  @TempDir private Path folder;

  /** A port that nothing is attached to. */
  private static final class LoosePort implements SwitchPort {
    @Override
    public String attachment() {
      return "nothing";
    }

    @Override
    public void start(SwitchPort.FrameReceiver receiver) {}

    @Override
    public boolean send(Packet frame) {
      return true;
    }

    @Override
    public void close() {}
  }

  /** The user asks to stop as soon as a switch is being started again. */
  private static final class StopsRestart implements RunMonitor {
    private volatile boolean restarting;

    @Override
    public void stage(String what) {
      restarting |= what.endsWith("starting it again");
    }

    @Override
    public void progress(Progress progress) {}

    @Override
    public boolean interrupted() {
      return restarting;
    }
  }

  /** A container that ends and does not come back. */
  private record OneContainer(InetSocketAddress address, boolean canRestart)
      implements FabricNodes {
    @Override
    public InetSocketAddress at(Node node, int tcpPort) {
      return address;
    }

    @Override
    public Optional<String> ended(Node node) {
      return Optional.of("its container ended");
    }

    @Override
    public boolean canRestart(Node node) {
      return canRestart;
    }

    @Override
    public void restart(Node node) {}
  }

  /** To bring a switch up takes up to minutes, in which Ctrl-C has to be heard. */
  @Test
  void aRestartThatTheUserStopsIsGivenUpAtOnce() {
    StopsRestart monitor = new StopsRestart();

    RunEvent lost = lost(true, monitor);

    assertThat(monitor.restarting).isTrue();
    assertThat(lost.what()).isEqualTo("switch s1: its container ended; starting it again");
  }

  @Test
  void aSwitchThatCannotBeStartedAgainEndsTheRunAndIsNamed() {
    StopsRestart monitor = new StopsRestart();

    RunEvent lost = lost(false, monitor);

    assertThat(monitor.restarting).isFalse();
    assertThat(lost.what()).isEqualTo("switch s1: its container ended; it cannot be started again");
    assertThat(lost.where()).isEqualTo("s1");
  }

  /** A channel that neither calls nor shuts down. */
  private static final class StuckChannel extends ManagedChannel {
    @Override
    public <A, B> ClientCall<A, B> newCall(MethodDescriptor<A, B> method, CallOptions options) {
      throw new IllegalStateException("no calls");
    }

    @Override
    public String authority() {
      return "s1";
    }

    @Override
    public ManagedChannel shutdown() {
      return this;
    }

    @Override
    public ManagedChannel shutdownNow() {
      throw new IllegalStateException("stuck");
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return true;
    }
  }

  @Test
  void aConnectionThatDoesNotCloseLeavesTheFailureBeforeItTheOneThatIsReported() {
    OneContainer nodes = new OneContainer(new InetSocketAddress(0), false);
    try (RemoteSwitches switches =
        new RemoteSwitches(
            MadeUpInputs.of(folder).network(), nodes, _ -> new StuckChannel(), Map.of(), () -> 0)) {
      assertThatThrownBy(switches::bringUp)
          .hasMessage("no calls")
          .satisfies(e ->
              assertThat(e.getSuppressed())
                  .extracting(Throwable::getMessage)
                  .containsExactly("stuck"));
    }
  }

  /** Nodes of a machine that is gone. */
  private record OfMachine(OneContainer nodes) implements FabricNodes {
    @Override
    public InetSocketAddress at(Node node, int tcpPort) {
      return nodes.at(node, tcpPort);
    }

    @Override
    public Optional<String> ended(Node node) {
      return nodes.ended(node);
    }

    @Override
    public void restart(Node node) {}

    @Override
    public void requireMachines() {
      throw new RunFailedException("the machine is gone");
    }

    @Override
    public List<SignOfLife> machines(int ipBytes) {
      return List.of(new SignOfLife("machine", ipBytes + " B", () -> {}, Optional::empty));
    }
  }

  @Test
  void theMachineThatCarriesSwitchesIsAskedForThemAndItsEndIsTheirs() {
    OfMachine nodes = new OfMachine(new OneContainer(new InetSocketAddress(0), false));
    ProgrammedNetwork network = MadeUpInputs.of(folder).network();
    try (RemoteSwitches switches =
        new RemoteSwitches(network, nodes, _ -> new StuckChannel(), Map.of(), () -> 0)) {
      assertThat(switches.signs())
          .extracting(SignOfLife::where)
          .containsExactly(network.spec().packets().ipMtuBytes() + " B");
      assertThat(
              List.<ThrowingCallable>of(
                  () -> switches.poll(0, new RunEvents(), RunMonitor.NONE),
                  switches::counts,
                  switches::countsNow,
                  switches::lateness))
          .allSatisfy(asked -> assertThatThrownBy(asked).hasMessage("the machine is gone"));
    }
  }

  /** What is done with a network's one switch, which runs. */
  private interface Use {
    void with(RemoteSwitches switches, SwitchServer server);
  }

  private void running(boolean canRestart, ClientInterceptor way, Use use) {
    StringWriter said = new StringWriter();
    StandaloneSwitch device =
        new StandaloneSwitch(
            new StandaloneSettings(
                "s1", 1, OptionalInt.empty(), DROP_PORT, 2, 64, Map.of(), OptionalLong.of(1)),
            Map.of(1, new LoosePort(), 2, new LoosePort()),
            () -> System.nanoTime() * 1_000,
            InstantSource.system(),
            new SwitchLog(new PrintWriter(said), SwitchLog.Level.WARN, true, 0, Clock.systemUTC()));
    device.start();
    SwitchControlService control = new SwitchControlService(device, System::nanoTime);
    SwitchServer server =
        SwitchServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            Optional.empty(),
            List.of(
                new P4RuntimeService(
                    List.of(device.device()), Bmv2Program::load, P4RuntimeSettings.lenient()),
                control));
    FabricNodes nodes =
        new OneContainer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()), canRestart);
    Function<Switch, ManagedChannel> dial =
        sw ->
            Grpc.newChannelBuilderForAddress(
                    "127.0.0.1", nodes.api(sw).getPort(), InsecureChannelCredentials.create())
                .intercept(way)
                .build();
    try (RemoteSwitches switches =
        new RemoteSwitches(MadeUpInputs.of(folder).network(), nodes, dial, Map.of(), () -> 0)) {
      switches.bringUp();
      use.with(switches, server);
    } finally {
      server.close();
      control.close();
      device.close();
    }
  }

  /** Returns the one event of a run whose switch ends, which fails the run. */
  private RunEvent lost(boolean canRestart, RunMonitor monitor) {
    RunEvents events = new RunEvents();
    running(
        canRestart,
        new Stopped(),
        (switches, server) -> {
          server.close();
          assertThatThrownBy(
                  () -> {
                    while (true) {
                      switches.poll(0, events, monitor);
                    }
                  })
              .isInstanceOf(RunFailedException.class);
        });

    assertThat(events.list()).extracting(RunEvent::kind).containsExactly(RunEvent.Kind.SWITCH_LOST);
    return events.list().getFirst();
  }

  /** A way to a switch that may be stopped: then no call is answered by its deadline. */
  private static final class Stopped implements ClientInterceptor {
    private final AtomicInteger unanswered = new AtomicInteger();
    private volatile boolean stopped;

    @Override
    public <A, B> ClientCall<A, B> interceptCall(
        MethodDescriptor<A, B> method, CallOptions options, Channel next) {
      if (!stopped) {
        return next.newCall(method, options);
      }
      unanswered.incrementAndGet();
      return next.newCall(method, options.withDeadlineAfter(0, TimeUnit.NANOSECONDS));
    }
  }

  /** It may go on any moment: for how long it is waited for is the traffic's to say. */
  @Test
  void aSwitchThatIsStoppedBeyondACallsDeadlineIsNotLost() {
    Stopped way = new Stopped();
    RunEvents events = new RunEvents();

    running(
        false,
        way,
        (switches, _) -> {
          way.stopped = true;
          while (way.unanswered.get() < 5) {
            switches.poll(0, events, RunMonitor.NONE);
          }
          way.stopped = false;
          switches.poll(0, events, RunMonitor.NONE);
          assertThat(switches.counts().queues()).isNotEmpty();
        });

    assertThat(events.list()).isEmpty();
  }
}

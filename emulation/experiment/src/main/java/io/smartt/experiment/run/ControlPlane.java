package io.smartt.experiment.run;

import module java.base;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.smartt.base.concurrent.TaskRunner;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.RunInterruptedException;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.softswitch.p4runtime.ForwardingDevice;
import io.smartt.softswitch.p4runtime.ForwardingDevice.ProgramLoader;
import io.smartt.softswitch.p4runtime.InProcessP4Runtime;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.softswitch.standalone.SwitchServer;

/**
 * The P4Runtime side of an experiment: one gRPC server, in-process or on TCP's loopback, for all
 * switches and the controller's session with each. Close it when the counters have been read.
 */
public final class ControlPlane implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(30);

  private final Runnable stopServer;
  private final Function<FabricModel.FabricSwitch, Channel> channels;
  private final Runnable stopChannel;
  private final Optional<Endpoint> endpoint;
  private final SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), DEADLINE);
  private final List<SwitchSession> sessions = new ArrayList<>();
  private Function<Integer, SwitchSession> connecting = index -> notYet();

  /**
   * A server on TCP's loopback.
   *
   * @param port its port
   * @param token that it demands
   */
  public record Endpoint(int port, BearerToken token) {}

  private ControlPlane(Runnable stopServer, ManagedChannel channel, Optional<Endpoint> endpoint) {
    this(stopServer, sw -> channel, channel::shutdownNow, endpoint);
  }

  private ControlPlane(
      Runnable stopServer,
      Function<FabricModel.FabricSwitch, Channel> channels,
      Runnable stopChannel,
      Optional<Endpoint> endpoint) {
    this.endpoint = endpoint;
    this.stopServer = stopServer;
    this.channels = channels;
    this.stopChannel = stopChannel;
  }

  /**
   * Returns the control plane for switches that have servers of their own, over channels that
   * somebody else closes.
   */
  public static ControlPlane over(Function<FabricModel.FabricSwitch, Channel> channels) {
    return new ControlPlane(() -> {}, channels, () -> {}, Optional.empty());
  }

  private static SwitchSession notYet() {
    throw new IllegalStateException("the switches have not been programmed yet");
  }

  /** Starts the server for these devices. */
  public static ControlPlane start(List<? extends ForwardingDevice> devices, ProgramLoader loader) {
    InProcessP4Runtime own = InProcessP4Runtime.of(devices, loader);
    return new ControlPlane(own.server()::shutdownNow, own.channel(), Optional.empty());
  }

  /**
   * Starts a server on a free TCP port of the loopback interface, for switches in real time. It
   * takes a token that this process alone has: other users of the machine reach the port too.
   */
  public static ControlPlane overTcp(
      List<? extends ForwardingDevice> devices, ProgramLoader loader) {
    InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    BearerToken token = BearerToken.fresh(new SecureRandom());
    SwitchServer server =
        SwitchServer.start(
            any,
            Optional.empty(),
            List.of(new P4RuntimeService(devices, loader, P4RuntimeSettings.lenient())),
            Optional.empty(),
            Optional.of(token));
    return new ControlPlane(
        server::close,
        Channels.limited(
                NettyChannelBuilder.forAddress(
                    new InetSocketAddress(any.getAddress(), server.port())))
            .usePlaintext()
            .intercept(token.shown())
            .build(),
        Optional.of(new Endpoint(server.port(), token)));
  }

  /** Returns where other processes reach the switches; empty if they do not. */
  public Optional<Endpoint> endpoint() {
    return endpoint;
  }

  /**
   * Becomes primary controller of every switch, installs the program and writes what is missing.
   * Asked again, for a network that has changed, it writes the difference.
   *
   * @param tasks connects to switches, in parallel where it can: switches are independent
   * @param monitor asked before each switch whether to stop
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch that refused and
   *     what
   * @throws RunInterruptedException if the user asked to stop
   */
  public void program(
      FabricModel model, PipelineConfig program, long seed, TaskRunner tasks, RunMonitor monitor) {
    ForwardingPlanner planner = new ForwardingPlanner(model, program.info(), seed);
    connecting =
        index -> {
          FabricModel.FabricSwitch sw = model.switches().get(index);
          if (monitor.interrupted()) {
            throw new RunInterruptedException("programming " + sw.name());
          }
          SwitchProgrammer.SwitchTarget target =
              SwitchProgrammer.SwitchTarget.over(
                  channels.apply(sw), new SwitchId(sw.name(), sw.deviceId()), program);
          SwitchSession session = programmer.connect(target);
          session.reconcile(planner.plan(index));
          return session;
        };
    int connected = sessions.size();
    for (int i = 0; i < connected; i++) {
      sessions.get(i).reconcile(planner.plan(i));
    }
    connectAll(connected, model.switches().size(), tasks);
  }

  /**
   * Connects to switches; when all are done, throws the failure of the first that failed. Sessions
   * behind it are closed: a session has the place of its switch, and the next attempt begins there.
   */
  private void connectAll(int from, int to, TaskRunner tasks) {
    Made<SwitchSession> attempts =
        attemptEachSwitch(tasks, from, to, connecting::apply, SwitchSession::close);
    sessions.addAll(attempts.made());
    if (!attempts.failures().isEmpty()) {
      throw attempts.failures().getFirst();
    }
  }

  /** Programs one switch again, by its place in the model, that has forgotten all. */
  public void programAgain(int index) {
    sessions.get(index).close();
    sessions.set(index, connecting.apply(index));
  }

  /** A switch by its place in the model, to read what it counted. */
  public ProgrammedSwitch programmed(int index) {
    return sessions.get(index).programmed();
  }

  @Override
  public void close() {
    sessions.forEach(SwitchSession::close);
    stopChannel.run();
    stopServer.run();
  }

  /**
   * The results for the switches before the first that failed.
   *
   * @param failures empty where none failed
   */
  record Made<T>(List<T> made, List<RuntimeException> failures) {}

  /**
   * Runs a task for every switch, in parallel where it can, and fails as if one by one: throws the
   * failure of the first that failed, when all are done.
   */
  static <T> List<T> forEachSwitch(TaskRunner tasks, int from, int to, IntFunction<T> what) {
    Made<T> made = attemptEachSwitch(tasks, from, to, what, _ -> {});
    if (!made.failures().isEmpty()) {
      throw made.failures().getFirst();
    }
    return made.made();
  }

  /**
   * Runs a task as {@link #forEachSwitch} does, without throwing.
   *
   * @param undo for what was made of switches behind the first that failed
   */
  static <T> Made<T> attemptEachSwitch(
      TaskRunner tasks, int from, int to, IntFunction<T> what, Consumer<T> undo) {
    List<FutureTask<T>> attempts =
        IntStream.range(from, to)
            .mapToObj(index -> new FutureTask<>(() -> what.apply(index)))
            .toList();
    tasks.run(attempts.size(), number -> attempts.get(number).run());
    List<T> made = new ArrayList<>();
    List<RuntimeException> failures = new ArrayList<>();
    for (FutureTask<T> attempt : attempts) {
      if (attempt.state() != Future.State.SUCCESS) {
        failures.add(asRuntime(attempt.exceptionNow()));
      } else if (failures.isEmpty()) {
        made.add(attempt.resultNow());
      } else {
        undo.accept(attempt.resultNow());
      }
    }
    return new Made<>(made, failures);
  }

  /** An error is none of a switch's: it ends the run as it is. */
  private static RuntimeException asRuntime(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException e -> e;
      case Error e -> throw e;
      default -> new IllegalStateException(thrown);
    };
  }
}

package io.smartt.emulation.experiment;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricSwitch;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.target.CompiledProgram;
import io.smartt.controller.target.EmbeddedTarget;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchSession;
import io.smartt.controller.target.SwitchTarget;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeSettings;
import io.smartt.emulation.softswitch.p4runtime.ProgramLoader;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The P4Runtime side of an experiment on the virtual fabric: one in-process gRPC server for all
 * switches and the controller's session with each. Close it when the counters have been read.
 */
final class ControlPlane implements AutoCloseable {
  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final Server server;
  private final ManagedChannel channel;
  private final SwitchProgrammer programmer = new SwitchProgrammer(ElectionId.of(1), DEADLINE);
  private final List<SwitchSession> sessions = new ArrayList<>();

  private ControlPlane(Server server, ManagedChannel channel) {
    this.server = server;
    this.channel = channel;
  }

  /** Starts the server for these devices. */
  static ControlPlane start(List<? extends ForwardingDevice> devices, ProgramLoader loader) {
    String name = "smartt-" + UUID.randomUUID();
    try {
      Server server =
          InProcessServerBuilder.forName(name)
              .directExecutor()
              .addService(new P4RuntimeService(devices, loader, P4RuntimeSettings.lenient()))
              .build()
              .start();
      ManagedChannel channel =
          InProcessChannelBuilder.forName(name)
              .directExecutor()
              .maxInboundMessageSize(MAX_MESSAGE_BYTES)
              .build();
      return new ControlPlane(server, channel);
    } catch (IOException e) {
      throw new RunFailedException("the in-process P4Runtime server did not start: " + e, e);
    }
  }

  /**
   * Becomes primary controller of every switch, installs the program and writes what is missing.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch that refused and
   *     what
   */
  void program(FabricModel model, CompiledProgram program, long seed) {
    ForwardingPlanner planner = new ForwardingPlanner(model, program.info(), seed);
    for (int i = 0; i < model.switches().size(); i++) {
      FabricSwitch sw = model.switches().get(i);
      SwitchTarget target =
          new EmbeddedTarget(new SwitchId(sw.name(), sw.deviceId()), program, channel);
      SwitchSession session = programmer.connect(target);
      sessions.add(session);
      session.reconcile(planner.plan(i));
    }
  }

  /** A switch by its place in the model, to read what it counted. */
  ProgrammedSwitch programmed(int index) {
    return sessions.get(index).programmed();
  }

  @Override
  public void close() {
    sessions.forEach(SwitchSession::close);
    channel.shutdownNow();
    server.shutdownNow();
  }
}

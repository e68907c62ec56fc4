package io.smartt.emulation.experiment;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.Reconciler;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.P4RuntimeClient;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeSettings;
import io.smartt.emulation.softswitch.p4runtime.ProgramLoader;
import io.smartt.p4.info.P4InfoIndex;
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
  private final List<P4RuntimeClient> clients = new ArrayList<>();
  private final List<ProgrammedSwitch> switches = new ArrayList<>();

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
   * @throws RunFailedException naming the switch that refused and what
   */
  void program(FabricModel model, SwitchProgram program, long seed) {
    ForwardingPlanner planner = new ForwardingPlanner(model, program.index(), seed);
    for (int i = 0; i < model.switches().size(); i++) {
      SwitchId id =
          new SwitchId(model.switches().get(i).name(), model.switches().get(i).deviceId());
      P4RuntimeClient client =
          P4RuntimeClient.connect(channel, id, ElectionId.of(1), DEADLINE);
      clients.add(client);
      client.setPipelineConfig(program.config());
      ProgrammedSwitch programmed = new ProgrammedSwitch(client, program.index());
      new Reconciler(programmed).reconcile(planner.plan(i));
      switches.add(programmed);
    }
  }

  /** A switch by its place in the model, to read its counters. */
  ProgrammedSwitch programmed(int index) {
    return switches.get(index);
  }

  @Override
  public void close() {
    clients.forEach(P4RuntimeClient::close);
    channel.shutdownNow();
    server.shutdownNow();
  }
}

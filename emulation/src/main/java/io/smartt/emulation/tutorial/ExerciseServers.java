package io.smartt.emulation.tutorial;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeSettings;
import io.smartt.emulation.softswitch.standalone.SwitchServer;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Executor;

/**
 * P4Runtime of an exercise's switches: for this process, and where another process controls them on
 * loopback, a port a switch as the tutorials' controllers expect.
 */
final class ExerciseServers implements AutoCloseable {
  /** Of the first switch; the next ones count up. */
  static final int FIRST_PORT = 50_051;

  private static final int MAX_MESSAGE_BYTES = 64 << 20;

  private final List<Endpoint> endpoints;
  private final List<SwitchServer> listening = new ArrayList<>();

  /** Starts those of this process. */
  ExerciseServers(List<EmbeddedDevice> devices) {
    endpoints = devices.stream().map(Endpoint::of).toList();
  }

  private record Endpoint(P4RuntimeService service, Server server, ManagedChannel channel) {
    static Endpoint of(EmbeddedDevice device) {
      P4RuntimeService service =
          new P4RuntimeService(List.of(device), Bmv2Program::load, P4RuntimeSettings.lenient());
      String address = "exercise-" + UUID.randomUUID();
      try {
        Server server =
            InProcessServerBuilder.forName(address)
                .directExecutor()
                .addService(service)
                .build()
                .start();
        ManagedChannel channel =
            InProcessChannelBuilder.forName(address)
                .directExecutor()
                .maxInboundMessageSize(MAX_MESSAGE_BYTES)
                .build();
        return new Endpoint(service, server, channel);
      } catch (IOException e) {
        throw new RunFailedException("the in-process P4Runtime server did not start: " + e, e);
      }
    }

    void close() {
      channel.shutdownNow();
      server.shutdownNow();
    }
  }

  /** What leads to a switch, by its place among the devices. */
  ManagedChannel channel(int index) {
    return endpoints.get(index).channel();
  }

  /**
   * Listens for controllers in other processes.
   *
   * @param calls what runs their calls; empty where any thread may
   * @throws RunFailedException naming the port that is taken
   */
  void listen(Optional<Executor> calls) {
    for (Endpoint endpoint : endpoints) {
      listening.add(
          SwitchServer.start(
              new InetSocketAddress(
                  InetAddress.getLoopbackAddress(), FIRST_PORT + listening.size()),
              Optional.empty(),
              List.of(endpoint.service()),
              calls));
    }
  }

  @Override
  public void close() {
    listening.forEach(SwitchServer::close);
    endpoints.forEach(Endpoint::close);
  }
}

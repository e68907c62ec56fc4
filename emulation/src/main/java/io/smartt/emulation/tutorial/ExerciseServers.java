package io.smartt.emulation.tutorial;

import module java.base;

import io.grpc.ManagedChannel;
import io.smartt.base.failure.RunFailedException;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.p4runtime.InProcessP4Runtime;
import io.smartt.softswitch.standalone.SwitchServer;

/**
 * P4Runtime of an exercise's switches: for this process, and where another process controls them on
 * loopback, a port a switch as the tutorials' controllers expect.
 */
final class ExerciseServers implements AutoCloseable {
  /** The port of the first switch; the next ones count up. */
  static final int FIRST_PORT = 50_051;

  private final List<InProcessP4Runtime> endpoints;
  private final List<SwitchServer> listening = new ArrayList<>();

  /** Starts those of this process. */
  ExerciseServers(List<EmbeddedDevice> devices) {
    endpoints =
        devices.stream()
            .map(device -> InProcessP4Runtime.of(List.of(device), Bmv2Program::load))
            .toList();
  }

  /** Returns what leads to a switch: the ids of an exercise's devices count from 0. */
  ManagedChannel channel(int deviceId) {
    return endpoints.get(deviceId).channel();
  }

  /**
   * Listens for controllers in other processes.
   *
   * @param calls what runs their calls; empty where any thread may
   * @throws RunFailedException naming the port that is taken
   */
  void listen(Optional<Executor> calls) {
    for (InProcessP4Runtime endpoint : endpoints) {
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
    endpoints.forEach(InProcessP4Runtime::close);
  }
}

package io.smartt.emulation.gnmi;

import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.ServerServiceDefinition;
import io.smartt.emulation.input.UserInputException;
import io.smartt.host.agent.daemon.LimitedServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * A gNMI server on loopback that shows the counters of a run's switches, each a target, to those
 * who have the run's token.
 */
public final class GnmiServer implements AutoCloseable {
  private static final int REQUEST_BYTES = 64 * 1024;
  private static final int CALLS = 32;

  private final Server server;
  private final ScheduledExecutorService thread;

  private GnmiServer(Server server, ScheduledExecutorService thread) {
    this.server = server;
    this.thread = thread;
  }

  /**
   * Starts to listen on 127.0.0.1.
   *
   * @param port 0: one that is free
   * @param isSecret whether what a client shows is the run's token
   * @throws UserInputException if the port is taken
   */
  public static GnmiServer start(
      int port,
      ServerCredentials credentials,
      Predicate<Optional<String>> isSecret,
      CounterSource source) {
    ScheduledExecutorService thread = thread();
    try {
      Server server =
          LimitedServer.at(
                  new InetSocketAddress(InetAddress.getLoopbackAddress(), port), credentials)
              .addService(service(source, thread, System::nanoTime))
              .intercept(new TokenCheck(isSecret))
              .maxInboundMessageSize(REQUEST_BYTES)
              .maxConcurrentCallsPerConnection(CALLS)
              .build()
              .start();
      return new GnmiServer(server, thread);
    } catch (IOException e) {
      thread.shutdownNow();
      Throwable why = e.getCause() == null ? e : e.getCause();
      throw new UserInputException("--gnmi %d: %s".formatted(port, why.getMessage()), e);
    }
  }

  private static ScheduledExecutorService thread() {
    return Executors.newSingleThreadScheduledExecutor(
        Thread.ofPlatform().name("smartt-gnmi").daemon().factory());
  }

  /** The service without a server. */
  static ServerServiceDefinition service(
      CounterSource source, ScheduledExecutorService thread, LongSupplier clockNs) {
    return new GnmiService(source, new Answers(InstantSource.system()), thread, clockNs)
        .bindService();
  }

  /** The port that it listens on. */
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    thread.shutdownNow();
    var _ = LimitedServer.stop(server);
  }
}

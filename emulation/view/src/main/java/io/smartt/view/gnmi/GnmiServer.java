package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.experiment.report.RunResult;
import io.smartt.host.agent.daemon.LimitedServer;
import io.smartt.view.gnmi.GnmiService.Answers;

/**
 * A gNMI server on loopback that shows the counters of a run's switches, each a target, to those
 * who have the run's token.
 */
public final class GnmiServer implements AutoCloseable {
  private static final int REQUEST_BYTES = 64 * 1024;

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

  /** Returns the sum of a counter over all interfaces of a run, by its name in OpenConfig. */
  public static long sum(RunResult result, String counter) {
    Path path = Path.newBuilder().addElem(PathElem.newBuilder().setName("interfaces")).build();
    return CountedSwitch.of(result).values().stream()
        .flatMap(device -> new CounterTree.OpenConfigTree().at(device, path).stream())
        .filter(leaf -> leaf.path().getElemList().getLast().getName().equals(counter))
        .mapToLong(leaf -> leaf.value().in(Encoding.PROTO).getUintVal())
        .sum();
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

  /**
   * Lets those call who show a secret: as {@code authorization: Bearer SECRET} (gnmic's {@code
   * --token}), or as {@code password} of any {@code username} (gNMI authentication,
   * openconfig/reference rpc/gnmi/gnmi-authentication.md; Telegraf and gnmi_cli).
   *
   * @param isSecret whether a text is the secret
   */
  record TokenCheck(Predicate<Optional<String>> isSecret) implements ServerInterceptor {
    private static final String BEARER = "Bearer ";

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
        ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
      Optional<String> bearer =
          header(headers, "authorization")
              .filter(value -> value.startsWith(BEARER))
              .map(value -> value.substring(BEARER.length()));
      if (isSecret.test(bearer) || isSecret.test(header(headers, "password"))) {
        return next.startCall(call, headers);
      }
      call.close(
          Status.UNAUTHENTICATED.withDescription(
              "the run's token is wanted, as authorization: Bearer TOKEN or as password"),
          new Metadata());
      return new ServerCall.Listener<>() {};
    }

    private static Optional<String> header(Metadata headers, String name) {
      return Optional.ofNullable(
          headers.get(Metadata.Key.of(name, Metadata.ASCII_STRING_MARSHALLER)));
    }
  }

  /** The source of counters. */
  @FunctionalInterface
  public interface CounterSource {
    /**
     * Asks for a run as it is now; ended, as it was at its end. Does not wait.
     *
     * @param answer is given the run once, on any thread; empty if there is none yet
     */
    void ask(Consumer<Optional<RunResult>> answer);
  }
}

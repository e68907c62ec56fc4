package io.smartt.softswitch.standalone;

import module java.base;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.NettyServerBuilder;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.agent.daemon.ControllersOnly;
import io.smartt.host.agent.daemon.LimitedServer;
import io.smartt.host.agent.daemon.ParsedRequests;

/** One gRPC server on a TCP address, with or without TLS. */
public final class SwitchServer implements AutoCloseable {
  /** The time for which a client may say nothing before it is asked whether it lives. */
  private static final Duration SILENCE = Duration.ofSeconds(20);

  private final Server server;

  private SwitchServer(Server server) {
    this.server = server;
  }

  /**
   * Starts it.
   *
   * @param address port 0: one that is free
   * @throws RunFailedException naming the address where it cannot listen
   * @throws io.smartt.base.input.UserInputException naming the TLS file that is wrong
   */
  public static SwitchServer start(
      InetSocketAddress address, Optional<TlsFiles> tls, List<? extends BindableService> services) {
    return start(address, tls, services, Optional.empty(), Optional.empty());
  }

  /**
   * The same for callers that show a token, if there is one.
   *
   * @param calls what runs them; empty for gRPC's threads
   */
  public static SwitchServer start(
      InetSocketAddress address,
      Optional<TlsFiles> tls,
      List<? extends BindableService> services,
      Optional<Executor> calls,
      Optional<BearerToken> token) {
    return start(address, tls, services, calls, token, SILENCE);
  }

  /**
   * The same with a client's patience.
   *
   * @param silence how long a connection may take for TLS, and how long it may say nothing before
   *     it is asked for a sign of life, which it has as long to give. A connection that never
   *     begins with HTTP/2 does not outlive this.
   */
  static SwitchServer start(
      InetSocketAddress address,
      Optional<TlsFiles> tls,
      List<? extends BindableService> services,
      Optional<Executor> calls,
      Optional<BearerToken> token,
      Duration silence) {
    ServerCredentials credentials =
        tls.map(TlsFiles::credentials).orElseGet(InsecureServerCredentials::create);
    String at = address.getHostString() + ":" + address.getPort();
    if (address.isUnresolved()) {
      throw new RunFailedException("no server at " + at + ": no such host");
    }
    try {
      NettyServerBuilder builder =
          LimitedServer.at(address, credentials)
              .intercept(new ControllersOnly())
              .maxInboundMessageSize(Channels.MAX_MESSAGE_BYTES)
              .maxInboundMetadataSize(Channels.MAX_METADATA_BYTES)
              .handshakeTimeout(silence.toMillis(), TimeUnit.MILLISECONDS)
              .keepAliveTime(silence.toMillis(), TimeUnit.MILLISECONDS)
              .keepAliveTimeout(silence.toMillis(), TimeUnit.MILLISECONDS);
      services.forEach(service -> builder.addService(ParsedRequests.of(service)));
      calls.ifPresent(builder::executor);
      token.ifPresent(secret -> builder.intercept(secret.demanded()));
      return new SwitchServer(builder.build().start());
    } catch (IOException e) {
      String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new RunFailedException("no server at " + at + ": " + reason, e);
    } catch (IllegalArgumentException e) {
      throw new RunFailedException(
          "no server at %s: certificate and key do not work: %s"
              .formatted(at, RunFailedException.root(e).getMessage()),
          e);
    }
  }

  /** The TCP port that it listens on. */
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    if (!LimitedServer.stop(server)) {
      throw new RunFailedException("a gRPC server did not end in 5 s");
    }
  }
}

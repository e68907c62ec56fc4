package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.ServerCredentials;
import io.grpc.netty.NettyServerBuilder;

/**
 * The gRPC server of an agent, or of another daemon that acts for remote callers: with TLS and a
 * token wherever others than this machine reach it.
 */
public final class AgentServer implements AutoCloseable {
  private static final int KEEP_ALIVE_S = 10;

  private final Server server;

  private AgentServer(Server server) {
    this.server = server;
  }

  /**
   * Starts the server.
   *
   * @param address port 0: one that is free
   * @throws IllegalArgumentException if it would be open to others than this machine
   * @throws IOException naming the address where it cannot listen
   */
  public static AgentServer start(
      InetSocketAddress address,
      Optional<ServerCredentials> tls,
      Optional<BearerToken> token,
      BindableService service)
      throws IOException {
    requireSafe(address, tls.isPresent(), token.isPresent());
    NettyServerBuilder builder =
        LimitedServer.at(address, tls.orElseGet(InsecureServerCredentials::create))
            // Tells of callers whose machine is gone.
            .keepAliveTime(KEEP_ALIVE_S, TimeUnit.SECONDS)
            .intercept(new ControllersOnly())
            .addService(ParsedRequests.of(service));
    token.ifPresent(secret -> builder.intercept(secret.demanded()));
    try {
      return new AgentServer(builder.build().start());
    } catch (IOException e) {
      String reason = e.getCause() == null ? e.getMessage() : e.getCause().getMessage();
      throw new IOException(
          "no server at %s:%d: %s".formatted(address.getHostString(), address.getPort(), reason),
          e);
    }
  }

  private static void requireSafe(InetSocketAddress address, boolean tls, boolean token) {
    if (address.isUnresolved()) {
      throw new IllegalArgumentException(
          "cannot listen at " + address.getHostString() + ": no such host");
    }
    if (!address.getAddress().isLoopbackAddress() && !(tls && token)) {
      throw new IllegalArgumentException(
          "listening at %s, beyond this machine's loopback, takes TLS and a token; missing: %s"
              .formatted(
                  address.getHostString(),
                  tls ? "the token" : token ? "the certificate and key" : "both"));
    }
  }

  /** The TCP port that it listens on. */
  public int port() {
    return server.getPort();
  }

  @Override
  public void close() {
    var _ = LimitedServer.stop(server);
  }
}

package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.Attributes;
import io.grpc.Grpc;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerCredentials;
import io.grpc.ServerInterceptor;
import io.grpc.netty.GrpcHttp2ConnectionHandler;
import io.grpc.netty.InternalNettyServerCredentials;
import io.grpc.netty.InternalProtocolNegotiator;
import io.grpc.netty.NettyServerBuilder;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerAdapter;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.util.AsciiString;

/**
 * The beginning of every gRPC server of this project: its limits on what a caller can take of it,
 * and on what one that no call was granted can. gRPC itself has none.
 */
public final class LimitedServer {
  /** More than the programs of one site; a connection takes some 30 kB. */
  static final int MOST_CONNECTIONS = 1_024;

  /** A run has tens at a time. Clients of gRPC have those above wait. */
  static final int MOST_CALLS = 256;

  /** Enough for a client's first ones; each takes 4 kB for as long as its caller leaves it open. */
  static final int MOST_CALLS_OF_A_STRANGER = 32;

  /**
   * The most resets of both ends: those that the client sends (CVE-2023-44487) and those that it
   * makes this end send (CVE-2025-55163). A client that cancels its calls sends tens.
   */
  static final int MOST_RESETS = 400;

  private static final int RESET_WINDOW_S = 10;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final int IDLE_MIN = 5;
  private static final int STOP_S = 5;

  private LimitedServer() {}

  /** Begins a server with the limits. */
  public static NettyServerBuilder at(InetSocketAddress address, ServerCredentials credentials) {
    return at(address, credentials, new ConnectionLimit(MOST_CONNECTIONS, PATIENCE));
  }

  /** The same with another limit of connections. */
  static NettyServerBuilder at(
      InetSocketAddress address, ServerCredentials credentials, ConnectionLimit connections) {
    return NettyServerBuilder.forAddress(address, counted(credentials, connections))
        // The first that is added sees calls last: those that all others let pass.
        .intercept(admitting(connections))
        .maxConcurrentCallsPerConnection(MOST_CALLS_OF_A_STRANGER)
        .maxRstFramesPerWindow(MOST_RESETS, RESET_WINDOW_S)
        .handshakeTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
        .maxConnectionIdle(IDLE_MIN, TimeUnit.MINUTES)
        .permitKeepAliveWithoutCalls(true)
        .permitKeepAliveTime(1, TimeUnit.SECONDS);
  }

  private static ServerInterceptor admitting(ConnectionLimit connections) {
    return new ServerInterceptor() {
      @Override
      public <Q, P> ServerCall.Listener<Q> interceptCall(
          ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
        Attributes of = call.getAttributes();
        connections
            .admit(
                Objects.requireNonNull(of.get(Grpc.TRANSPORT_ATTR_REMOTE_ADDR)),
                Objects.requireNonNull(of.get(Grpc.TRANSPORT_ATTR_LOCAL_ADDR)))
            .ifPresent(LimitedServer::raise);
        return next.startCall(call, headers);
      }
    };
  }

  /** Grants a connection more calls at a time (RFC 9113 section 6.5.2). */
  private static void raise(Channel connection) {
    connection
        .eventLoop()
        .execute(() -> {
          ChannelHandlerContext context =
              connection.pipeline().context(GrpcHttp2ConnectionHandler.class);
          if (context != null) {
            var settings = new Http2Settings().maxConcurrentStreams(MOST_CALLS);
            var handler = (GrpcHttp2ConnectionHandler) context.handler();
            var _ = handler.encoder().writeSettings(context, settings, context.newPromise());
            context.flush();
          }
        });
  }

  /** Ends a server and its calls; says whether its sockets were closed in 5 s. */
  public static boolean stop(Server server) {
    server.shutdownNow();
    try {
      return server.awaitTermination(STOP_S, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** The interface of gRPC that is not for everybody: no other tells of a connection's begin. */
  private static ServerCredentials counted(ServerCredentials tls, ConnectionLimit connections) {
    InternalProtocolNegotiator.ServerFactory factory =
        InternalNettyServerCredentials.toNegotiator(tls);
    return InternalNettyServerCredentials.create(
        (InternalProtocolNegotiator.ServerFactory)
            pool -> new Counted(factory.newNegotiator(pool), connections));
  }

  /** A negotiation that begins with the count. */
  private record Counted(
      InternalProtocolNegotiator.ProtocolNegotiator negotiator, ConnectionLimit connections)
      implements InternalProtocolNegotiator.ProtocolNegotiator {
    @Override
    public AsciiString scheme() {
      return negotiator.scheme();
    }

    @Override
    public ChannelHandler newHandler(GrpcHttp2ConnectionHandler handler) {
      ChannelHandler next = negotiator.newHandler(handler);
      return new ChannelHandlerAdapter() {
        @Override
        public void handlerAdded(ChannelHandlerContext context) {
          connections.enter(context.channel());
          context.pipeline().replace(this, null, next);
        }
      };
    }

    @Override
    public void close() {
      negotiator.close();
    }
  }
}

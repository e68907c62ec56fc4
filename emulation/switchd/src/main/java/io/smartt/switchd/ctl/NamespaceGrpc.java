package io.smartt.switchd.ctl;

import module java.base;

import io.grpc.ManagedChannel;
import io.grpc.netty.NettyChannelBuilder;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.input.FileErrors;
import io.smartt.controller.rpc.Channels;
import io.smartt.host.packetio.NetworkNamespace;

/**
 * Reaches servers that listen on the loopback interface inside a network namespace: a socket stays
 * in the namespace in which it was opened.
 */
public final class NamespaceGrpc implements AutoCloseable {
  private static final long END_MS = 2_000;

  private final NetworkNamespace namespace;
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1, new DefaultThreadFactory("smartt-control", true), NioIoHandler.newFactory());
  private final Map<Integer, ManagedChannel> channels = new HashMap<>();

  /** The gRPC of this namespace. */
  public NamespaceGrpc(NetworkNamespace namespace) {
    this.namespace = namespace;
  }

  /** Returns the channel to a port; closed with this. It connects again where its server ended. */
  public ManagedChannel channel(int port) {
    return channels.computeIfAbsent(port, this::open);
  }

  private ManagedChannel open(int port) {
    return Channels.limited(
            NettyChannelBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port)))
        .usePlaintext()
        .eventLoopGroup(loops)
        .channelFactory(() -> new NioSocketChannel(socket()))
        .build();
  }

  /** A TCP socket of the namespace, not connected. */
  public SocketChannel socket() {
    return namespace.call(() -> FileErrors.get(SocketChannel::open));
  }

  @Override
  public void close() {
    channels.values().forEach(ManagedChannel::shutdownNow);
    loops.shutdownGracefully(0, END_MS, TimeUnit.MILLISECONDS).syncUninterruptibly();
  }
}

package io.smartt.host.agent.daemon;

import module java.base;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;

/**
 * A bound on the connections of one server. A connection is a stranger's until {@link #admit} says
 * otherwise. No stranger stays for long, and the oldest gives way to one connection too many, so
 * that strangers cannot use the server up. Thread safe.
 */
public final class ConnectionLimit {
  private final int most;
  private final long patienceMs;

  /** The connections of strangers by their ends, the oldest first. */
  private final Map<List<SocketAddress>, Channel> strangers = new LinkedHashMap<>();

  private int open;

  /** A limit of so many connections; a stranger's may stay for the time given. */
  public ConnectionLimit(int most, Duration patience) {
    this.most = most;
    this.patienceMs = patience.toMillis();
  }

  /** Counts a connection until it closes. If it is one too many, a stranger's is closed. */
  public synchronized void enter(Channel connection) {
    var ends = List.of(connection.remoteAddress(), connection.localAddress());
    strangers.put(ends, connection);
    Future<?> expiry =
        connection.eventLoop().schedule(() -> expire(ends), patienceMs, TimeUnit.MILLISECONDS);
    connection
        .closeFuture()
        .addListener(_ -> {
          expiry.cancel(false);
          leave(ends);
        });
    if (++open > most) {
      expire(strangers.keySet().iterator().next());
    }
  }

  /**
   * Closes in front of all handlers: HTTP/2's waits for the ends of its streams, and a refused call
   * is a stream until its caller ends it.
   */
  private synchronized void expire(List<SocketAddress> ends) {
    Channel stranger = strangers.remove(ends);
    if (stranger != null) {
      ChannelHandlerContext first = stranger.pipeline().firstContext();
      var _ = first == null ? stranger.close() : first.close();
    }
  }

  private synchronized void leave(List<SocketAddress> ends) {
    open--;
    strangers.remove(ends);
  }

  /**
   * Takes the connection between these ends for that of somebody who may call.
   *
   * @return the connection if it was a stranger's
   */
  public synchronized Optional<Channel> admit(SocketAddress remote, SocketAddress local) {
    return Optional.ofNullable(strangers.remove(List.of(remote, local)));
  }
}

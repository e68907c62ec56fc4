package io.smartt.host.agent.daemon;

import io.netty.channel.Channel;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A bound on the connections of one server. A connection is a stranger's until {@link #admit} says
 * otherwise. No stranger stays for long, and the oldest gives way to one connection too many, so
 * that strangers cannot use the server up. Thread safe.
 */
public final class ConnectionLimit {
  private final int most;
  private final Duration patience;
  private final Map<List<SocketAddress>, Channel> strangers = new LinkedHashMap<>();
  private int open;

  /**
   * A limit without connections.
   *
   * @param most connections at a time
   * @param patience how long a stranger may stay
   */
  public ConnectionLimit(int most, Duration patience) {
    this.most = most;
    this.patience = patience;
  }

  /** Counts a connection until it closes. If it is one too many, a stranger's is closed. */
  public void enter(Channel connection) {
    List<SocketAddress> ends = List.of(connection.remoteAddress(), connection.localAddress());
    Future<?> expiry =
        connection
            .eventLoop()
            .schedule(
                () -> forget(ends).ifPresent(Channel::close),
                patience.toMillis(),
                TimeUnit.MILLISECONDS);
    Optional<Channel> tooMany = count(ends, connection);
    connection.closeFuture().addListener(_ -> {
      expiry.cancel(false);
      leave(ends);
    });
    tooMany.ifPresent(Channel::close);
  }

  private synchronized Optional<Channel> count(List<SocketAddress> ends, Channel connection) {
    open++;
    strangers.put(ends, connection);
    return open > most
        ? Optional.of(strangers.remove(strangers.keySet().iterator().next()))
        : Optional.empty();
  }

  private synchronized Optional<Channel> forget(List<SocketAddress> ends) {
    return Optional.ofNullable(strangers.remove(ends));
  }

  private synchronized void leave(List<SocketAddress> ends) {
    open--;
    strangers.remove(ends);
  }

  /** Takes a connection for that of somebody who may call. */
  public void admit(SocketAddress remote, SocketAddress local) {
    var _ = forget(List.of(remote, local));
  }
}

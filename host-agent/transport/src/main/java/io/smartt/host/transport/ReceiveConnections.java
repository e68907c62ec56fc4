package io.smartt.host.transport;

import module java.base;

import io.smartt.host.credit.CreditAccount.CreditSender;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import io.smartt.host.wire.OuterHeaders;
import org.jspecify.annotations.Nullable;

/**
 * The connections that other hosts opened to this one: by this host's number of them, and by the
 * other host and its number. Those closed of late are kept among the latter, so that a late packet
 * of theirs does not open them again.
 */
final class ReceiveConnections {
  /** A number that no connection has. */
  static final int NONE = 0;

  private static final int MAX = 1 << 16;
  private static final int MAX_CLOSED = 1 << 12;
  private static final int MAX_TRIMMED_BYTES = 1 << 24;

  /** Looks for silent connections in the time that makes a connection silent. */
  private static final int FORGETS = 8;

  private final long forgetSilentPs;
  private final List<@Nullable ReceiveConnection> byId = new ArrayList<>();
  private final ArrayDeque<Integer> freeIds = new ArrayDeque<>();
  private final LongMap<ReceiveConnection> byPeer = new LongMap<>();
  private final LongMap<CreditSender> senders = new LongMap<>();
  private final LongMap<Integer> trimmedUnopened = new LongMap<>();
  private final ArrayDeque<ReceiveConnection> closed = new ArrayDeque<>();

  private int incomplete;
  private long nextForgetPs = Long.MIN_VALUE;

  ReceiveConnections(long forgetSilentPs) {
    this.forgetSilentPs = forgetSilentPs;
    byId.add(null);
  }

  /** The connection of a packet that names this host's id, if the sender is the right one. */
  @Nullable ReceiveConnection find(int id, int sourceIpv4, int sourcePdc) {
    ReceiveConnection connection = id < byId.size() ? byId.get(id) : null;
    return connection != null
            && connection.peer().ipv4() == sourceIpv4
            && connection.remoteId() == sourcePdc
        ? connection
        : null;
  }

  /** The connection that a host has under a number of its own, open or closed of late. */
  @Nullable ReceiveConnection findByPeer(int ipv4, int pdc) {
    return byPeer.get(key(ipv4, pdc));
  }

  /**
   * Returns whether a packet with SYN may take the place of the connection that its sender had
   * under the same number: it is closed, or nothing would be lost.
   */
  boolean mayReplace(ReceiveConnection known, long nowPs) {
    return known.isClosed() || known.isIdle() || nowPs - known.heardPs() >= forgetSilentPs;
  }

  /** Makes a connection, in place of what its sender had under the same number; null if full. */
  @Nullable ReceiveConnection open(
      Destination peer, int pdc, OuterHeaders headers, int firstPsn, long nowPs) {
    ReceiveConnection known = byPeer.get(key(peer.ipv4(), pdc));
    int id;
    if (known != null && !known.isClosed()) {
      // The number stays: its sender may already know it.
      ended(known.abandonMessages());
      id = known.id();
    } else {
      id = nextId(nowPs);
      if (id == MAX) {
        return null;
      }
    }
    ReceiveConnection connection =
        new ReceiveConnection(
            id, pdc, peer, headers, sender(peer), Integer.toUnsignedLong(firstPsn), nowPs);
    byId.set(id, connection);
    long key = key(peer.ipv4(), pdc);
    byPeer.put(key, connection);
    connection.credit().trimmed(0, Objects.requireNonNullElse(trimmedUnopened.get(key), 0));
    trimmedUnopened.remove(key);
    return connection;
  }

  /** Notes what a sender will send again once it has a connection: all before it was trimmed. */
  void trimmedUnopened(int ipv4, int pdc, int frameBytes) {
    long key = key(ipv4, pdc);
    int before = Objects.requireNonNullElse(trimmedUnopened.get(key), 0);
    if (trimmedUnopened.size() < MAX_CLOSED && before < MAX_TRIMMED_BYTES) {
      trimmedUnopened.put(key, before + frameBytes);
    }
  }

  /** State that a host's connections share; hosts are few, so that none is forgotten. */
  private CreditSender sender(Destination peer) {
    CreditSender sender = senders.get(peer.ipv4());
    if (sender == null) {
      sender = new CreditSender();
      senders.put(peer.ipv4(), sender);
    }
    return sender;
  }

  /** A connection was closed: its number is free, and late packets are answered for a while. */
  void closed(ReceiveConnection connection) {
    free(connection);
    closed.add(connection);
    if (closed.size() > MAX_CLOSED) {
      forget(closed.remove());
    }
  }

  /** Tells of each incomplete message, in no order. */
  void forEachIncoming(IncomingMessages visitor) {
    byPeer.forEach(connection -> connection.forEachIncoming(visitor));
  }

  private int nextId(long nowPs) {
    // As late as possible is a number given out again.
    if (freeIds.isEmpty() && byId.size() == MAX) {
      evictSilent(nowPs);
    }
    if (byId.size() < MAX && freeIds.size() < MAX_CLOSED) {
      byId.add(null);
      return byId.size() - 1;
    }
    Integer free = freeIds.poll();
    return free == null ? MAX : free;
  }

  /** The number of messages that have begun and are not complete. */
  int incomplete() {
    return incomplete;
  }

  void begun() {
    incomplete++;
  }

  void ended(int messages) {
    incomplete -= messages;
  }

  /**
   * Forgets the connections that have been silent for long, with what they left incomplete, if that
   * was not done of late: senders without an end would have it done for each packet.
   *
   * @return whether it was done now
   */
  boolean forgetSilent(long nowPs) {
    if (nowPs < nextForgetPs) {
      return false;
    }
    nextForgetPs = nowPs + Math.max(1, forgetSilentPs / FORGETS);
    evictSilent(nowPs);
    return true;
  }

  private void evictSilent(long nowPs) {
    for (int id = 0; id < byId.size(); id++) {
      ReceiveConnection connection = byId.get(id);
      if (connection != null && nowPs - connection.heardPs() >= forgetSilentPs) {
        ended(connection.abandonMessages());
        free(connection);
        forget(connection);
      }
    }
  }

  private void free(ReceiveConnection connection) {
    byId.set(connection.id(), null);
    freeIds.add(connection.id());
  }

  private void forget(ReceiveConnection connection) {
    long key = key(connection.peer().ipv4(), connection.remoteId());
    if (byPeer.get(key) == connection) {
      byPeer.remove(key);
    }
  }

  private static long key(int ipv4, int pdc) {
    return (Integer.toUnsignedLong(ipv4) << 16) | pdc;
  }
}

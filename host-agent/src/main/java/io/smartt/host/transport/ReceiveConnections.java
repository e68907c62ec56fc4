package io.smartt.host.transport;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The connections that other hosts opened to this one. */
final class ReceiveConnections {
  private static final int MAX = 1 << 16;

  private record Key(int ipv4, int pdc) {}

  private final List<ReceiveConnection> byId = new ArrayList<>();
  private final Map<Key, ReceiveConnection> byPeer = new HashMap<>();

  /** The connection of a packet that names this host's id, if the sender is the right one. */
  @Nullable ReceiveConnection find(int id, int sourceIpv4, int sourcePdc) {
    if (id >= byId.size()) {
      return null;
    }
    ReceiveConnection connection = byId.get(id);
    return connection.peer().ipv4() == sourceIpv4 && connection.remoteId() == sourcePdc
        ? connection
        : null;
  }

  /** The connection with this id, which exists. */
  ReceiveConnection get(int id) {
    return byId.get(id);
  }

  /**
   * The connection of a packet with SYN, made if it is new. A sender that has come round to a
   * number it used before replaces the connection of old, if that is idle.
   *
   * @param firstPsn the connection's first PSN
   * @param whole whether the packet is whole; a trimmed one, which no checksum covers, replaces
   *     nothing
   */
  @Nullable ReceiveConnection synchronize(
      Destination peer, int sourcePdc, int firstPsn, boolean whole) {
    Key key = new Key(peer.ipv4(), sourcePdc);
    ReceiveConnection known = byPeer.get(key);
    if (known != null && (int) known.window().first() == firstPsn) {
      return known;
    }
    if (known == null ? byId.size() == MAX : !known.isIdle() || !whole) {
      return null;
    }
    int id = known == null ? byId.size() : known.id();
    ReceiveConnection connection =
        new ReceiveConnection(id, sourcePdc, peer, Integer.toUnsignedLong(firstPsn));
    if (known == null) {
      byId.add(connection);
    } else {
      byId.set(id, connection);
    }
    byPeer.put(key, connection);
    return connection;
  }
}

package io.smartt.host.transport;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The connections opened by this host, by their 16-bit number. Numbers are given out cyclically, so
 * that one comes back as late as possible and frames of its former bearer are gone.
 */
final class ConnectionIds {
  private static final int MAX = 1 << 16;

  private @Nullable SendConnection[] connections = new SendConnection[16];
  private NumberShare share = NumberShare.ALL;
  private int next;
  private int count;

  /** Gives out some numbers only. Before any is given out. */
  void share(NumberShare numbers) {
    share = numbers;
    next = (int) numbers.first(MAX);
  }

  /** A number that no open connection has. */
  int nextFree() {
    long most = share.below(MAX);
    if (count == most) {
      throw new IllegalStateException("a host can have " + most + " connections open, all are");
    }
    while (find(next) != null) {
      next = after(next);
    }
    return next;
  }

  private int after(int id) {
    return (int) share.after(id, MAX);
  }

  void put(SendConnection connection) {
    int id = connection.id();
    if (id >= connections.length) {
      connections =
          Arrays.copyOf(connections, Math.min(MAX, Math.max(id + 1, 2 * connections.length)));
    }
    connections[id] = connection;
    count++;
    next = after(id);
  }

  void remove(SendConnection connection) {
    connections[connection.id()] = null;
    count--;
  }

  @Nullable SendConnection find(int id) {
    return id < connections.length ? connections[id] : null;
  }

  /** An open connection that has a property. */
  Optional<SendConnection> find(Predicate<SendConnection> property) {
    return Arrays.stream(connections)
        .<SendConnection>mapMulti((connection, out) -> {
          if (connection != null && property.test(connection)) {
            out.accept(connection);
          }
        })
        .findFirst();
  }

  SendConnection get(int id) {
    SendConnection connection = id < 0 ? null : find(id);
    if (connection == null) {
      throw new IllegalArgumentException("connection " + id + " is not open");
    }
    return connection;
  }
}

package io.smartt.host.transport;

import module java.base;

import org.jspecify.annotations.Nullable;

/**
 * The numbers of connections and messages that one of several endpoints of a host gives out: those
 * whose remainder is its index. So a frame's connection says which endpoint it is for, and numbers
 * are the host's own as with one endpoint.
 *
 * @param index from 0
 * @param count endpoints of the host, 1 to {@value #MOST}
 * @param turn how many of them are left out at first: an endpoint that takes the place of another
 *     begins elsewhere, since frames of the other may be on the way still
 */
public record NumberShare(int index, int count, int turn) {
  /** More endpoints than this have no use: the numbers of connections are 16 bits. */
  public static final int MOST = 64;

  /** The share of one that has all numbers. */
  public static final NumberShare ALL = new NumberShare(0, 1, 0);

  /** Checks the numbers. */
  public NumberShare {
    if (count < 1 || count > MOST || index < 0 || index >= count || turn < 0) {
      throw new IllegalArgumentException("share %d of %d from %d".formatted(index, count, turn));
    }
  }

  /** The first number below a limit. */
  long first(long limit) {
    return index + turn % below(limit) * count;
  }

  /** The number after one, below a limit, around which they go. */
  long after(long number, long limit) {
    return number + count < limit ? number + count : index;
  }

  /** Returns how many there are below a limit. */
  long below(long limit) {
    return (limit - index + count - 1) / count;
  }

  /**
   * The connections opened by this host, by their 16-bit number. Numbers are given out cyclically,
   * so that one comes back as late as possible and frames of its former bearer are gone.
   */
  static final class ConnectionIds {
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
}

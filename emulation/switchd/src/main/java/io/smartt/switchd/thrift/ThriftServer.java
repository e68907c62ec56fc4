package io.smartt.switchd.thrift;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.SeldomLines;
import io.smartt.base.failure.RunFailedException;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.transport.TTransportException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers Thrift calls on a TCP address, in the binary protocol, buffered and multiplexed as
 * simple_switch does (behavioral-model, src/bm_runtime/server.cpp). Each connection has a thread.
 */
public final class ThriftServer implements AutoCloseable {
  /** More callers than a network of switches has; the one that was silent longest makes room. */
  static final int MOST_CONNECTIONS = 64;

  private static final Logger LOG = LoggerFactory.getLogger(ThriftServer.class);
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final long LOG_EVERY_NS = TimeUnit.SECONDS.toNanos(10);
  private static final long AFTER_FAILURE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  private final ServerSocket server;
  private final ThriftCalls calls;
  private final Duration patience;
  private final Semaphore large = new Semaphore(1);
  private final Set<ThriftConnection> connections = ConcurrentHashMap.newKeySet();
  private final SeldomLines complaints = new SeldomLines(LOG_EVERY_NS);

  private ThriftServer(ServerSocket server, ThriftCalls calls, Duration patience) {
    this.server = server;
    this.calls = calls;
    this.patience = patience;
  }

  /**
   * Starts one.
   *
   * @param address port 0: one that is free
   * @param services whose calls it answers
   * @throws RunFailedException naming the address where it cannot listen
   */
  public static ThriftServer start(InetSocketAddress address, ThriftServices services) {
    ThriftServer started = start(address, new ThriftCalls(services.methods()), PATIENCE);
    services.listeningOn(started.port());
    return started;
  }

  /**
   * The same for any calls.
   *
   * @param patience how long a request that has begun may stand still
   */
  static ThriftServer start(InetSocketAddress address, ThriftCalls calls, Duration patience) {
    String at = address.getHostString() + ":" + address.getPort();
    if (address.isUnresolved()) {
      throw new RunFailedException("no Thrift server at " + at + ": no such host");
    }
    try {
      ServerSocket socket = new ServerSocket();
      try {
        socket.bind(address);
      } catch (IOException e) {
        throw Closing.after(e, socket);
      }
      ThriftServer started = new ThriftServer(socket, calls, patience);
      Thread.ofPlatform().name("thrift").daemon().start(started::accept);
      return started;
    } catch (IOException e) {
      throw new RunFailedException("no Thrift server at " + at + ": " + e.getMessage(), e);
    }
  }

  /** The TCP port that it listens on. */
  public int port() {
    return server.getLocalPort();
  }

  private void accept() {
    while (!server.isClosed()) {
      try {
        Socket socket = server.accept();
        try {
          makeRoom();
          ThriftConnection connection = new ThriftConnection(socket, calls, large, patience);
          connections.add(connection);
          Thread.ofVirtual().name("thrift-connection").start(() -> serve(connection));
        } catch (IOException | TTransportException e) {
          var _ = Closing.after(e, socket);
          throw e;
        }
      } catch (IOException | TTransportException e) {
        // The server is closed, a caller went before it was answered, or there are no more files.
        LockSupport.parkNanos(AFTER_FAILURE_NS);
      }
    }
  }

  private void makeRoom() throws IOException {
    if (connections.size() < MOST_CONNECTIONS) {
      return;
    }
    long nowNs = System.nanoTime();
    Optional<ThriftConnection> quietest =
        connections.stream().max(Comparator.comparingLong(c -> c.waitingNs(nowNs)));
    if (quietest.isPresent()) {
      connections.remove(quietest.get());
      quietest.get().close();
      complain("there are more than " + MOST_CONNECTIONS + " of them");
    }
  }

  private void serve(ThriftConnection connection) {
    try (connection) {
      connection.serve();
    } catch (TTransportException e) {
      if (e.getType() != TTransportException.END_OF_FILE && connections.contains(connection)) {
        complain(String.valueOf(e.getMessage()));
      }
    } catch (TException e) {
      complain(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      // The caller has gone, or this end is closed.
    } catch (RuntimeException e) {
      complain(e.toString());
    } finally {
      connections.remove(connection);
    }
  }

  /** One line in ten seconds: garbage on the port must not fill the log. */
  private void complain(String why) {
    complaints
        .next("", System.nanoTime())
        .ifPresent(
            _ -> LOG.warn("Thrift: a connection is closed: {}", why.replaceAll("[^ -~]", "?")));
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(connections);
    all.addFirst(server);
    Closing.all("stopping the Thrift server", all);
  }

  /** The methods of all services by {@code service:method}. They run one at a time. */
  static final class ThriftCalls {
    private final Map<String, ThriftMethod> methods;

    ThriftCalls(Map<String, ThriftMethod> methods) {
      this.methods = Map.copyOf(methods);
    }

    /**
     * Calls one.
     *
     * @return the answer's fields: 0 for what it returns, 1 for the exception that it declares
     * @throws TApplicationException saying why there is neither
     */
    @SuppressWarnings("ReferenceEquality") // NOTHING is one of its kind
    ThriftValue.Struct call(String name, Arguments arguments) throws TApplicationException {
      ThriftMethod method =
          Optional.ofNullable(methods.get(name))
              .orElseThrow(() ->
                  new TApplicationException(
                      TApplicationException.UNKNOWN_METHOD, "this switch has no " + name));
      try {
        ThriftValue answer;
        synchronized (this) {
          answer = method.call(arguments);
        }
        return answer == ThriftMethod.NOTHING
            ? ThriftValue.Struct.EMPTY
            : new ThriftValue.Struct(Map.of(0, answer));
      } catch (ThriftMethod.ThriftFault fault) {
        return new ThriftValue.Struct(
            Map.of(1, new ThriftValue.Struct(Map.of(1, ThriftValue.i32(fault.code())))));
      } catch (RuntimeException e) {
        throw new TApplicationException(
            TApplicationException.INTERNAL_ERROR, String.valueOf(e.getMessage()));
      }
    }
  }
}

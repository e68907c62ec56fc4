package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.realtime.Background;

/**
 * TCP of the kernel next to an experiment: sockets in the namespaces of hosts, kept full from the
 * experiment's beginning to its end. The hosts' kernels send and receive its packets over the same
 * switches.
 */
final class BackgroundTcp implements Background {
  private static final int BUFFER_BYTES = 1 << 16;
  private static final Duration LONGEST_END = Duration.ofSeconds(2);

  private final NamespaceNetwork network;
  private final Topology topology;
  private final List<Stream> streams = new ArrayList<>();
  private long beganNs;

  BackgroundTcp(NamespaceNetwork network, Topology topology, List<TcpStream> wanted) {
    this.network = network;
    this.topology = topology;
    wanted.forEach(stream -> streams.add(new Stream(stream)));
  }

  @Override
  public boolean isOn() {
    return !streams.isEmpty();
  }

  @Override
  public void begin() {
    streams.forEach(Stream::open);
    beganNs = System.nanoTime();
    streams.forEach(Stream::start);
  }

  @Override
  public void end(long nowPs, RunEvents events) {
    double seconds = (System.nanoTime() - beganNs) / (double) TimeUnit.SECONDS.toNanos(1);
    for (Stream stream : streams) {
      events.add(nowPs, RunEvent.Kind.BACKGROUND_TCP, stream.words(seconds));
    }
    streams.forEach(Stream::close);
  }

  private final class Stream {
    private final TcpStream ends;
    private final AtomicLong received = new AtomicLong();
    private final List<AutoCloseable> open = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    Stream(TcpStream ends) {
      this.ends = ends;
    }

    /** A socket stays in the namespace in which it was made. */
    void open() {
      ServerSocketChannel server =
          network
              .namespace(ends.to())
              .call(() ->
                  FileErrors.get(() ->
                      ServerSocketChannel.open(StandardProtocolFamily.INET)
                          .bind(new InetSocketAddress(ends.to().ipv4Text(), 0))));
      open.add(server);
      SocketChannel sender =
          network
              .namespace(ends.from())
              .call(() -> FileErrors.get(() -> SocketChannel.open(StandardProtocolFamily.INET)));
      open.add(sender);
      threads.add(thread("receives", () -> receive(server)));
      threads.add(thread("sends", () -> send(sender, server)));
    }

    private Thread thread(String does, Work work) {
      return Thread.ofPlatform()
          .daemon()
          .name("smartt-tcp-" + ends.from().name() + "-" + ends.to().name() + "-" + does)
          .unstarted(() -> {
            try {
              work.run();
            } catch (IOException e) {
              // The end closes the sockets; what had arrived until then counts.
            }
          });
    }

    void start() {
      threads.forEach(Thread::start);
    }

    private void receive(ServerSocketChannel server) throws IOException {
      try (SocketChannel from = server.accept()) {
        synchronized (open) {
          open.add(from);
        }
        ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
        for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
          received.addAndGet(read);
          buffer.clear();
        }
      }
    }

    private void send(SocketChannel to, ServerSocketChannel server) throws IOException {
      to.connect(server.getLocalAddress());
      ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER_BYTES);
      while (to.write(buffer) >= 0) {
        buffer.clear();
      }
    }

    String words(double seconds) {
      double bps = received.get() * 8 / seconds;
      long linkBps =
          Math.min(
              topology.access(ends.from()).rateBps(), topology.access(ends.to()).arrivingBps());
      return String.format(
          Locale.ROOT,
          "TCP from %s to %s: %.3f MB in %.3f s, %.3f Mbit/s, %.1f %% of the link",
          ends.from().name(),
          ends.to().name(),
          received.get() / 1e6,
          seconds,
          bps / 1e6,
          100.0 * bps / linkBps);
    }

    void close() {
      List<AutoCloseable> all;
      synchronized (open) {
        all = List.copyOf(open);
      }
      for (AutoCloseable one : all) {
        try {
          one.close();
        } catch (Exception e) {
          throw new RunFailedException("a TCP socket of " + ends + " does not close: " + e, e);
        }
      }
      for (Thread thread : threads) {
        try {
          boolean ended = thread.join(LONGEST_END);
          if (!ended) {
            throw new RunFailedException(
                "the TCP connection of %s does not end in %d s"
                    .formatted(ends, LONGEST_END.toSeconds()));
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
      }
    }
  }

  @FunctionalInterface
  private interface Work {
    void run() throws IOException;
  }

  /**
   * A TCP connection that a host's kernel keeps full.
   *
   * @param from sends
   * @param to receives
   */
  record TcpStream(Host from, Host to) {
    private static final String KEY = "netns.tcp";

    /**
     * The streams of a setting, {@code none} or {@code h5>h1,h6>h2}.
     *
     * @throws UserInputException naming what is no stream between hosts of the network
     */
    static List<TcpStream> parseAll(String text, Topology network) {
      if (text.strip().equals("none")) {
        return List.of();
      }
      List<TcpStream> streams = new ArrayList<>();
      for (String part : text.split(",", -1)) {
        String[] ends = part.strip().split(">", -1);
        if (ends.length != 2 || ends[0].equals(ends[1])) {
          throw new UserInputException(
              KEY + ": '" + part + "' is no stream; write none, or hosts as h5>h1,h6>h2");
        }
        streams.add(new TcpStream(host(ends[0], network), host(ends[1], network)));
      }
      return List.copyOf(streams);
    }

    private static Host host(String name, Topology network) {
      return network.hosts().stream()
          .filter(host -> host.name().equals(name.strip()))
          .findFirst()
          .orElseThrow(() ->
              new UserInputException(
                  "%s: there is no host '%s', %s"
                      .formatted(
                          KEY,
                          name,
                          NearNames.hint(
                              name, network.hosts().stream().map(Host::name).toList()))));
    }
  }
}

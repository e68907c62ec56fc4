package io.smartt.host.api;

import module java.base;

import io.smartt.host.api.OpenConnection.PendingMessage;
import io.smartt.host.credit.Eqds;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;

/**
 * The work of an {@link Endpoint} on its port's thread: it drives the transport, admits messages,
 * tells what became of them. {@code send}, {@code trySend} and {@code close} are for any thread.
 */
final class Driver implements PortUser, TransportListener {
  /** Frames that leave before those that arrived are read. */
  private static final int FRAMES_A_TURN = 64;

  private final PacketPort port;
  private final EndpointOptions options;
  private final MessageInbox inbox;
  private final TransportEndpoint transport;
  private final Outstanding outstanding;
  private final AtomicInteger waiting = new AtomicInteger();

  // For the port's thread only.
  private final ArrayDeque<PendingMessage> line = new ArrayDeque<>();
  private final Map<Long, PendingMessage> underWay = new HashMap<>();
  private final Map<Connection, OpenConnection> links = new HashMap<>();
  private final Map<Integer, OpenConnection> byId = new HashMap<>();
  private final OutgoingFrame out = new OutgoingFrame();
  private final byte[] frame;
  private int unsentBytes;
  private long latestPs;
  private Optional<DeliveryException> ended = Optional.empty();

  Driver(PacketPort port, EndpointOptions options, MessageInbox inbox, RandomGenerator random) {
    this.port = port;
    this.options = options;
    this.inbox = inbox;
    outstanding = new Outstanding(options.maxOutstandingBytes());
    int frameBytes = OutgoingFrame.maxBytes(options.transport());
    if (frameBytes > port.maxFrameBytes()) {
      throw new IllegalArgumentException(
          "frames of %s bytes do not fit the port's %s; the transport's maximum payload is %s"
              .formatted(frameBytes, port.maxFrameBytes(), options.transport().maxPayloadBytes()));
    }
    frame = new byte[frameBytes];
    transport =
        new TransportEndpoint(
            port.address(),
            options.transport(),
            options.congestion(),
            options.paths(),
            this,
            random);
    transport.payloadSink(inbox);
    transport.grantCredit(Eqds.SETTINGS.defaults().pulls(options.path().linkBps(), frameBytes));
  }

  SentMessage send(PendingMessage message) {
    waiting.incrementAndGet();
    port.execute(() -> {
      if (isWelcome(message)) {
        link(message.connection()).joined(message);
        line.add(message);
        admit();
      } else {
        waiting.decrementAndGet();
      }
    });
    return new SentMessage(message.accepted(), message.delivered());
  }

  Optional<CompletableFuture<Void>> trySend(PendingMessage message) {
    if (waiting.get() > 0 || !outstanding.reserve(message.bytes())) {
      return Optional.empty();
    }
    port.execute(() -> {
      if (isWelcome(message)) {
        OpenConnection link = link(message.connection());
        link.joined(message);
        begin(link, message);
      } else {
        outstanding.release(message.bytes());
      }
    });
    return Optional.of(message.delivered());
  }

  CompletableFuture<Void> close(Connection connection) {
    CompletableFuture<Void> closer = new CompletableFuture<>();
    port.execute(() ->
        ended.ifPresentOrElse(
            closer::completeExceptionally,
            () -> {
              OpenConnection link = link(connection);
              link.addCloser(closer);
              closeIfReady(link);
            }));
    return closer;
  }

  /** Returns whether a message may be sent; fails it if not. */
  private boolean isWelcome(PendingMessage message) {
    Optional<DeliveryException> refusal =
        ended.isPresent() ? ended : link(message.connection()).refusal();
    refusal.ifPresent(message::fail);
    return refusal.isEmpty();
  }

  private OpenConnection link(Connection connection) {
    return links.computeIfAbsent(
        connection,
        unknown -> {
          OpenConnection link =
              new OpenConnection(transport.open(latestPs, connection.peer(), options.path()));
          byId.put(link.id(), link);
          return link;
        });
  }

  /** Sends what waits in line, as far as the limit allows. */
  private void admit() {
    for (PendingMessage next = line.peek();
        next != null && outstanding.reserve(next.bytes());
        next = line.peek()) {
      line.remove();
      waiting.decrementAndGet();
      begin(link(next.connection()), next);
    }
  }

  private void begin(OpenConnection link, PendingMessage message) {
    link.leftLine();
    underWay.put(transport.send(latestPs, link.id(), message.bytes(), message), message);
    message.accepted().complete(null);
    closeIfReady(link);
  }

  private void closeIfReady(OpenConnection link) {
    if (link.beginsToClose()) {
      transport.close(latestPs, link.id());
    }
  }

  @Override
  public void received(long nowPs, byte[] bytes, int offset, int length) {
    latestPs = nowPs;
    transport.receive(nowPs, bytes, offset, length, length);
  }

  @Override
  public long turn(long nowPs) {
    latestPs = nowPs;
    if (transport.nextDeadlinePs() <= nowPs) {
      transport.onDeadline(nowPs);
    }
    for (int i = 0; i < FRAMES_A_TURN; i++) {
      if (unsentBytes == 0) {
        if (!transport.nextFrame(nowPs, out)) {
          return transport.nextDeadlinePs();
        }
        unsentBytes = out.copyWhole(frame, 0);
      }
      if (!port.send(frame, unsentBytes)) {
        return transport.nextDeadlinePs();
      }
      unsentBytes = 0;
    }
    return nowPs;
  }

  @Override
  public void ended(Optional<Throwable> why) {
    DeliveryException failure =
        why.map(cause -> new DeliveryException("the endpoint's port broke: " + cause, cause))
            .orElseGet(() -> new DeliveryException("the endpoint was closed"));
    ended = Optional.of(failure);
    links.values().forEach(link -> link.fail(failure));
    line.clear();
    inbox.end(failure);
  }

  @Override
  public void messageCompleted(long nowPs, int connection, long messageId) {
    PendingMessage message = underWay.remove(messageId);
    OpenConnection link = byId.get(connection);
    if (message != null && link != null) {
      link.delivered(message);
      outstanding.release(message.bytes());
      message.delivered().complete(null);
      admit();
    }
  }

  @Override
  public void connectionClosed(long nowPs, int connection) {
    OpenConnection link = byId.remove(connection);
    if (link != null) {
      link.closed();
    }
  }

  @Override
  public void connectionFailed(
      long nowPs, int connection, TransportListener.ConnectionFailure why) {
    OpenConnection link = byId.remove(connection);
    if (link != null) {
      Set<PendingMessage> lost = new HashSet<>(link.fail(explain(why)));
      if (line.removeIf(lost::contains)) {
        waiting.set(line.size());
      }
      List.copyOf(underWay.entrySet()).stream()
          .filter(entry -> lost.contains(entry.getValue()))
          .forEach(entry -> {
            underWay.remove(entry.getKey());
            outstanding.release(entry.getValue().bytes());
          });
      admit();
    }
  }

  private DeliveryException explain(TransportListener.ConnectionFailure why) {
    return new DeliveryException(
        switch (why) {
          case NO_ANSWER ->
              "no answer from the other side for " + options.transport().giveUpPs() / 1e12 + " s";
          case UNKNOWN_TO_PEER -> "the other side does not know the connection any more";
          case MESSAGE_REFUSED -> "the other side refuses a message as too long";
        });
  }

  /** Bytes of messages accepted and not delivered, against a limit. For any thread. */
  static final class Outstanding {
    private final long limitBytes;
    private final AtomicLong bytes = new AtomicLong();

    Outstanding(long limitBytes) {
      this.limitBytes = limitBytes;
    }

    /** Takes so many if they fit, or if there are none. */
    boolean reserve(long more) {
      long before;
      do {
        before = bytes.get();
        if (before > 0 && before + more > limitBytes) {
          return false;
        }
      } while (!bytes.compareAndSet(before, before + more));
      return true;
    }

    void release(long fewer) {
      bytes.addAndGet(-fewer);
    }
  }
}

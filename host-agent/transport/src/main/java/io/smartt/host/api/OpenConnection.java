package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.PayloadSource;

/**
 * The transport's connection of a {@link Connection}, and the messages in line for it or on their
 * way. For the port's thread only.
 */
final class OpenConnection {
  private final int id;
  private final Set<PendingMessage> messages = new LinkedHashSet<>();
  private final List<CompletableFuture<Void>> closers = new ArrayList<>();
  private int inLine;
  private boolean closing;
  private boolean closed;
  private Optional<DeliveryException> failure = Optional.empty();

  OpenConnection(int id) {
    this.id = id;
  }

  /** The transport's number of it. */
  int id() {
    return id;
  }

  /** The reason why the connection takes no more messages. */
  Optional<DeliveryException> refusal() {
    return failure.isPresent() || closers.isEmpty()
        ? failure
        : Optional.of(new DeliveryException("the connection was closed before the message"));
  }

  /** A message is to be sent, but has to wait. */
  void joined(PendingMessage message) {
    messages.add(message);
    inLine++;
  }

  /** Removes a message whose wait is over. */
  void leftLine() {
    inLine--;
  }

  void delivered(PendingMessage message) {
    messages.remove(message);
  }

  void addCloser(CompletableFuture<Void> closer) {
    closers.add(closer);
    if (closed) {
      closer.complete(null);
    }
    failure.ifPresent(closer::completeExceptionally);
  }

  /** Returns whether to close the connection now, as no message waits for it. True once only. */
  boolean beginsToClose() {
    boolean begins = !closers.isEmpty() && inLine == 0 && failure.isEmpty() && !closing;
    closing |= begins;
    return begins;
  }

  void closed() {
    closed = true;
    closers.forEach(closer -> closer.complete(null));
  }

  /** Fails all that waits for something. Returns the messages. */
  List<PendingMessage> fail(DeliveryException why) {
    failure = Optional.of(why);
    List<PendingMessage> lost = List.copyOf(messages);
    messages.clear();
    inLine = 0;
    lost.forEach(message -> message.fail(why));
    closers.forEach(closer -> closer.completeExceptionally(why));
    return lost;
  }

  /** A message that is not delivered yet. */
  static final class PendingMessage implements PayloadSource {
    private final Connection connection;
    private final ByteBuffer content;
    private final CompletableFuture<Void> accepted = new CompletableFuture<>();
    private final CompletableFuture<Void> delivered = new CompletableFuture<>();

    PendingMessage(Connection connection, ByteBuffer content) {
      if (!content.hasRemaining()) {
        throw new IllegalArgumentException("message of 0 bytes, accepted is 1 or more");
      }
      this.connection = connection;
      this.content = content;
    }

    Connection connection() {
      return connection;
    }

    int bytes() {
      return content.capacity();
    }

    CompletableFuture<Void> accepted() {
      return accepted;
    }

    CompletableFuture<Void> delivered() {
      return delivered;
    }

    void fail(DeliveryException why) {
      accepted.completeExceptionally(why);
      delivered.completeExceptionally(why);
    }

    @Override
    public void copy(long messageOffset, byte[] into, int at, int length) {
      content.get((int) messageOffset, into, at, length);
    }
  }
}

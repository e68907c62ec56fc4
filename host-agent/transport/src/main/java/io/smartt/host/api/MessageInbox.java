package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink;

/**
 * The receiving half of an {@link Endpoint}: buffers of messages that arrive, a queue of those that
 * have, and who waits for one. Filled by the port's thread, emptied by any.
 */
final class MessageInbox implements PayloadSink {
  private static final int INITIAL_BYTES = 4096;

  /** The messages of one peer that arrive may have one part in so many of what all may. */
  private static final int PEER_SHARE = 4;

  /** More than peers have on their way: one that meets a limit is slow, as all of it is refused. */
  private static final long LEAST = 16L << 20;

  private final long limitBytes;
  private final Map<Destination, Arriving> arriving = new HashMap<>();
  private Optional<Incoming> beyond = Optional.empty();
  private long arrivingBytes;
  private final ArrayDeque<Message> messages = new ArrayDeque<>();
  private final ArrayDeque<CompletableFuture<Message>> takers = new ArrayDeque<>();
  private Optional<Consumer<Message>> handler = Optional.empty();
  private Optional<DeliveryException> ended = Optional.empty();
  private long waitingBytes;

  MessageInbox(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /** The next message nobody took, now or when it arrives. */
  synchronized CompletableFuture<Message> take() {
    CompletableFuture<Message> taker = new CompletableFuture<>();
    Message first = messages.poll();
    if (first != null) {
      waitingBytes -= first.content().capacity();
      taker.complete(first);
    } else if (ended.isPresent()) {
      taker.completeExceptionally(ended.get());
    } else {
      takers.add(taker);
    }
    return taker;
  }

  /** Hands this and later messages to a handler, on the port's thread. */
  void handler(Consumer<Message> newHandler) {
    ArrayDeque<Message> arrived;
    synchronized (this) {
      handler = Optional.of(newHandler);
      arrived = new ArrayDeque<>(messages);
      messages.clear();
      arrived.forEach(message -> waitingBytes -= message.content().capacity());
    }
    arrived.forEach(message -> hand(message, newHandler));
  }

  /**
   * The messages of one peer that are not complete, the oldest first, and the bytes that they take.
   */
  private static final class Arriving {
    private final Set<Incoming> messages = new LinkedHashSet<>();
    private long bytes;
  }

  @Override
  public synchronized Optional<PayloadSink.PayloadTarget> open(Destination source, long messageId) {
    Incoming message = new Incoming(source);
    if (waitingBytes > limitBytes) {
      return Optional.empty();
    }
    arriving.computeIfAbsent(source, _ -> new Arriving()).messages.add(message);
    return Optional.of(message);
  }

  /**
   * Takes room for a message. What arrives is limited as what waits is, in all and of each peer.
   * The oldest of a peer may go beyond its peer's limit, and one of those beyond that of all: if
   * none could go on, none would end and make room.
   */
  private synchronized boolean reserve(Incoming message, long bytes) {
    Arriving peer = Objects.requireNonNull(arriving.get(message.source));
    boolean oldest = peer.messages.iterator().next() == message;
    if (!oldest && peer.bytes + bytes > Math.max(LEAST, limitBytes / PEER_SHARE)) {
      return false;
    }
    if (arrivingBytes + bytes > Math.max(LEAST, limitBytes)) {
      if (!oldest || beyond.filter(other -> other != message).isPresent()) {
        return false;
      }
      beyond = Optional.of(message);
    }
    peer.bytes += bytes;
    arrivingBytes += bytes;
    return true;
  }

  private synchronized void release(Incoming message) {
    Arriving peer = Objects.requireNonNull(arriving.get(message.source));
    peer.messages.remove(message);
    peer.bytes -= message.bytes.length;
    arrivingBytes -= message.bytes.length;
    beyond = beyond.filter(other -> other != message);
    if (peer.messages.isEmpty()) {
      arriving.remove(message.source);
    }
  }

  void end(DeliveryException why) {
    ArrayDeque<CompletableFuture<Message>> left;
    synchronized (this) {
      ended = Optional.of(why);
      left = new ArrayDeque<>(takers);
      takers.clear();
    }
    left.forEach(taker -> taker.completeExceptionally(why));
  }

  private void arrived(Message message) {
    Optional<CompletableFuture<Message>> taker = Optional.empty();
    Optional<Consumer<Message>> takes;
    synchronized (this) {
      takes = handler;
      if (takes.isEmpty()) {
        taker = Optional.ofNullable(takers.poll());
        if (taker.isEmpty()) {
          messages.add(message);
          waitingBytes += message.content().capacity();
        }
      }
    }
    takes.ifPresent(to -> hand(message, to));
    taker.ifPresent(to -> to.complete(message));
  }

  /** A handler that fails is the program's trouble, not the port's. */
  private static void hand(Message message, Consumer<Message> handler) {
    try {
      handler.accept(message);
    } catch (RuntimeException e) {
      Thread thread = Thread.currentThread();
      thread.getUncaughtExceptionHandler().uncaughtException(thread, e);
    }
  }

  /** A message that arrives; its buffer doubles as far as its bytes come. */
  private final class Incoming implements PayloadSink.PayloadTarget {
    private final Destination source;
    private byte[] bytes = {};

    Incoming(Destination source) {
      this.source = source;
    }

    @Override
    public boolean hasRoom(long end) {
      if (end <= bytes.length) {
        return true;
      }
      long more = Math.max(end, Math.max(INITIAL_BYTES, 2L * bytes.length));
      int larger = (int) Math.min(more, Integer.MAX_VALUE - 8);
      if (end > larger || !reserve(this, larger - bytes.length)) {
        return false;
      }
      bytes = Arrays.copyOf(bytes, larger);
      return true;
    }

    @Override
    public void abandon() {
      release(this);
    }

    @Override
    public boolean place(long messageOffset, byte[] from, int offset, int length) {
      int at = Math.toIntExact(messageOffset);
      System.arraycopy(from, offset, bytes, at, length);
      return true;
    }

    @Override
    public void complete(long nowPs, long sizeBytes) {
      release(this);
      int size = Math.toIntExact(sizeBytes);
      arrived(new Message(source, ByteBuffer.wrap(bytes, 0, size).slice().asReadOnlyBuffer()));
    }
  }
}

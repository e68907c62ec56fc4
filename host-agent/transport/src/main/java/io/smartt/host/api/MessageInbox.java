package io.smartt.host.api;

import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PayloadSink;
import io.smartt.host.transport.PayloadTarget;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The receiving half of an {@link Endpoint}: buffers of messages that arrive, a queue of those that
 * have, and who waits for one. Filled by the port's thread, emptied by any.
 */
final class MessageInbox implements PayloadSink {
  private static final int INITIAL_BYTES = 4096;

  private final long limitBytes;
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
   * Messages that arrive do not count: one that has begun must be able to go on, or none would end
   * and make room.
   */
  @Override
  public synchronized Optional<PayloadTarget> open(Destination source, long messageId) {
    return waitingBytes > limitBytes ? Optional.empty() : Optional.of(new Incoming(source));
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
  private final class Incoming implements PayloadTarget {
    private final Destination source;
    private byte[] bytes = new byte[INITIAL_BYTES];

    Incoming(Destination source) {
      this.source = source;
    }

    @Override
    public boolean place(long messageOffset, byte[] from, int offset, int length) {
      int at = Math.toIntExact(messageOffset);
      ensure(at + length);
      System.arraycopy(from, offset, bytes, at, length);
      return true;
    }

    @Override
    public void complete(long nowPs, long sizeBytes) {
      // Payload that was only counted never came: it is zeros.
      ensure(Math.toIntExact(sizeBytes));
      int size = (int) sizeBytes;
      arrived(new Message(source, ByteBuffer.wrap(bytes, 0, size).slice().asReadOnlyBuffer()));
    }

    private void ensure(int size) {
      if (size > bytes.length) {
        int larger = Math.max(size, (int) Math.min(2L * bytes.length, Integer.MAX_VALUE - 8));
        bytes = Arrays.copyOf(bytes, larger);
      }
    }
  }
}

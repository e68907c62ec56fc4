package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.PayloadSource;

/** A message that is not delivered yet. */
final class PendingMessage implements PayloadSource {
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

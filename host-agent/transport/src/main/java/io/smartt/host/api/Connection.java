package io.smartt.host.api;

import module java.base;

import io.smartt.host.api.OpenConnection.PendingMessage;
import io.smartt.host.transport.Destination;

/** The way from an endpoint to another. Made by {@link Endpoint#connect}; for any thread. */
public final class Connection {
  private final Driver driver;
  private final Destination peer;

  Connection(Driver driver, Destination peer) {
    this.driver = driver;
    this.peer = peer;
  }

  /** The address of the peer. */
  public Destination peer() {
    return peer;
  }

  /** Sends a message; its bytes must not change until it is delivered. */
  public SentMessage send(byte[] content) {
    return send(ByteBuffer.wrap(content));
  }

  /**
   * Sends a message: the buffer's remaining bytes, at least one, which must not change until it is
   * delivered. Waits in line while too much is outstanding.
   */
  public SentMessage send(ByteBuffer content) {
    return driver.send(new PendingMessage(this, content.slice()));
  }

  /** Sends a message if it would be accepted at once; empty if too much is outstanding. */
  public Optional<CompletableFuture<Void>> trySend(ByteBuffer content) {
    return driver.trySend(new PendingMessage(this, content.slice()));
  }

  /** Takes no more messages; done when all are delivered and the other side is notified. */
  public CompletableFuture<Void> close() {
    return driver.close(this);
  }
}

package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.Destination;

/**
 * A program's end of the network: sends messages to other endpoints and receives theirs, over a
 * {@link PacketPort}. For any thread. What completes its futures and calls its handler is the
 * port's thread, which must not be made to wait.
 */
public final class Endpoint implements AutoCloseable {
  /** The longest message that fits a buffer. */
  public static final long MAX_MESSAGE_BYTES = 1L << 30;

  private final PacketPort port;
  private final MessageInbox inbox;
  private final Driver driver;

  private Endpoint(PacketPort port, EndpointOptions options) {
    this.port = port;
    inbox = new MessageInbox(options.maxWaitingBytes());
    driver = new Driver(port, options, inbox, new SplittableRandom());
  }

  /**
   * Opens an endpoint on a port, which it closes when it is closed.
   *
   * @throws IllegalArgumentException if the port cannot carry the transport's frames
   */
  public static Endpoint open(PacketPort port, EndpointOptions options) {
    if (options.transport().maxMessageBytes() > MAX_MESSAGE_BYTES) {
      throw new IllegalArgumentException(
          "maximum message is %s bytes, accepted is 1 to %s"
              .formatted(options.transport().maxMessageBytes(), MAX_MESSAGE_BYTES));
    }
    Endpoint endpoint = new Endpoint(port, options);
    port.start(endpoint.driver);
    return endpoint;
  }

  /** This endpoint's address. */
  public Destination address() {
    return port.address();
  }

  /** A connection to another endpoint. Nothing is sent before its first message. */
  public Connection connect(Destination peer) {
    return new Connection(driver, peer);
  }

  /** The next message that arrives and that nobody else took. */
  public CompletableFuture<Message> receive() {
    return inbox.take();
  }

  /**
   * Hands messages to a handler from now on, as they become whole; those that wait too. The handler
   * runs on the port's thread; {@link #receive} sees none of them.
   */
  public void onMessage(Consumer<Message> handler) {
    port.execute(() -> inbox.handler(handler));
  }

  /**
   * Ends at once: what is not delivered fails with {@link DeliveryException}. For a good end close
   * the connections first and wait for that.
   */
  @Override
  public void close() {
    port.close();
  }
}

package io.smartt.base.concurrent;

import module java.base;

import io.grpc.ManagedChannel;

/**
 * Calls a server whose process is about to start. Docker's port proxy accepts connections before
 * the server listens, and gRPC backs off for up to minutes; this class resets the back-off four
 * times a second.
 */
public final class StartingServer {
  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(250);

  private StartingServer() {}

  /**
   * Makes a call that waits for the server.
   *
   * @param call waits for the channel to be ready, with a deadline
   */
  public static <T> T await(ManagedChannel channel, Supplier<T> call) {
    Thread retries = Thread.ofVirtual().start(() -> retry(channel));
    try {
      return call.get();
    } finally {
      retries.interrupt();
    }
  }

  /** An interrupt ends it, which is seen as soon as parking is over: it is not slept through. */
  private static void retry(ManagedChannel channel) {
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(RETRY_NS);
      channel.resetConnectBackoff();
    }
  }
}

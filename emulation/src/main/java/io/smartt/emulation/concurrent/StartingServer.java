package io.smartt.emulation.concurrent;

import io.grpc.ManagedChannel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * A server whose process is about to start. A channel waits longer after each connection that
 * fails, up to minutes, and whatever stands in front of a container takes connections long before
 * the server does; here it tries again a few times a second.
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

  private static void retry(ManagedChannel channel) {
    while (!Thread.currentThread().isInterrupted()) {
      LockSupport.parkNanos(RETRY_NS);
      channel.resetConnectBackoff();
    }
  }
}

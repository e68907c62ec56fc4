package io.smartt.controller.target;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import java.util.concurrent.TimeUnit;

/** A channel to a switch and what closing it takes. */
public sealed interface SwitchConnection extends AutoCloseable {
  /** To make calls on. */
  Channel channel();

  @Override
  void close();

  /** Over a channel that somebody else closes. */
  record Borrowed(Channel channel) implements SwitchConnection {
    @Override
    public void close() {}
  }

  /** Over a channel of its own; closing waits for it to let go of its socket. */
  record Owned(ManagedChannel channel) implements SwitchConnection {
    private static final int CLOSE_SECONDS = 5;

    @Override
    public void close() {
      channel.shutdown();
      try {
        if (!channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS)) {
          channel.shutdownNow();
        }
      } catch (InterruptedException e) {
        channel.shutdownNow();
        Thread.currentThread().interrupt();
      }
    }
  }
}

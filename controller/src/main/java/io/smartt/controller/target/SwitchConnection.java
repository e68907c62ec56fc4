package io.smartt.controller.target;

import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.smartt.controller.rpc.Channels;

/** A channel to a switch, with what its end requires. */
public sealed interface SwitchConnection extends AutoCloseable {
  /** The channel for calls. */
  Channel channel();

  @Override
  void close();

  /** A connection over a channel that its owner closes. */
  record Borrowed(Channel channel) implements SwitchConnection {
    @Override
    public void close() {}
  }

  /** A connection with a channel of its own; closing waits until the socket is closed. */
  record Owned(ManagedChannel channel) implements SwitchConnection {
    @Override
    public void close() {
      Channels.close(channel);
    }
  }
}

package io.smartt.controller.fake;

import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A {@link FakeSwitch} behind an in-process channel. */
public final class InProcessSwitch implements AutoCloseable {
  private final FakeSwitch service = new FakeSwitch();
  private final Server server;
  private final ManagedChannel channel;

  /** Starts it. */
  public InProcessSwitch() {
    String name = InProcessServerBuilder.generateName();
    try {
      server =
          InProcessServerBuilder.forName(name).directExecutor().addService(service).build().start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    channel = InProcessChannelBuilder.forName(name).directExecutor().build();
  }

  /** What is behind it. */
  public FakeSwitch service() {
    return service;
  }

  /** How to reach it. */
  public ManagedChannel channel() {
    return channel;
  }

  @Override
  public void close() {
    channel.shutdownNow();
    server.shutdownNow();
  }
}

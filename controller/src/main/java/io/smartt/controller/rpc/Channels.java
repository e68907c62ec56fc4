package io.smartt.controller.rpc;

import module java.base;

import io.grpc.Grpc;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;

/** Opens and closes gRPC channels to the servers of switches. */
public final class Channels {
  /** Limit of a message in bytes: the tables of a large switch exceed gRPC's default of 4 MiB. */
  public static final int MAX_MESSAGE_BYTES = 64 << 20;

  /**
   * Limit of metadata in bytes. A refused batch names each update's error there; P4Runtime advises
   * 8192 bytes and 100 for each update of the largest batch.
   */
  public static final int MAX_METADATA_BYTES = 64 << 10;

  private static final int CLOSE_SECONDS = 5;

  /** The least that gRPC takes; of less it makes this. */
  private static final int KEEP_ALIVE_SECONDS = 10;

  /** A server that shares a core with many others is slow to answer. */
  private static final int SILENT_SECONDS = 20;

  private Channels() {}

  /**
   * Opens a channel with the limits of this class. It connects on the first call.
   *
   * @param address {@code host:port}
   * @param tls empty: without TLS
   * @throws io.smartt.controller.rpc.TlsClientFiles.TlsException naming the file that cannot be
   *     used
   */
  public static ManagedChannel open(String address, Optional<TlsClientFiles> tls) {
    return limited(Grpc.newChannelBuilder(address, TlsClientFiles.orPlaintext(tls))).build();
  }

  /** Sets the limits of this class on a channel that is being built, and returns its builder. */
  public static <B extends ManagedChannelBuilder<?>> B limited(B builder) {
    builder.maxInboundMessageSize(MAX_MESSAGE_BYTES).maxInboundMetadataSize(MAX_METADATA_BYTES);
    return builder;
  }

  /**
   * Makes a channel that is being built ask its server for signs of life, and returns its builder.
   * A machine that loses its power closes no connection: half a minute later this does. The server
   * must allow it; those of this program do, BMv2's takes it for an attack.
   */
  public static <B extends ManagedChannelBuilder<?>> B watched(B builder) {
    builder
        .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
        .keepAliveTimeout(SILENT_SECONDS, TimeUnit.SECONDS)
        .keepAliveWithoutCalls(true);
    return builder;
  }

  /**
   * Cancels the calls of a channel and waits up to 5 s for its socket to close. An interrupt ends
   * the wait and stays set.
   */
  public static void closeNow(ManagedChannel channel) {
    channel.shutdownNow();
    awaitTermination(channel);
  }

  /** Lets the calls of a channel end for up to 5 s, and then cancels them. */
  public static void close(ManagedChannel channel) {
    channel.shutdown();
    if (!awaitTermination(channel)) {
      channel.shutdownNow();
    }
  }

  private static boolean awaitTermination(ManagedChannel channel) {
    try {
      return channel.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}

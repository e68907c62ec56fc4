package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.pathing.PathScheme;
import java.util.random.RandomGenerator;

/**
 * The transport of one host: connections, messages, reliability. Pure: no I/O, no threads, no
 * clock; the caller passes the time, in picoseconds, never going back. Whoever drives it gives it
 * each received frame, asks for the next frame when the wire is free and calls {@link #onDeadline}
 * at {@link #nextDeadlinePs}; after each of these calls a frame may be ready that was not before.
 *
 * <p>For one thread. Allocates when connections and messages open and when their rings grow,
 * nothing per packet after that.
 */
@SuppressWarnings("DoNotCallSuggester")
public final class TransportEndpoint {

  /**
   * An endpoint without connections.
   *
   * @param address this host's; its MAC address is the source of frames
   * @param congestion for connections opened here
   * @param paths for connections opened here
   * @param random for packet numbers and entropies
   */
  public TransportEndpoint(
      Destination address,
      TransportSettings settings,
      CongestionScheme congestion,
      PathScheme paths,
      TransportListener listener,
      RandomGenerator random) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Where payload bytes go that arrive with their frame; without a sink they are counted only. */
  public void payloadSink(PayloadSink sink) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Opens a connection; nothing is sent until it has a message. */
  public int open(long nowPs, Destination destination, PathParameters path) {
    throw new UnsupportedOperationException("skeleton");
  }

  /**
   * Sends a message on an open connection, after those sent on it before.
   *
   * @param sizeBytes payload, at least 1
   * @return the message's id, unique to this host, carried on the wire
   */
  public long send(long nowPs, int connection, long sizeBytes) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Sends a message on a connection of its own, which closes when the message is complete. */
  public long send(long nowPs, Destination destination, long sizeBytes, PathParameters path) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** The connection that carries a message not yet completed. */
  public int connectionOf(long messageId) {
    throw new UnsupportedOperationException("skeleton");
  }

  /**
   * The next frame to put on the wire: acknowledgements and NACKs, then the connections in turn,
   * each with its retransmissions before its new data.
   *
   * @return false if nothing may be sent now
   */
  public boolean nextFrame(long nowPs, OutgoingFrame out) {
    throw new UnsupportedOperationException("skeleton");
  }

  /**
   * A frame arrived. Frames that are not what they should be are counted by {@link DropReason}.
   *
   * @param headLength bytes that are there, from {@code offset}
   * @param wireLength bytes of the frame; above {@code headLength} where payload is only counted
   */
  public void receive(long nowPs, byte[] frame, int offset, int headLength, int wireLength) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** When {@link #onDeadline} wants to be called, {@code Long.MAX_VALUE} for never. */
  public long nextDeadlinePs() {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Expires timers due by now. Harmless when called early. */
  public void onDeadline(long nowPs) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Counts over all connections of this endpoint, closed ones included. */
  public TransportCounters counters() {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Counts of one connection opened here and still open. */
  public TransportCounters counters(int connection) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Frames refused for this reason. */
  public long drops(DropReason reason) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Congestion window of a connection, in frame bytes. */
  public long windowBytes(int connection) {
    throw new UnsupportedOperationException("skeleton");
  }

  /** Frame bytes of a connection in flight. */
  public long inFlightBytes(int connection) {
    throw new UnsupportedOperationException("skeleton");
  }
}

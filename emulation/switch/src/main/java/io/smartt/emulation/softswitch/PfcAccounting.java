package io.smartt.emulation.softswitch;

import org.jspecify.annotations.Nullable;

/**
 * What each port's packets take of the buffer while they wait in lossless queues, wherever those
 * are, and which ports' peers are to pause for it (802.1Qbb). Allocates nothing per packet.
 */
final class PfcAccounting {
  /** Hears, packet by packet, when a port's peer is to pause or may resume. */
  @FunctionalInterface
  interface Listener {
    void pause(int port, boolean on);
  }

  private final @Nullable PauseThresholds[] thresholds;
  private final long[] waitingBytes;
  private final long[] mostBytes;
  private final boolean[] paused;
  private final @Nullable Listener[] listeners;

  PfcAccounting(int ports) {
    thresholds = new PauseThresholds[ports + 1];
    waitingBytes = new long[ports + 1];
    mostBytes = new long[ports + 1];
    paused = new boolean[ports + 1];
    listeners = new Listener[ports + 1];
  }

  /** Sets the thresholds of a port, and who hears of its peer. */
  void configure(int port, PauseThresholds newThresholds, Listener listener) {
    thresholds[port] = newThresholds;
    listeners[port] = listener;
  }

  /** Returns whether a packet may be taken in. */
  boolean hasRoomFor(int port, int bytes) {
    PauseThresholds own = thresholds[port];
    return own == null || waitingBytes[port] + bytes <= own.limitBytes();
  }

  void add(int port, int bytes) {
    PauseThresholds own = thresholds[port];
    if (own == null) {
      return;
    }
    waitingBytes[port] += bytes;
    mostBytes[port] = Math.max(mostBytes[port], waitingBytes[port]);
    if (!paused[port] && waitingBytes[port] > own.xoffBytes()) {
      pause(port, true);
    }
  }

  void remove(int port, int bytes) {
    PauseThresholds own = thresholds[port];
    if (own == null) {
      return;
    }
    waitingBytes[port] -= bytes;
    if (paused[port] && waitingBytes[port] <= own.xonBytes()) {
      pause(port, false);
    }
  }

  private void pause(int port, boolean on) {
    paused[port] = on;
    Listener listener = listeners[port];
    if (listener != null) {
      listener.pause(port, on);
    }
  }

  long waitingBytes(int port) {
    return waitingBytes[port];
  }

  long mostBytes(int port) {
    return mostBytes[port];
  }
}

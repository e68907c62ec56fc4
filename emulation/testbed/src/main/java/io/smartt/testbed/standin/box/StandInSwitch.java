package io.smartt.testbed.standin.box;

import module java.base;

import io.smartt.base.failure.RunFailedException;

/** A stand-in for a switch that runs. Close it to stop it; what it saved stays. */
public sealed interface StandInSwitch extends AutoCloseable permits SonicSwitch, StratumSwitch {
  /** Returns the TCP port of its server. */
  int port();

  @Override
  void close();

  /** Returns what is thrown where a stand-in cannot listen. */
  static RunFailedException noServer(String name, InetSocketAddress listen, IOException e) {
    return new RunFailedException(
        "%s: no server at %s: %s"
            .formatted(
                name, listen, e.getCause() == null ? e.getMessage() : e.getCause().getMessage()),
        e);
  }
}

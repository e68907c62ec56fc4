package io.smartt.testbed.standin.box;

/** A stand-in for a switch that runs. Close it to stop it; what it saved stays. */
public sealed interface StandInBox extends AutoCloseable permits SonicBox, StratumBox {
  /** Returns the TCP port of its server. */
  int port();

  @Override
  void close();
}

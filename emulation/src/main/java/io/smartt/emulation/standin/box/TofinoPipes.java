package io.smartt.emulation.standin.box;

/** The pipes of a Tofino: each has 128 port numbers. */
final class TofinoPipes {
  private static final int PORTS = 128;

  private TofinoPipes() {}

  static int of(int sdkPort) {
    return sdkPort / PORTS;
  }
}

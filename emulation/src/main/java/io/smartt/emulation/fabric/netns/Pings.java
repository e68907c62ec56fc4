package io.smartt.emulation.fabric.netns;

import io.smartt.host.packetio.NetworkNamespace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** ICMP echo requests (RFC 792) from the kernel's stack of a namespace, without any program. */
final class Pings {
  private static final int TIMEOUT_MS = 2_000;
  private static final long PS_PER_NS = 1_000;

  private Pings() {}

  /** Returns the round-trip time; empty if no answer came in 2 s. */
  static OptionalLong ping(NetworkNamespace from, int ipv4) {
    return from.call(() -> {
      try {
        InetAddress to =
            InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array());
        long beganNs = System.nanoTime();
        return to.isReachable(TIMEOUT_MS)
            ? OptionalLong.of((System.nanoTime() - beganNs) * PS_PER_NS)
            : OptionalLong.empty();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}

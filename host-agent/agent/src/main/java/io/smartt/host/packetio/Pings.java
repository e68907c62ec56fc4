package io.smartt.host.packetio;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.OptionalLong;

/** ICMP echo requests (RFC 792) from the kernel's stack, without any program. */
public final class Pings {
  private Pings() {}

  /**
   * Sends one from the calling thread's network namespace. Needs the right to open raw sockets:
   * without it Java tries TCP's port 7 instead, and a refusal there counts as an answer.
   *
   * @return nanoseconds until its answer, what this process takes included; empty if none came
   */
  public static OptionalLong ping(int ipv4, int timeoutMs) {
    try {
      InetAddress to =
          InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array());
      long beganNs = System.nanoTime();
      return to.isReachable(timeoutMs)
          ? OptionalLong.of(System.nanoTime() - beganNs)
          : OptionalLong.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.smartt.host.packetio;

import module java.base;

import jdk.net.ExtendedSocketOptions;

/** Packets of the kernel's stack that another kernel answers, without any program. */
public final class Pings {
  private static final int IPV4_AND_UDP_BYTES = 28;
  private static final int NOBODY = 1;

  private Pings() {}

  /**
   * Sends an ICMP echo request (RFC 792) from the calling thread's network namespace. Needs the
   * right to open raw sockets: without it Java tries TCP's port 7 instead, and a refusal there
   * counts as an answer.
   *
   * @return nanoseconds until its answer, what this process takes included; empty if none came
   */
  public static OptionalLong ping(int ipv4, int timeoutMs) {
    try {
      InetAddress to = address(ipv4);
      long beganNs = System.nanoTime();
      return to.isReachable(timeoutMs)
          ? OptionalLong.of(System.nanoTime() - beganNs)
          : OptionalLong.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Sends a UDP datagram that nobody on its way may cut, from the calling thread's network
   * namespace, to a port where nobody listens.
   *
   * @param bytes of the IP packet; 29 at least are sent
   * @return nanoseconds until the other kernel says that nobody listens; empty if it does not, or
   *     if a kernel says that the packet is too long
   */
  public static OptionalLong pingUncut(int ipv4, int bytes, int timeoutMs) {
    try (DatagramSocket socket = new DatagramSocket()) {
      socket.setOption(ExtendedSocketOptions.IP_DONTFRAGMENT, true);
      socket.setSoTimeout(timeoutMs);
      socket.connect(address(ipv4), NOBODY);
      // Java sends no empty datagram.
      byte[] payload = new byte[Math.max(1, bytes - IPV4_AND_UDP_BYTES)];
      long beganNs = System.nanoTime();
      try {
        socket.send(new DatagramPacket(payload, payload.length));
        socket.receive(new DatagramPacket(new byte[1], 1));
        return OptionalLong.empty();
      } catch (PortUnreachableException e) {
        return OptionalLong.of(System.nanoTime() - beganNs);
      } catch (IOException e) {
        return OptionalLong.empty();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static InetAddress address(int ipv4) throws UnknownHostException {
    return InetAddress.getByAddress(ByteBuffer.allocate(Integer.BYTES).putInt(ipv4).array());
  }
}

package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import module java.base;

/**
 * A kernel's stack on an interface that an experiment's host has, so that any program of the host
 * is on the network: the host's addresses, a router that stands for all others, and silence at the
 * transport's port. By netdevice(7), rtnetlink's older sister, for it needs no program. Addresses
 * stay when this is closed; they go with the interface.
 */
public final class HostStack implements AutoCloseable {
  private static final int SIOCADDRT = 0x890B;
  private static final int SIOCSIFADDR = 0x8916;
  private static final int SIOCSIFNETMASK = 0x891C;
  private static final int SIOCSIFHWADDR = 0x8924;
  private static final int SIOCSARP = 0x8955;

  private static final int AF_INET = 2;
  private static final int ARPHRD_ETHER = 1;
  private static final int SOCKADDR = 16;
  private static final int IPV4_AT = 4;
  private static final int MAC_AT = 2;
  private static final int MAC_BYTES = 6;

  /** struct rtentry of 64-bit Linux. */
  private static final int ROUTE_BYTES = 120;

  private static final int ROUTE_TO = 8;
  private static final int ROUTE_GATEWAY = 24;
  private static final int ROUTE_MASK = 40;
  private static final int ROUTE_FLAGS = 56;
  private static final int ROUTE_DEVICE = 88;
  private static final int RTF_UP = 1;
  private static final int RTF_GATEWAY = 2;

  /** struct arpreq. */
  private static final int NEIGHBOUR_BYTES = 68;

  private static final int NEIGHBOUR_MAC = 16;
  private static final int NEIGHBOUR_FLAGS = 32;
  private static final int NEIGHBOUR_DEVICE = 52;
  private static final int ATF_COM_AND_PERM = 2 | 4;

  /** 169.254.0.1. */
  private static final int ROUTER = 0xA9FE0001;

  private final DatagramChannel quiet;

  private HostStack(DatagramChannel quiet) {
    this.quiet = quiet;
  }

  /**
   * Puts a stack on an interface of the calling thread's network namespace.
   *
   * @param mac the host's, low 48 bits
   * @param networkBits how much of the host's address all hosts have in common
   * @param routerMac where frames to other hosts are sent, low 48 bits
   * @param quietPort UDP port of the transport, at which the kernel is to say nothing
   * @throws PacketIoException if the system refuses
   */
  public static HostStack on(
      String interfaceName, int ipv4, long mac, int networkBits, long routerMac, int quietPort) {
    try (Arena arena = Arena.ofConfined();
        InterfaceQuery.InterfaceControl control =
            new InterfaceQuery.InterfaceControl(arena, interfaceName)) {
      InterfaceRequest request = control.request();
      MemorySegment data = request.answer().asSlice(InterfaceRequest.DATA_AT, SOCKADDR);
      putMac(data, mac);
      require(request.call(SIOCSIFHWADDR), "MAC address", interfaceName);
      putIpv4(data.fill((byte) 0), ipv4);
      require(request.call(SIOCSIFADDR), "address", interfaceName);
      putIpv4(data.fill((byte) 0), -1);
      require(request.call(SIOCSIFNETMASK), "netmask", interfaceName);
      MemorySegment device = arena.allocateFrom(interfaceName);
      MemorySegment toRouter = route(arena, device, ROUTER, -1, RTF_UP);
      require(control.call(SIOCADDRT, toRouter), "route", interfaceName);
      MemorySegment neighbour = arena.allocate(NEIGHBOUR_BYTES, 8);
      putIpv4(neighbour, ROUTER);
      putMac(neighbour.asSlice(NEIGHBOUR_MAC, SOCKADDR), routerMac);
      neighbour.set(JAVA_INT_UNALIGNED, NEIGHBOUR_FLAGS, ATF_COM_AND_PERM);
      neighbour.setString(NEIGHBOUR_DEVICE, interfaceName);
      require(control.call(SIOCSARP, neighbour), "neighbour", interfaceName);
      int mask = networkBits == 0 ? 0 : -1 << (Integer.SIZE - networkBits);
      MemorySegment toAll = route(arena, device, ipv4 & mask, mask, RTF_UP | RTF_GATEWAY);
      putIpv4(toAll.asSlice(ROUTE_GATEWAY, SOCKADDR), ROUTER);
      require(control.call(SIOCADDRT, toAll), "route", interfaceName);
      return new HostStack(quietPort(quietPort));
    }
  }

  private static MemorySegment route(
      Arena arena, MemorySegment device, int to, int mask, int flags) {
    MemorySegment route = arena.allocate(ROUTE_BYTES, 8);
    putIpv4(route.asSlice(ROUTE_TO, SOCKADDR), to);
    putIpv4(route.asSlice(ROUTE_MASK, SOCKADDR), mask);
    route.set(JAVA_SHORT, ROUTE_FLAGS, (short) flags);
    route.set(ADDRESS, ROUTE_DEVICE, device);
    return route;
  }

  private static void putIpv4(MemorySegment address, int ipv4) {
    address.set(JAVA_SHORT, 0, (short) AF_INET);
    address.set(JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN), IPV4_AT, ipv4);
  }

  private static void putMac(MemorySegment address, long mac) {
    address.set(JAVA_SHORT, 0, (short) ARPHRD_ETHER);
    for (int i = 0; i < MAC_BYTES; i++) {
      long shifted = mac >> (Byte.SIZE * (MAC_BYTES - 1 - i));
      address.set(JAVA_BYTE, MAC_AT + i, (byte) shifted);
    }
  }

  private static void require(int result, String what, String interfaceName) {
    if (result < 0) {
      throw new PacketIoException(
          "the %s of interface '%s' cannot be set: %s"
              .formatted(what, interfaceName, Errno.name(-result)));
    }
  }

  /** Keeps the kernel from answering the transport's datagrams with ICMP. */
  private static DatagramChannel quietPort(int port) {
    try {
      DatagramChannel channel = DatagramChannel.open(StandardProtocolFamily.INET);
      try {
        channel.setOption(StandardSocketOptions.SO_RCVBUF, 1);
        channel.bind(new InetSocketAddress(InetAddress.ofLiteral("0.0.0.0"), port));
        return channel;
      } catch (IOException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw new PacketIoException("UDP port " + port + " cannot be taken: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() {
    try {
      quiet.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

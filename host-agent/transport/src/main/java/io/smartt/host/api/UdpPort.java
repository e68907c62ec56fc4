package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.Destination;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.Uet;

/**
 * A port on an ordinary UDP socket, for which no privilege is needed: what is behind a frame's UDP
 * header is the datagram's content, as UET over UDP has it. The socket's own headers take the place
 * of the frame's, so that two things are lost: entropies (each path is the socket's) and ECN marks.
 *
 * <p>Other sockets appear as hosts of their own, with IPv4 addresses 0.0.0.1 and up that mean
 * something on this port only; {@link #peer} gives them out.
 */
public final class UdpPort extends PortLoop {
  /** The longest UDP datagram over IPv4. */
  private static final int MAX_DATAGRAM_BYTES = 65_507;

  private static final int MAX_PEERS = 1 << 16;
  private static final int SOCKET_BUFFER_BYTES = 4 << 20;
  private static final int BATCH = 64;
  private static final long NS_PER_MS = 1_000_000;

  /** This side's address in the frame headers that stand before each datagram received. */
  private static final Destination SELF = new Destination(0, 0);

  private final DatagramChannel channel;
  private final Selector selector;
  private final InetSocketAddress local;
  private final ByteBuffer arriving;
  private final byte[] frame = new byte[OuterHeaders.BYTES + MAX_DATAGRAM_BYTES];
  private final Map<InetSocketAddress, Peer> byAddress = new HashMap<>();
  private final List<Peer> byNumber = new ArrayList<>();
  private boolean full;

  private record Peer(InetSocketAddress address, Destination destination, OuterHeaders headers) {}

  private UdpPort(DatagramChannel channel, Selector selector) throws IOException {
    this.channel = channel;
    this.selector = selector;
    local = (InetSocketAddress) channel.getLocalAddress();
    arriving = ByteBuffer.wrap(frame);
  }

  /**
   * A port on a socket bound to an address; port 0 for any that is free.
   *
   * @throws IOException if the address cannot be bound
   */
  public static UdpPort bind(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.configureBlocking(false);
      channel.setOption(StandardSocketOptions.SO_RCVBUF, SOCKET_BUFFER_BYTES);
      channel.setOption(StandardSocketOptions.SO_SNDBUF, SOCKET_BUFFER_BYTES);
      channel.bind(address);
      Selector selector = Selector.open();
      channel.register(selector, SelectionKey.OP_READ);
      return new UdpPort(channel, selector);
    } catch (IOException e) {
      channel.close();
      throw new IOException("cannot open a UDP socket at " + address + ": " + e.getMessage(), e);
    }
  }

  /** The address that the socket is bound to. */
  public InetSocketAddress localAddress() {
    return local;
  }

  /** The host that stands for another socket; from any thread. */
  public Destination peer(InetSocketAddress address) {
    return known(address)
        .orElseThrow(() -> new IllegalStateException("more than " + MAX_PEERS + " peers"))
        .destination();
  }

  @Override
  public Destination address() {
    return SELF;
  }

  @Override
  public int maxFrameBytes() {
    return frame.length;
  }

  @Override
  public boolean send(byte[] bytes, int length) {
    Peer to = numbered(Ipv4Header.destination(bytes, EthernetHeader.BYTES));
    ByteBuffer content = ByteBuffer.wrap(bytes, OuterHeaders.BYTES, length - OuterHeaders.BYTES);
    try {
      full = channel.send(content, to.address()) == 0;
    } catch (IOException e) {
      // Not sent is lost: an unreachable peer, a full buffer. The transport knows what to do.
      full = false;
    }
    return !full;
  }

  @Override
  boolean receive(long nowPs, PortUser user) throws IOException {
    for (int i = 0; i < BATCH; i++) {
      arriving.clear().position(OuterHeaders.BYTES);
      InetSocketAddress from;
      try {
        from = (InetSocketAddress) channel.receive(arriving);
      } catch (PortUnreachableException e) {
        continue;
      }
      if (from == null) {
        return i > 0;
      }
      int length = arriving.position();
      Optional<Peer> peer = known(from);
      if (peer.isPresent()) {
        peer.get().headers().write(frame, from.getPort(), length - OuterHeaders.BYTES);
        user.received(nowPs, frame, 0, length);
      }
    }
    return true;
  }

  @Override
  void await(long ns) throws IOException {
    channel.keyFor(selector).interestOps(interest());
    if (ns >= NS_PER_MS) {
      selector.select(ns / NS_PER_MS);
    } else if (selector.selectNow() == 0) {
      LockSupport.parkNanos(this, ns);
    }
    selector.selectedKeys().clear();
  }

  private int interest() {
    return full ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
  }

  @Override
  void wakeUp() {
    selector.wakeup();
    super.wakeUp();
  }

  @Override
  void release() {
    try {
      selector.close();
      channel.close();
    } catch (IOException e) {
      throw new IllegalStateException("cannot close the UDP socket at " + local, e);
    }
  }

  private synchronized Optional<Peer> known(InetSocketAddress address) {
    Peer known = byAddress.get(address);
    if (known == null && byNumber.size() < MAX_PEERS) {
      Destination destination = new Destination(byNumber.size() + 1, 0);
      OuterHeaders headers =
          new OuterHeaders(
              SELF.mac(),
              destination.mac(),
              destination.ipv4(),
              SELF.ipv4(),
              0,
              Ipv4Header.ECT_0,
              Uet.UDP_PORT);
      known = new Peer(address, destination, headers);
      byAddress.put(address, known);
      byNumber.add(known);
    }
    return Optional.ofNullable(known);
  }

  private synchronized Peer numbered(int ipv4) {
    return byNumber.get(ipv4 - 1);
  }

  @Override
  public String toString() {
    return "udp " + local;
  }
}

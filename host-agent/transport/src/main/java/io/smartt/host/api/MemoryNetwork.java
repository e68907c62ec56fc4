package io.smartt.host.api;

import module java.base;

import io.smartt.host.transport.Destination;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;

/**
 * Ports that are joined in memory, in real time: for tests and for trying things out. Frames go to
 * the port of their IPv4 destination; they are lost where there is none or its queue is full, as on
 * any network.
 */
public final class MemoryNetwork {
  private static final int QUEUE_FRAMES = 1024;
  private static final int BATCH = 64;

  private final Map<Integer, Port> ports = new ConcurrentHashMap<>();
  private final Predicate<byte[]> carries;

  /** A network that loses nothing while queues have room. */
  public MemoryNetwork() {
    this(frame -> true);
  }

  /**
   * A network that decides about each frame.
   *
   * @param carries given a frame's bytes, which it may change, says whether it arrives; called from
   *     the threads of all ports
   */
  public MemoryNetwork(Predicate<byte[]> carries) {
    this.carries = carries;
  }

  /** A new port. Its IPv4 address must not be in use. */
  public PacketPort port(Destination address) {
    Port port = new Port(address);
    if (ports.putIfAbsent(address.ipv4(), port) != null) {
      throw new IllegalArgumentException("the network has a port at " + port + " already");
    }
    return port;
  }

  private final class Port extends PortLoop {
    private final Destination address;
    private final ArrayBlockingQueue<byte[]> arrived = new ArrayBlockingQueue<>(QUEUE_FRAMES);

    Port(Destination address) {
      this.address = address;
    }

    @Override
    public Destination address() {
      return address;
    }

    @Override
    public int maxFrameBytes() {
      return Integer.MAX_VALUE;
    }

    @Override
    public boolean send(byte[] frame, int length) {
      Port to = ports.get(Ipv4Header.destination(frame, EthernetHeader.BYTES));
      if (to != null) {
        byte[] copy = Arrays.copyOf(frame, length);
        if (carries.test(copy) && to.arrived.offer(copy)) {
          to.wakeUp();
        }
      }
      return true;
    }

    @Override
    boolean receive(long nowPs, PortUser user) {
      int count = 0;
      for (byte[] frame = arrived.poll(); frame != null; frame = arrived.poll()) {
        user.received(nowPs, frame, 0, frame.length);
        count++;
        if (count == BATCH) {
          break;
        }
      }
      return count > 0;
    }

    @Override
    void await(long ns) {
      if (arrived.isEmpty()) {
        LockSupport.parkNanos(this, ns);
      }
    }

    @Override
    void release() {
      ports.remove(address.ipv4(), this);
    }

    @Override
    public String toString() {
      return IntStream.of(24, 16, 8, 0)
          .mapToObj(shift -> Integer.toString(address.ipv4() >>> shift & 0xff))
          .collect(Collectors.joining("."));
    }
  }
}

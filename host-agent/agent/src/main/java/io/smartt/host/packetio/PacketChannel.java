package io.smartt.host.packetio;

import static java.lang.foreign.ValueLayout.JAVA_INT;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoRegistration;
import io.smartt.host.packetio.PacketIoHandler.PacketIoOps;
import org.jspecify.annotations.Nullable;

/**
 * A Netty channel of every frame of one Linux interface: what comes in is a {@link ReceivedFrame}
 * each, what is written is a {@link ByteBuf} each, Ethernet header first, without FCS. One system
 * call moves up to {@value #BATCH} frames. For event loops with {@link PacketIoHandler}.
 */
public final class PacketChannel extends AbstractChannel {
  /** Most frames that one system call moves. */
  public static final int BATCH = 32;

  private static final ChannelMetadata METADATA = new ChannelMetadata(false);

  private final PacketAddress address;
  private final DefaultChannelConfig config = new DefaultChannelConfig(this);
  private final Arena arena = Arena.ofShared();
  private final LinuxCalls calls = new LinuxCalls(arena);
  private final SocketReceiver receiver;
  private final FrameSender sender;
  private final BooleanSupplier stillOpen = this::isOpen;
  private final int fd;
  private final InterfaceState state;
  private @Nullable NicStamping stamping;
  private @Nullable IoRegistration registration;
  private boolean open = true;
  private boolean reading;
  private boolean writing;

  private PacketChannel(String interfaceName, PacketOptions options) {
    super(null);
    Optional<ReceiveRing> ring =
        options.ringBytes() == 0
            ? Optional.empty()
            : Optional.of(
                ReceiveRing.of(
                    options,
                    InterfaceQuery.of(interfaceName).map(InterfaceQuery::mtuBytes).orElse(0)));
    fd = PacketDescriptor.open(interfaceName, options, ring);
    address = new PacketAddress(interfaceName);
    state = new InterfaceState(interfaceName, fd);
    receiver = receiver(options, ring);
    sender = new FrameSender(arena, calls, fd, options.maxFrameBytes());
  }

  private SocketReceiver receiver(PacketOptions options, Optional<ReceiveRing> ring) {
    try {
      LongUnaryOperator cardTime = LongUnaryOperator.identity();
      if (options.stamps() == PacketOptions.FrameStamps.CARD) {
        NicStamping card = new NicStamping(arena, fd, address.toString());
        stamping = card;
        cardTime = card.clock()::unixNs;
      }
      return ring.isPresent()
          ? new SocketReceiver.RingReceiver(
              arena, calls, fd, ring.get(), options.maxFrameBytes(), cardTime)
          : new SocketReceiver.BatchReceiver(arena, calls, fd, options.maxFrameBytes(), cardTime);
    } catch (PacketIoException e) {
      release();
      throw new PacketIoException("interface '%s': %s".formatted(address, e.getMessage()), e);
    }
  }

  private void release() {
    NicStamping card = stamping;
    if (card != null) {
      card.close();
    }
    state.close();
    PacketDescriptor.close(fd, arena);
  }

  /**
   * Opens an interface of the calling thread's network namespace; see {@link NetworkNamespace} for
   * others.
   *
   * @throws PacketIoException naming the interface and what is missing: the interface, the right to
   *     open raw sockets, or Linux
   */
  public static PacketChannel open(String interfaceName, PacketOptions options) {
    return new PacketChannel(interfaceName, options);
  }

  /**
   * Checks that an interface can be opened, and leaves it.
   *
   * @throws PacketIoException as {@link #open} does
   */
  public static void requireOpens(String interfaceName) {
    open(interfaceName, PacketOptions.HOST).release();
  }

  /**
   * Gets some of the interface's frames only, from now on; what came until then may be anybody's.
   *
   * @throws PacketIoException if the system refuses
   */
  public void join(PacketFanout fanout) {
    fanout.join(fd);
  }

  /** Frames that were written and that the interface did not take. The channel stays open. */
  public UnsentFrames unsent() {
    return sender.unsent();
  }

  /** Frames that the kernel dropped because the loop did not come to receive them. */
  public long lostFrames() {
    return state.lostFrames();
  }

  /** Returns whether the interface is up and has a carrier. Any thread may ask. */
  public boolean isUp() {
    return state.isUp();
  }

  @Override
  public ChannelConfig config() {
    return config;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public boolean isActive() {
    return open;
  }

  @Override
  public ChannelMetadata metadata() {
    return METADATA;
  }

  /** An id that does not depend on the namespace: Netty's own reads the machine's interfaces. */
  @Override
  protected ChannelId newId() {
    return new PacketChannelId(UUID.randomUUID().toString());
  }

  @Override
  protected AbstractUnsafe newUnsafe() {
    return new PacketUnsafe();
  }

  @Override
  protected boolean isCompatible(EventLoop loop) {
    return loop instanceof IoEventLoopGroup group && group.isCompatible(PacketUnsafe.class);
  }

  @Override
  protected SocketAddress localAddress0() {
    return address;
  }

  @Override
  protected @Nullable SocketAddress remoteAddress0() {
    return null;
  }

  @Override
  protected void doRegister(ChannelPromise promise) {
    ((IoEventLoop) eventLoop())
        .register((PacketUnsafe) unsafe())
        .addListener(done -> {
          if (done.isSuccess()) {
            registration = (IoRegistration) done.getNow();
            promise.setSuccess();
          } else {
            promise.setFailure(done.cause());
          }
        });
  }

  @Override
  protected void doDeregister() {
    IoRegistration current = registration;
    registration = null;
    if (current != null) {
      current.cancel();
    }
  }

  @Override
  protected void doBind(SocketAddress localAddress) {
    throw new UnsupportedAddressTypeException();
  }

  @Override
  protected void doDisconnect() {
    doClose();
  }

  @Override
  protected void doClose() {
    if (open) {
      open = false;
      doDeregister();
      release();
    }
  }

  @Override
  protected void doBeginRead() {
    watch(true, writing);
  }

  private void watch(boolean read, boolean write) {
    IoRegistration current = registration;
    if (current != null && (read != reading || write != writing)) {
      reading = read;
      writing = write;
      current.submit(PacketIoOps.of(read, write));
    }
  }

  @Override
  protected Object filterOutboundMessage(Object message) {
    if (message instanceof ByteBuf) {
      return message;
    }
    throw new UnsupportedOperationException("a packet channel sends ByteBufs, not " + message);
  }

  @Override
  protected void doWrite(ChannelOutboundBuffer buffer) {
    boolean all = sender.send(buffer);
    watch(reading, !all);
  }

  private final class PacketUnsafe extends AbstractUnsafe
      implements PacketIoHandler.PacketIoHandle {
    @Override
    public int fd() {
      return fd;
    }

    @Override
    public void connect(SocketAddress remote, SocketAddress local, ChannelPromise promise) {
      promise.setFailure(new UnsupportedOperationException("a packet channel has no far end"));
    }

    @Override
    public void handle(IoRegistration source, IoEvent event) {
      int events = ((PacketIoOps) event).events();
      if ((events & PacketIoOps.OUT) != 0) {
        super.flush0();
      }
      if ((events & PacketIoOps.IN) != 0 && open) {
        receive();
      }
    }

    /** A flush while the socket is full would only fail again; the loop says when it is not. */
    @Override
    protected void flush0() {
      if (!writing) {
        super.flush0();
      }
    }

    private void receive() {
      int error = receiver.receive(pipeline(), config.getAllocator(), stillOpen);
      pipeline().fireChannelReadComplete();
      ended(error);
    }

    private void ended(int errno) {
      switch (errno) {
        case 0, Errno.EAGAIN, Errno.EINTR, Errno.ENETDOWN -> {}
        default -> {
          pipeline()
              .fireExceptionCaught(
                  new PacketIoException(
                      "interface '%s' gives no more packets: %s"
                          .formatted(address, Errno.name(errno))));
          close(voidPromise());
        }
      }
    }

    @Override
    public void close() {
      close(voidPromise());
    }

    @Override
    public void registered() {}

    @Override
    public void unregistered() {}
  }

  /** Tells one channel from another. */
  private record PacketChannelId(String asLongText) implements ChannelId {
    private static final int SHORT = 8;

    @Override
    public String asShortText() {
      return asLongText.substring(0, SHORT);
    }

    @Override
    public int compareTo(ChannelId other) {
      return asLongText.compareTo(other.asLongText());
    }
  }

  /** The interface that a {@link PacketChannel} is on. */
  private static final class PacketAddress extends SocketAddress {
    private final String interfaceName;

    /** The interface of this name. */
    PacketAddress(String interfaceName) {
      this.interfaceName = interfaceName;
    }

    @Override
    public String toString() {
      return interfaceName;
    }
  }

  /** The kernel's state of an interface and of a socket on it. Any thread may ask at any time. */
  private static final class InterfaceState {
    private static final int PACKET_STATISTICS = 6;

    private final String name;
    private final int fd;
    private boolean closed;
    private long lostFrames;

    InterfaceState(String name, int fd) {
      this.name = name;
      this.fd = fd;
    }

    /** Returns whether the interface is up and has a carrier. */
    synchronized boolean isUp() {
      if (closed) {
        return false;
      }
      try (Arena arena = Arena.ofConfined()) {
        return new InterfaceRequest(arena, fd, name).isUp().orElse(false);
      }
    }

    /** Frames that the kernel dropped because nobody received them fast enough. */
    synchronized long lostFrames() {
      if (closed) {
        return lostFrames;
      }
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment statistics = arena.allocate(JAVA_INT, 2);
        MemorySegment length = arena.allocateFrom(JAVA_INT, (int) statistics.byteSize());
        // Reading starts the kernel's count again.
        if (new LinuxCalls(arena)
                .getOption(fd, PacketDescriptor.SOL_PACKET, PACKET_STATISTICS, statistics, length)
            >= 0) {
          lostFrames += Integer.toUnsignedLong(statistics.getAtIndex(JAVA_INT, 1));
        }
        return lostFrames;
      }
    }

    /** Forgets the descriptor, which may belong to another file from now on. */
    synchronized void close() {
      lostFrames();
      closed = true;
    }
  }
}

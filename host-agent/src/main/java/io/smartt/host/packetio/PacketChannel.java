package io.smartt.host.packetio;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.AbstractChannel;
import io.netty.channel.ChannelConfig;
import io.netty.channel.ChannelId;
import io.netty.channel.ChannelMetadata;
import io.netty.channel.ChannelOutboundBuffer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.ChannelPromise;
import io.netty.channel.DefaultChannelConfig;
import io.netty.channel.EventLoop;
import io.netty.channel.IoEvent;
import io.netty.channel.IoEventLoop;
import io.netty.channel.IoEventLoopGroup;
import io.netty.channel.IoRegistration;
import java.lang.foreign.Arena;
import java.net.SocketAddress;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * All frames of one Linux interface as a Netty channel: what comes in is a {@link ReceivedFrame}
 * each, what is written is a {@link ByteBuf} each, Ethernet header first, without FCS. One system
 * call moves up to {@value #BATCH} frames. For event loops with {@link PacketIoHandler}.
 */
public final class PacketChannel extends AbstractChannel {
  /** Most frames that one system call moves. */
  public static final int BATCH = 32;

  private static final ChannelMetadata METADATA = new ChannelMetadata(false);
  private static final int BATCHES_A_TURN = 4;
  private static final int MSG_DONTWAIT = 0x40;
  private static final int VLAN_TAG_BYTES = 4;
  private static final int ADDRESSES_BYTES = 12;

  private final PacketAddress address;
  private final DefaultChannelConfig config = new DefaultChannelConfig(this);
  private final Arena arena = Arena.ofShared();
  private final LinuxCalls calls = new LinuxCalls(arena);
  private final FrameBatch incoming;
  private final FrameBatch outgoing;
  private final int fd;
  private final InterfaceState state;
  private @Nullable IoRegistration registration;
  private boolean open = true;
  private boolean reading;
  private boolean writing;
  private long unsentFrames;
  private int count;
  private final ChannelOutboundBuffer.MessageProcessor filler = this::take;

  private PacketChannel(String interfaceName, PacketOptions options) {
    super(null);
    fd = PacketDescriptor.open(interfaceName, options);
    address = new PacketAddress(interfaceName);
    state = new InterfaceState(interfaceName, fd);
    incoming = new FrameBatch(arena, BATCH, options.maxFrameBytes(), true);
    outgoing = new FrameBatch(arena, BATCH, options.maxFrameBytes(), false);
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

  /** Frames that were written and that the interface did not take: its link was down. */
  public long unsentFrames() {
    return unsentFrames;
  }

  /** Frames that the kernel dropped because the loop did not come to receive them. */
  public long lostFrames() {
    return state.lostFrames();
  }

  /** Whether the interface is up and has a carrier. Any thread may ask. */
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

  /** Netty's own looks at the machine's interfaces, from within whatever namespace this is. */
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
      state.close();
      calls.close(fd);
      arena.close();
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
    while (true) {
      int count = fill(buffer);
      if (count == 0) {
        watch(reading, false);
        return;
      }
      int sent = calls.sendMany(fd, outgoing.from(0), count, MSG_DONTWAIT);
      if (sent > 0) {
        remove(buffer, sent);
      } else if (sent == -Errno.EAGAIN) {
        watch(reading, true);
        return;
      } else if (sent != -Errno.EINTR) {
        refused(-sent);
        buffer.remove();
        unsentFrames++;
      }
    }
  }

  private static void remove(ChannelOutboundBuffer buffer, int frames) {
    for (int i = 0; i < frames; i++) {
      buffer.remove();
    }
  }

  private int fill(ChannelOutboundBuffer buffer) {
    count = 0;
    try {
      buffer.forEachFlushedMessage(filler);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    if (count == 0 && buffer.current() instanceof ByteBuf tooLong) {
      throw new PacketIoException(
          "interface '%s' takes no frame of %d bytes".formatted(address, tooLong.readableBytes()));
    }
    return count;
  }

  private boolean take(Object message) {
    if (!outgoing.put(count, (ByteBuf) message)) {
      return false;
    }
    count++;
    return count < BATCH;
  }

  private void refused(int errno) {
    switch (errno) {
      case Errno.ENETDOWN, Errno.EMSGSIZE, Errno.ENOBUFS -> {}
      default ->
          throw new PacketIoException(
              "interface '%s' takes no more packets: %s".formatted(address, Errno.name(errno)));
    }
  }

  private final class PacketUnsafe extends AbstractUnsafe implements PacketIoHandle {
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
      ChannelPipeline pipeline = pipeline();
      ByteBufAllocator pool = config.getAllocator();
      int error = 0;
      for (int turn = 0; turn < BATCHES_A_TURN && open; turn++) {
        int received = calls.receiveMany(fd, incoming.from(0), BATCH, MSG_DONTWAIT);
        if (received < 0) {
          error = -received;
          break;
        }
        for (int i = 0; i < received; i++) {
          if (open && !incoming.isOutgoing(i)) {
            incoming.readNotes(i);
            ReceivedFrame frame = ReceivedFrame.of(content(pool, i), incoming.stampNs());
            incoming.rearm(i);
            pipeline.fireChannelRead(frame);
          } else if (open) {
            incoming.rearm(i);
          }
        }
        if (received < BATCH) {
          break;
        }
      }
      pipeline.fireChannelReadComplete();
      ended(error);
    }

    private ByteBuf content(ByteBufAllocator pool, int index) {
      int length = incoming.length(index);
      int tag = incoming.tag();
      ByteBuf content = pool.heapBuffer(length + VLAN_TAG_BYTES);
      if (tag == FrameBatch.NO_TAG || length < ADDRESSES_BYTES) {
        return content.writeBytes(incoming.frame(index));
      }
      content.writeBytes(incoming.frame(index).limit(ADDRESSES_BYTES));
      content.writeInt(tag);
      return content.writeBytes(incoming.frame(index).position(ADDRESSES_BYTES));
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
}

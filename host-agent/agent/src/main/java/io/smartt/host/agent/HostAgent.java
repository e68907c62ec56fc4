package io.smartt.host.agent;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.smartt.host.agent.TransportHandler.NicPacer;
import io.smartt.host.own.CallGuard.OwnAlgorithmException;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.transport.NumberShare;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/**
 * A host's transport endpoint on a raw packet channel: frames pass a filter for UET and reach the
 * endpoint; what it sends leaves at the rate of its link. All but {@link #start} and {@link #close}
 * is for the event loop.
 */
public final class HostAgent implements AutoCloseable {
  private static final WriteBufferWaterMark WATER = new WriteBufferWaterMark(1 << 20, 4 << 20);

  private final PacketChannel channel;
  private final EventLoop loop;
  private final UetFilter filter;
  private final TransportHandler handler;

  private HostAgent(
      PacketChannel channel, EventLoop loop, UetFilter filter, TransportHandler handler) {
    this.channel = channel;
    this.loop = loop;
    this.filter = filter;
    this.handler = handler;
  }

  /**
   * Begins to receive the frames of some of a host's connections.
   *
   * @param channel one of the host's interface; closed with the agent
   * @param share the connections, which the endpoint numbers so
   * @param ipv4 the host's address
   * @param linkBps rate at which these leave, in bits a second; 0: as fast as it goes
   * @param watchers see every received frame before it is filtered, and pass it on
   */
  public static HostAgent start(
      PacketChannel channel,
      EventLoop loop,
      TransportEndpoint endpoint,
      NumberShare share,
      int ipv4,
      long linkBps,
      KernelClock clock,
      List<ChannelHandler> watchers) {
    endpoint.share(share);
    TransportHandler handler = new TransportHandler(endpoint, new NicPacer(linkBps), clock);
    UetFilter filter = new UetFilter(ipv4, share);
    channel.config().setWriteBufferWaterMark(WATER);
    watchers.forEach(channel.pipeline()::addLast);
    channel.pipeline().addLast(filter, handler);
    loop.register(channel).syncUninterruptibly();
    return new HostAgent(channel, loop, filter, handler);
  }

  /** The transport, to start messages on; call {@link #wake} after. */
  public TransportEndpoint endpoint() {
    return handler.endpoint();
  }

  /**
   * Returns what a user's algorithm threw, for the user: the endpoint does nothing more since;
   * empty if nothing.
   *
   * @param host the name of the host of an address
   */
  public Optional<String> failure(IntFunction<String> host) {
    return handler.failure().map(failed -> failed.message(host));
  }

  /** Ends the endpoint's work because of what a user's algorithm threw. */
  public void fail(OwnAlgorithmException why) {
    handler.fail(why);
  }

  /** Frames sent, received and lost at the host's interface. */
  public FrameCounts frames() {
    return new FrameCounts(
        handler.framesSent(), filter.frames(), channel.unsent().frames() + channel.lostFrames());
  }

  /** Returns how late the host's thread was with what it sent. */
  public SendLateness lateness() {
    return handler.lateness();
  }

  /** A time to start messages at. */
  public long nowPs() {
    return handler.nowPs();
  }

  /** Lets the endpoint send what it has been given. */
  public void wake() {
    handler.turn();
  }

  /** The loop that this belongs to. */
  public EventLoop loop() {
    return loop;
  }

  /** Stops receiving; the endpoint's connections stay as they are. */
  @Override
  public void close() {
    channel.close().syncUninterruptibly();
  }

  /**
   * The frames of a host since its agent began.
   *
   * @param sent handed to the kernel
   * @param received of any kind, those for others than the transport included
   * @param lost of those sent, what the kernel refused; and what it lost before the agent saw it
   */
  public record FrameCounts(long sent, long received, long lost) {}

  /**
   * The lateness of a host's thread: what it sent after the moment at which it could have.
   *
   * @param turns in which it had something to send
   * @param latePs by which these came after the wire was free and what they sent was there,
   *     together
   * @param busyPs the time for which frames occupied the wire
   * @param lostPs the time for which the wire was free, data waited, and the thread came too late
   *     to recover it
   */
  public record SendLateness(long turns, long latePs, long busyPs, long lostPs) {
    /** The lateness of a host that sent nothing. */
    public static final SendLateness NONE = new SendLateness(0, 0, 0, 0);

    /** Returns this and the lateness of others. */
    public SendLateness plus(SendLateness others) {
      return new SendLateness(
          turns + others.turns,
          latePs + others.latePs,
          busyPs + others.busyPs,
          lostPs + others.lostPs);
    }

    /** Returns the mean by which a turn was late, picoseconds; 0 without one. */
    public double meanPs() {
      return turns == 0 ? 0 : (double) latePs / turns;
    }

    /** Returns the share of the time with data waiting in which the wire stood idle. */
    public double lostShare() {
      return lostPs == 0 ? 0 : (double) lostPs / (busyPs + lostPs);
    }
  }

  /**
   * Passes on the frames that carry UET over UDP to one host and drops the others, which are its
   * kernel's. The transport judges what is inside. Allocates nothing.
   */
  private static final class UetFilter extends ChannelInboundHandlerAdapter {
    /** The bytes of the headers that say whose a frame is. */
    private static final int STEERED_BYTES = 12;

    private final int ipv4;
    private final NumberShare share;
    private long frames;

    /**
     * A filter.
     *
     * @param ipv4 the host's address
     * @param share the connections that pass
     */
    UetFilter(int ipv4, NumberShare share) {
      this.ipv4 = ipv4;
      this.share = share;
    }

    /** Frames that came, whether they passed or not. */
    long frames() {
      return frames;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      frames++;
      ReceivedFrame frame = (ReceivedFrame) message;
      ByteBuf bytes = frame.content();
      if (passes(bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), bytes.readableBytes())) {
        context.fireChannelRead(frame);
      } else {
        frame.release();
      }
    }

    private boolean passes(byte[] bytes, int at, int length) {
      int ip = at + EthernetHeader.BYTES;
      if (length < EthernetHeader.BYTES
          || EthernetHeader.etherType(bytes, at) != EthernetHeader.IPV4
          || !Ipv4Header.isWhole(bytes, ip, length - EthernetHeader.BYTES)) {
        return false;
      }
      int udp = ip + Ipv4Header.headerBytes(bytes, ip);
      return Ipv4Header.protocol(bytes, ip) == Ipv4Header.UDP
          && Ipv4Header.destination(bytes, ip) == ipv4
          && udp + UdpHeader.BYTES <= at + length
          && UdpHeader.destinationPort(bytes, udp) == Uet.UDP_PORT
          && isOwn(bytes, at, udp + UdpHeader.BYTES + STEERED_BYTES <= at + length);
    }

    private boolean isOwn(byte[] bytes, int at, boolean whole) {
      return share.count() == 1
          || (whole && Steering.of(bytes, at, share.count()) == share.index());
    }
  }
}

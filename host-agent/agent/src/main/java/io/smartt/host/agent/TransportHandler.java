package io.smartt.host.agent;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.concurrent.Future;
import io.smartt.host.own.CallGuard.OwnAlgorithmException;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import org.jspecify.annotations.Nullable;

/**
 * Drives a {@link TransportEndpoint} at the end of a channel's pipeline: hands it what arrives, at
 * the time of the kernel's stamp, and sends what it has whenever the wire is free. For the
 * channel's event loop.
 */
final class TransportHandler extends ChannelInboundHandlerAdapter {
  private static final long PS_PER_NS = 1_000;

  /** The wire's rate leaves more only where it is unlimited; then other hosts get their turn. */
  private static final int FRAMES_A_TURN = 64;

  private final TransportEndpoint endpoint;
  private final NicPacer card;
  private final KernelClock clock;
  private final OutgoingFrame frame = new OutgoingFrame();
  private final Runnable onTimer = this::onTimer;
  private @Nullable ChannelHandlerContext context;
  private @Nullable Future<?> timer;
  private long timerPs = Long.MAX_VALUE;
  private long latestPs;
  private long framesSent;
  private long therePs = Long.MAX_VALUE;
  private long turns;
  private long latePs;
  private @Nullable OwnAlgorithmException failure;

  TransportHandler(TransportEndpoint endpoint, NicPacer card, KernelClock clock) {
    this.endpoint = endpoint;
    this.card = card;
    this.clock = clock;
  }

  TransportEndpoint endpoint() {
    return endpoint;
  }

  /**
   * Returns what a user's algorithm threw, since when the endpoint is left alone; empty if nothing.
   */
  Optional<OwnAlgorithmException> failure() {
    return Optional.ofNullable(failure);
  }

  /** Leaves the endpoint alone from here on: what it was in the middle of is not done. */
  void fail(OwnAlgorithmException why) {
    if (failure == null) {
      failure = why;
    }
  }

  /** Frames handed to the channel. */
  long framesSent() {
    return framesSent;
  }

  /** Returns how late the thread of this was with what it sent. */
  HostAgent.SendLateness lateness() {
    return new HostAgent.SendLateness(turns, latePs, card.busyPs(), card.lostPs());
  }

  /** A time for the endpoint, which is never before one that it has seen. */
  long nowPs() {
    return atLeastLatest(clock.nowPs());
  }

  private long atLeastLatest(long ps) {
    latestPs = Math.max(latestPs, ps);
    return latestPs;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext newContext) {
    context = newContext;
  }

  @Override
  public void channelRead(ChannelHandlerContext source, Object message) {
    ReceivedFrame received = (ReceivedFrame) message;
    try {
      ByteBuf bytes = received.content();
      int length = bytes.readableBytes();
      if (failure != null) {
        return;
      }
      long atPs = atLeastLatest(clock.stampPs(received.stampNs()));
      therePs = Math.min(therePs, atPs);
      endpoint.receive(
          atPs, bytes.array(), bytes.arrayOffset() + bytes.readerIndex(), length, length);
    } catch (OwnAlgorithmException e) {
      fail(e);
    } finally {
      received.release();
    }
  }

  @Override
  public void channelReadComplete(ChannelHandlerContext source) {
    turn();
  }

  /** Sends what the endpoint may send; called after anything that may let it. */
  void turn() {
    if (failure == null) {
      try {
        send();
      } catch (OwnAlgorithmException e) {
        fail(e);
      }
    }
  }

  private void send() {
    ChannelHandlerContext out = Objects.requireNonNull(context, "not in a pipeline");
    long nowPs = nowPs();
    if (endpoint.nextDeadlinePs() <= nowPs) {
      therePs = Math.min(therePs, endpoint.nextDeadlinePs());
      endpoint.onDeadline(nowPs);
    }
    long duePs = card.dueSincePs(Math.min(therePs, nowPs));
    int sent = 0;
    while (sent < FRAMES_A_TURN && card.isFree(nowPs) && out.channel().isWritable()) {
      if (!endpoint.nextFrame(nowPs, frame)) {
        card.idle();
        break;
      }
      card.send(frame.wireLength(), nowPs);
      ByteBuf bytes = out.alloc().heapBuffer(frame.wireLength());
      frame.copyWhole(bytes.array(), bytes.arrayOffset());
      var _ = out.write(bytes.writerIndex(frame.wireLength()), out.voidPromise());
      sent++;
      framesSent++;
    }
    if (sent > 0) {
      turns++;
      latePs += Math.max(0, nowPs - duePs);
      out.flush();
    }
    therePs = Long.MAX_VALUE;
    long next = endpoint.nextDeadlinePs();
    if (!card.isFree(nowPs)) {
      next = Math.min(next, card.freePs());
    } else if (sent == FRAMES_A_TURN) {
      next = nowPs;
    }
    schedule(out, next, nowPs);
  }

  /** One timer, which may fire too early but never too late. */
  private void schedule(ChannelHandlerContext out, long ps, long nowPs) {
    if (ps == Long.MAX_VALUE || (timer != null && timerPs <= ps)) {
      return;
    }
    if (timer != null) {
      timer.cancel(false);
    }
    timerPs = ps;
    timer =
        out.executor()
            .schedule(onTimer, Math.max(0, (ps - nowPs) / PS_PER_NS), TimeUnit.NANOSECONDS);
  }

  private void onTimer() {
    timer = null;
    turn();
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext source) {
    if (source.channel().isWritable()) {
      turn();
    }
    source.fireChannelWritabilityChanged();
  }

  @Override
  public void channelInactive(ChannelHandlerContext source) {
    if (timer != null) {
      timer.cancel(false);
    }
    source.fireChannelInactive();
  }

  /**
   * The times at which a host's wire is free, at the rate of its link: a frame occupies it for its
   * length. Pure; allocates nothing.
   */
  static final class NicPacer {
    private static final long PS_BITS_PER_BYTE = 8_000_000_000_000L;

    /**
     * The most that a busy card may be late and still send what it owes at once: long enough for an
     * ordinary preemption, short enough that the burst after it does not look like a queue.
     */
    static final long CATCH_UP_PS = 5_000_000_000L;

    private final long rateBps;
    private long freePs = Long.MIN_VALUE;
    private boolean backlogged;
    private long busyPs;
    private long lostPs;

    /**
     * A network card that is idle.
     *
     * @param rateBps bits a second; 0: no limit
     */
    NicPacer(long rateBps) {
      this.rateBps = rateBps;
    }

    boolean isFree(long nowPs) {
      return rateBps == 0 || nowPs >= freePs;
    }

    /** The time at which the card is free. */
    long freePs() {
      return freePs;
    }

    /** A frame begins to leave. */
    void send(int bytes, long nowPs) {
      if (rateBps != 0) {
        // What waited for the wire follows without a gap, however late the thread comes.
        long start = backlogged ? Math.max(freePs, nowPs - CATCH_UP_PS) : nowPs;
        lostPs += backlogged ? start - freePs : 0;
        long takesPs = Math.ceilDiv(bytes * PS_BITS_PER_BYTE, rateBps);
        busyPs += takesPs;
        freePs = start + takesPs;
        backlogged = true;
      }
    }

    /** The moment at which what is sent now could have left, if it was there then. */
    long dueSincePs(long therePs) {
      return backlogged ? freePs : therePs;
    }

    /** The time for which frames occupied the wire. */
    long busyPs() {
      return busyPs;
    }

    /** The time for which it stood idle while frames waited, and that was not caught up. */
    long lostPs() {
      return lostPs;
    }

    /** Notes that there was nothing to send though the wire was free. */
    void idle() {
      backlogged = false;
    }
  }
}

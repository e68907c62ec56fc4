package io.smartt.host.agent.daemon;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.smartt.host.agent.v1.ProbeFrame;
import io.smartt.host.agent.v1.ProbeRequest;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.agent.v1.ProbeSeen;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.concurrent.TimeUnit;

/**
 * Single frames that look like an experiment's to switches, and that no transport takes: their UET
 * type is none. Behind it are a number of the probe and one of the frame, which trimming keeps.
 */
final class FrameProbe extends ChannelInboundHandlerAdapter {
  private static final int MOST_FRAMES = 2_000;
  private static final int MOST_MS = 10_000;
  private static final int MOST_LEAD_MS = 5_000;
  private static final int MAGIC = 0x534d_5052;
  private static final int MAGIC_AT = Uet.PDS_AT + 2;
  private static final int PROBE_AT = MAGIC_AT + Integer.BYTES;
  private static final int INDEX_AT = PROBE_AT + Integer.BYTES;
  private static final int LEAST_BYTES = INDEX_AT + Integer.BYTES;
  private static final int SOURCE_PORT = 49_152;
  private static final long PS_PER_NS = 1_000;
  private static final long BIT_NS = 8_000_000_000L;

  private final ProbeRequest request;
  private final EventLoop loop;
  private final KernelClock clock = new KernelClock();
  private final ProbeResponse.Builder seen = ProbeResponse.newBuilder();
  private int next;
  private long freeNs;

  private FrameProbe(ProbeRequest request, EventLoop loop) {
    this.request = request;
    this.loop = loop;
    clock.restartAt(request.getStartUnixNs());
  }

  /**
   * Sends and listens. Not on the event loop.
   *
   * @throws IllegalArgumentException if it is too much
   * @throws io.smartt.host.packetio.PacketIoException if the interface cannot be opened
   */
  static ProbeResponse run(ProbeRequest request, AgentInterface on, EventLoop loop) {
    long leadMs =
        (request.getStartUnixNs() - KernelClock.unixNs()) / TimeUnit.MILLISECONDS.toNanos(1);
    require(request, on, leadMs);
    FrameProbe probe = new FrameProbe(request, loop);
    PacketChannel channel = on.open(1).getFirst();
    try {
      channel.pipeline().addLast(probe);
      loop.register(channel).syncUninterruptibly();
      loop.execute(() -> probe.send(channel));
      long waitMs = Math.max(0, leadMs) + request.getListenMs();
      return loop.schedule(() -> probe.seen.build(), waitMs, TimeUnit.MILLISECONDS)
          .syncUninterruptibly()
          .getNow();
    } finally {
      channel.close().syncUninterruptibly();
    }
  }

  private static void require(ProbeRequest request, AgentInterface on, long leadMs) {
    if (request.getFramesCount() > MOST_FRAMES) {
      throw new IllegalArgumentException(
          request.getFramesCount() + " frames; a probe has at most " + MOST_FRAMES);
    }
    if (request.getListenMs() < 0 || request.getListenMs() > MOST_MS || leadMs > MOST_LEAD_MS) {
      throw new IllegalArgumentException(
          "listen_ms is %d and the start %d ms away; at most %d and %d are accepted"
              .formatted(request.getListenMs(), leadMs, MOST_MS, MOST_LEAD_MS));
    }
    int most = on.mtuBytes() + EthernetHeader.BYTES;
    for (ProbeFrame frame : request.getFramesList()) {
      if (frame.getBytes() < LEAST_BYTES || frame.getBytes() > most || frame.getDscp() >>> 6 != 0) {
        throw new IllegalArgumentException(
            "frame %d: %d bytes, DSCP %d; %d to %d bytes and a DSCP below 64 are accepted"
                .formatted(frame.getIndex(), frame.getBytes(), frame.getDscp(), LEAST_BYTES, most));
      }
    }
  }

  /** Sends what is due, and comes again. */
  private void send(PacketChannel channel) {
    while (next < request.getFramesCount() && channel.isOpen()) {
      ProbeFrame frame = request.getFrames(next);
      long nowNs = clock.nowPs() / PS_PER_NS;
      long dueNs = Math.max(frame.getOffsetNs(), freeNs);
      if (nowNs < dueNs) {
        var _ = loop.schedule(() -> send(channel), dueNs - nowNs, TimeUnit.NANOSECONDS);
        return;
      }
      if (request.getLinkBps() > 0) {
        freeNs = Math.max(nowNs, freeNs) + frame.getBytes() * BIT_NS / request.getLinkBps();
      }
      var _ = channel.writeAndFlush(bytes(channel, frame));
      seen.addSent(
          ProbeSeen.newBuilder()
              .setSourceIpv4(request.getIpv4())
              .setIndex(frame.getIndex())
              .setTimeNs(nowNs)
              .setDscp(frame.getDscp())
              .setBytes(frame.getBytes()));
      next++;
    }
  }

  private ByteBuf bytes(PacketChannel channel, ProbeFrame frame) {
    ByteBuf buffer = channel.alloc().heapBuffer(frame.getBytes());
    byte[] bytes = new byte[frame.getBytes()];
    new OuterHeaders(
            frame.getDestinationMac(),
            request.getMac(),
            request.getIpv4(),
            frame.getDestinationIpv4(),
            frame.getDscp(),
            frame.getMarkable() ? Ipv4Header.ECT_0 : 0,
            Uet.UDP_PORT)
        .write(bytes, SOURCE_PORT, bytes.length - Uet.PDS_AT);
    return buffer
        .writeBytes(bytes)
        .setInt(MAGIC_AT, MAGIC)
        .setInt(PROBE_AT, request.getProbeId())
        .setInt(INDEX_AT, frame.getIndex());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    ReceivedFrame frame = (ReceivedFrame) message;
    try {
      ByteBuf content = frame.content();
      byte[] bytes = content.array();
      int at = content.arrayOffset() + content.readerIndex();
      int ip = at + EthernetHeader.BYTES;
      if (content.readableBytes() >= LEAST_BYTES
          && EthernetHeader.etherType(bytes, at) == EthernetHeader.IPV4
          && Ipv4Header.protocol(bytes, ip) == Ipv4Header.UDP
          && Ipv4Header.destination(bytes, ip) == request.getIpv4()
          && UdpHeader.destinationPort(bytes, ip + Ipv4Header.BYTES) == Uet.UDP_PORT
          && content.getInt(content.readerIndex() + MAGIC_AT) == MAGIC
          && content.getInt(content.readerIndex() + PROBE_AT) == request.getProbeId()) {
        seen.addReceived(
            ProbeSeen.newBuilder()
                .setSourceIpv4(Ipv4Header.source(bytes, ip))
                .setIndex(content.getInt(content.readerIndex() + INDEX_AT))
                .setTimeNs(clock.stampPs(frame.stampNs()) / PS_PER_NS)
                .setDscp(Ipv4Header.dscp(bytes, ip))
                .setEcn(Ipv4Header.ecn(bytes, ip))
                .setBytes(content.readableBytes()));
      }
    } finally {
      frame.release();
    }
  }
}

package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.host.packetio.UnsentFrames.UnsentReason;
import io.smartt.needs.Namespaces;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Frames over a veth pair in a namespace of the test, by system calls and by shared memory. */
@Tag("netns")
@Timeout(60)
@Isolated
class PacketChannelTest {
  private static final String NAMESPACE = "smartt-io-" + ProcessHandle.current().pid();
  private static final int BURST = 64;

  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("test-io", true),
          PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
  private final EventLoop loop = loops.next();
  private final EventLoop other = loops.next();
  private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
  private final List<PacketChannel> opened = new ArrayList<>();

  private record Seen(ByteBuf bytes, long stampNs) {}

  @BeforeEach
  void connect() {
    Namespaces.require();
    assertThat(Netns.ip("netns", "add", NAMESPACE).status()).isZero();
    assertThat(
            Netns.ip(
                    "-n", NAMESPACE, "link", "add", "name", "near", "mtu", "9000", "type", "veth",
                    "peer", "name", "far", "mtu", "9000")
                .status())
        .isZero();
    for (String end : List.of("near", "far")) {
      Netns.ip("-n", NAMESPACE, "link", "set", end, "addrgenmode", "none", "up");
    }
  }

  @AfterEach
  void remove() {
    opened.forEach(channel -> channel.close().syncUninterruptibly());
    loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
    Netns.ip("netns", "del", NAMESPACE);
  }

  private PacketChannel open(String name, PacketOptions options) {
    PacketChannel channel =
        NetworkNamespace.named(NAMESPACE).call(() -> PacketChannel.open(name, options));
    opened.add(channel);
    return channel;
  }

  private static int ringBytes(boolean ring) {
    return ring ? PacketOptions.SWITCH_RING_BYTES : 0;
  }

  private PacketChannel sender(PacketOptions options) {
    PacketChannel channel = open("near", options);
    loop.register(channel).syncUninterruptibly();
    return channel;
  }

  /** Collects what it receives, once it is registered. */
  private PacketChannel receiver(PacketOptions options) {
    PacketChannel channel = open("far", options);
    channel.pipeline().addLast(new Collector());
    return channel;
  }

  @Test
  void aCardThatIsNoneCannotBeAskedForItsStamps() {
    assertThatThrownBy(
            () -> open("far", PacketOptions.HOST.withStamps(PacketOptions.FrameStamps.CARD)))
        .isInstanceOf(PacketIoException.class)
        .hasMessage(
            "interface 'far': it has no card with a clock that stamps frames; take the kernel's"
                + " stamps");
  }

  private final class Collector extends ChannelInboundHandlerAdapter {
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReceivedFrame frame = (ReceivedFrame) message;
      seen.add(new Seen(Unpooled.copiedBuffer(frame.content()), frame.stampNs()));
      frame.release();
    }
  }

  /** With a VLAN tag where asked, which the kernel takes off and the channel puts back. */
  private static byte[] frame(Random random, int length, boolean tagged) {
    byte[] frame = new byte[length];
    random.nextBytes(frame);
    frame[0] = 2;
    frame[6] = 2;
    frame[12] = (byte) (tagged ? 0x81 : 0x88);
    frame[13] = (byte) (tagged ? 0x00 : 0xb5);
    if (tagged) {
      frame[14] = 0x20;
      frame[15] = 7;
    }
    return frame;
  }

  @ParameterizedTest
  @CsvSource({"false,9216", "true,9216", "true,65600"})
  void framesArriveAsTheyWereSentWithTheirTagsAndTimes(boolean ring, int maxBytes)
      throws InterruptedException {
    PacketOptions options =
        PacketOptions.SWITCH_PORT.withMaxFrameBytes(maxBytes).withRing(ringBytes(ring));
    PacketChannel from = sender(options);
    PacketChannel to = receiver(options);
    loop.register(to).syncUninterruptibly();
    Random random = new Random(1);
    long lastNs = 1;

    // More than a ring has slots, so that it is gone round.
    for (int sent = 0; sent < 1_024; sent += BURST) {
      List<byte[]> burst = new ArrayList<>();
      for (int i = 0; i < BURST; i++) {
        burst.add(frame(random, 60 + random.nextInt(8_950), i % 3 == 0));
        var _ = from.write(Unpooled.wrappedBuffer(burst.getLast()));
      }
      from.flush();
      for (byte[] expected : burst) {
        Seen next = seen.poll(10, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        assertThat(next.bytes()).isEqualTo(Unpooled.wrappedBuffer(expected));
        assertThat(next.stampNs()).isGreaterThanOrEqualTo(lastNs);
        lastNs = next.stampNs();
      }
    }
    assertThat(seen).isEmpty();
    assertThat(to.lostFrames()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"false,9216", "true,9216", "true,65600"})
  void aBurstOfShortFramesArrivesWhole(boolean ring, int maxBytes) throws InterruptedException {
    PacketOptions options =
        PacketOptions.SWITCH_PORT.withMaxFrameBytes(maxBytes).withRing(ringBytes(ring));
    PacketChannel from = sender(options);
    PacketChannel to = receiver(options);
    other.register(to).syncUninterruptibly();

    for (int round = 0; round < 50; round++) {
      for (int i = 0; i < 400; i++) {
        var _ =
            from.writeAndFlush(
                Unpooled.wrappedBuffer(
                    new byte[] {2, (byte) (i >> 8), (byte) i, 0, 0, 0, 2, 2, 3, 4, 5, 6, 7, 8}));
      }
      for (int i = 0; i < 400; i++) {
        Seen next = seen.poll(10, TimeUnit.SECONDS);
        assertThat(next).as("frame %d of round %d", i, round).isNotNull();
        assertThat(next.bytes().getUnsignedShort(1)).as("round %d", round).isEqualTo(i);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void framesLongerThanAJumboFrameArriveInTheirPlace(boolean ring) throws InterruptedException {
    setMtu("65000");
    PacketOptions options =
        PacketOptions.SWITCH_PORT
            .withMaxFrameBytes(PacketOptions.SUPER_FRAME_BYTES)
            .withRing(ringBytes(ring));
    PacketChannel from = sender(options);
    PacketChannel to = receiver(options);
    loop.register(to).syncUninterruptibly();
    Random random = new Random(1);

    for (int length : new int[] {60, 65_000, 9_014, 9_300, 20_000, 64, 64_000}) {
      byte[] sent = frame(random, length, length > 60);
      from.writeAndFlush(Unpooled.wrappedBuffer(sent)).syncUninterruptibly();
      Seen next = seen.poll(10, TimeUnit.SECONDS);
      assertThat(next).as("%d bytes", length).isNotNull();
      assertThat(next.bytes()).as("%d bytes", length).isEqualTo(Unpooled.wrappedBuffer(sent));
      assertThat(next.stampNs()).isPositive();
    }
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void anMtuThatIsRaisedLaterCutsNoFrame(boolean ring) throws InterruptedException {
    setMtu("1500");
    PacketOptions options = PacketOptions.HOST.withRing(ringBytes(ring)).withPromiscuous(true);
    PacketChannel from = sender(PacketOptions.SWITCH_PORT);
    PacketChannel to = receiver(options);
    loop.register(to).syncUninterruptibly();
    setMtu("9000");
    Random random = new Random(1);

    for (int length : new int[] {60, 9_000, 1_514, 1_600, 9_014, 64}) {
      byte[] sent = frame(random, length, false);
      sent[12] = 8;
      sent[13] = 0;
      from.writeAndFlush(Unpooled.wrappedBuffer(sent)).syncUninterruptibly();
      Seen next = seen.poll(10, TimeUnit.SECONDS);
      assertThat(next).as("%d bytes", length).isNotNull();
      assertThat(next.bytes()).as("%d bytes", length).isEqualTo(Unpooled.wrappedBuffer(sent));
    }
    assertThat(to.lostFrames()).isZero();
  }

  private static void setMtu(String bytes) {
    for (String end : List.of("near", "far")) {
      Netns.ip("-n", NAMESPACE, "link", "set", end, "mtu", bytes);
    }
  }

  @Test
  void framesThatTheKernelRefusesCostNoOther() throws InterruptedException {
    PacketChannel from = sender(PacketOptions.SWITCH_PORT);
    PacketChannel to = receiver(PacketOptions.SWITCH_PORT);
    loop.register(to).syncUninterruptibly();
    Random random = new Random(1);
    int good = 0;

    for (int bad : new int[] {0, 1, 13, 9_100, 20_000}) {
      byte[] refused = new byte[bad];
      var _ = from.write(Unpooled.wrappedBuffer(frame(random, 60, false)));
      var _ = from.write(Unpooled.wrappedBuffer(refused));
      from.writeAndFlush(Unpooled.wrappedBuffer(frame(random, 60, false))).syncUninterruptibly();
      good += 2;
    }

    for (int i = 0; i < good; i++) {
      assertThat(seen.poll(10, TimeUnit.SECONDS)).as("frame %d", i).isNotNull();
    }
    assertThat(from.isActive()).isTrue();
    assertThat(from.unsent().frames(UnsentReason.TOO_SHORT)).isEqualTo(3);
    assertThat(from.unsent().frames(UnsentReason.TOO_LONG)).isEqualTo(2);

    Netns.ip("-n", NAMESPACE, "link", "set", "near", "down");
    from.writeAndFlush(Unpooled.wrappedBuffer(frame(random, 60, false))).syncUninterruptibly();
    assertThat(from.unsent().frames(UnsentReason.LINK_DOWN)).isEqualTo(1);
    assertThat(from.unsent().frames()).isEqualTo(6);
    Netns.ip("-n", NAMESPACE, "link", "set", "near", "up");
    // The carrier comes back a moment after the interface: frames until then are lost.
    Seen first = null;
    for (int i = 0; first == null && i < 100; i++) {
      from.writeAndFlush(Unpooled.wrappedBuffer(frame(random, 60, false))).syncUninterruptibly();
      first = seen.poll(100, TimeUnit.MILLISECONDS);
    }
    assertThat(first).as("after the link came back").isNotNull();
  }

  @ParameterizedTest
  @CsvSource({"false", "true"})
  void whatDoesNotFitIsCounted(boolean ring) throws InterruptedException {
    PacketOptions options = PacketOptions.SWITCH_PORT.withRing(ringBytes(ring));
    PacketChannel from = sender(options);
    PacketChannel to = receiver(options);
    Random random = new Random(1);
    int sent = 20_000;

    // Nobody receives yet.
    for (int i = 0; i < sent; i++) {
      from.writeAndFlush(Unpooled.wrappedBuffer(frame(random, 1_000, false))).syncUninterruptibly();
    }
    loop.register(to).syncUninterruptibly();

    int arrived = 0;
    while (seen.poll(1, TimeUnit.SECONDS) != null) {
      arrived++;
    }
    assertThat(arrived).isPositive().isLessThan(sent);
    assertThat(to.lostFrames()).isEqualTo(sent - arrived);
  }
}

package io.smartt.switchd.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.smartt.host.packetio.ReceivedFrame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(10)
class Ipv6MulticastFilterTest {
  private final EmbeddedChannel port = new EmbeddedChannel(new PortOpener.Ipv6MulticastFilter());

  @Test
  void framesToIpv6MulticastAddressesEndHere() {
    ReceivedFrame solicitation = frame(0x33, 0x33, 0, 0, 0, 2);

    assertThat(port.writeInbound(solicitation)).isFalse();
    assertThat(solicitation.refCnt()).isZero();
  }

  @Test
  void allOthersPass() {
    for (ReceivedFrame other :
        new ReceivedFrame[] {
          frame(0x33, 0x34, 0, 0, 0, 2), frame(0xff, 0xff, 0xff, 0xff, 0xff, 0xff), frame(0x33)
        }) {
      assertThat(port.writeInbound(other)).isTrue();
      assertThat(port.<ReceivedFrame>readInbound()).isSameAs(other);
      assertThat(other.release()).isTrue();
    }
  }

  private static ReceivedFrame frame(int... bytes) {
    ByteBuf content = Unpooled.buffer();
    for (int b : bytes) {
      content.writeByte(b);
    }
    return ReceivedFrame.of(content, 0);
  }
}

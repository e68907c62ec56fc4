package io.smartt.bench.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.smartt.base.topology.Host;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** UDP datagrams from one host to another that say when they left. */
final class TestFrames {
  private static final int STAMP_AT = 44;
  private static final int IP_AT = 14;
  private static final int DATA_DSCP = 10;

  private TestFrames() {}

  /** A frame of so many bytes. */
  static ByteBuf of(Host from, Host to, int bytes) {
    ByteBuf frame = PooledByteBufAllocator.DEFAULT.heapBuffer(bytes);
    frame.writeZero(bytes);
    setMac(frame, 0, 0x020100000000L);
    setMac(frame, 6, from.mac());
    frame.setShort(12, 0x0800);
    frame.setByte(IP_AT, 0x45);
    frame.setByte(IP_AT + 1, DATA_DSCP << 2 | 2);
    frame.setShort(IP_AT + 2, bytes - IP_AT);
    frame.setByte(IP_AT + 8, 64);
    frame.setByte(IP_AT + 9, 17);
    frame.setInt(IP_AT + 12, from.ipv4());
    frame.setInt(IP_AT + 16, to.ipv4());
    frame.setShort(IP_AT + 10, checksum(frame));
    frame.setShort(IP_AT + 20, 9000);
    frame.setShort(IP_AT + 22, 9001);
    frame.setShort(IP_AT + 24, bytes - IP_AT - 20);
    return frame;
  }

  private static int checksum(ByteBuf frame) {
    int sum = 0;
    for (int at = IP_AT; at < IP_AT + 20; at += 2) {
      sum += frame.getUnsignedShort(at);
    }
    return ~((sum & 0xffff) + (sum >>> 16));
  }

  private static void setMac(ByteBuf frame, int at, long mac) {
    frame.setShort(at, (int) (mac >>> 32));
    frame.setInt(at + 2, (int) mac);
  }

  /** Notes that it leaves now. */
  static void stamp(ByteBuf frame) {
    frame.setLong(STAMP_AT, nowNs());
  }

  /** Returns the time at which the frame left. */
  static long stampOf(ByteBuf frame) {
    return frame.getLong(frame.readerIndex() + STAMP_AT);
  }

  /** Returns the time by the clock of the kernel's stamps. */
  static long nowNs() {
    return ChronoUnit.NANOS.between(Instant.EPOCH, Instant.now());
  }
}

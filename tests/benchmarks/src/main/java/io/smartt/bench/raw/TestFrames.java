package io.smartt.bench.raw;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import io.smartt.base.topology.Host;
import io.smartt.host.transport.TransportSettings;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** UDP datagrams from one host to another that say when they left. */
final class TestFrames {
  private static final int STAMP_AT = 44;
  private static final int FROM_PORT = 9000;
  private static final int TO_PORT = 9001;
  private static final long GATEWAY_MAC = 0x020100000000L;

  private TestFrames() {}

  /** A frame of so many bytes. */
  static ByteBuf of(Host from, Host to, int bytes) {
    byte[] frame = new byte[bytes];
    new OuterHeaders(
            GATEWAY_MAC,
            from.mac(),
            from.ipv4(),
            to.ipv4(),
            TransportSettings.DEFAULT.dataDscp(),
            Ipv4Header.ECT_0,
            TO_PORT)
        .write(frame, FROM_PORT, bytes - OuterHeaders.BYTES);
    return PooledByteBufAllocator.DEFAULT.heapBuffer(bytes).writeBytes(frame);
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

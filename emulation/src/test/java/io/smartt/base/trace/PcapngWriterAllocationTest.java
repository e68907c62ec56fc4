package io.smartt.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.experiment.report.Allocation;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What {@link PcapngWriter} allocates. In this module, which has the meter. */
class PcapngWriterAllocationTest {
  @Test
  void aPacketAllocatesNothing() {
    byte[] head = new byte[42];
    List<CaptureInterface> interfaces =
        List.of(new CaptureInterface("h1-eth0", "NIC of h1", 50_000_000_000L));
    PcapngWriter writer =
        new PcapngWriter(
            new Nowhere(),
            Instant.EPOCH,
            StampUnit.NANOSECOND,
            "smartt",
            "seed 1",
            interfaces,
            List.of());
    CaptureSink.Passing packet =
        new CaptureSink.Passing(
            7, 0, CaptureSink.Direction.OUTBOUND, head, 42, 1_042, 9, Optional.empty());
    long bytes =
        Allocation.bytesOf(() -> {
          for (int i = 0; i < 10_000; i++) {
            writer.packet(packet);
          }
        });

    assertThat(bytes).isLessThan(1_000); // of the measurement itself
  }

  private static final class Nowhere implements WritableByteChannel {
    @Override
    public int write(ByteBuffer source) {
      int taken = source.remaining();
      source.position(source.limit());
      return taken;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}

package io.smartt.base.trace;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.CaptureSink.EndingCapture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link EndingCapture} on a disk that becomes full. */
class EndingCaptureTest {
  private static final int ROOM = (1 << 20) + 1001;
  private static final int FRAME = 1000;

  @TempDir private Path folder;

  /** A file that takes so many bytes. */
  private record FullDisk(FileChannel file) implements SeekableByteChannel {
    @Override
    public int write(ByteBuffer bytes) throws IOException {
      int room = (int) Math.min(bytes.remaining(), ROOM - file.position());
      if (room <= 0) {
        throw new IOException("No space left on device");
      }
      ByteBuffer part = bytes.slice(bytes.position(), room);
      bytes.position(bytes.position() + room);
      return file.write(part);
    }

    @Override
    public int read(ByteBuffer bytes) throws IOException {
      return file.read(bytes);
    }

    @Override
    public long position() throws IOException {
      return file.position();
    }

    @Override
    public SeekableByteChannel position(long at) throws IOException {
      file.position(at);
      return this;
    }

    @Override
    public long size() throws IOException {
      return file.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
      file.truncate(size);
      return this;
    }

    @Override
    public boolean isOpen() {
      return file.isOpen();
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }

  @Test
  void endsAtTheLastWholePacketAndLetsPacketsGoOn() throws IOException {
    Path path = folder.resolve("trace.pcapng");
    EndingCapture capture =
        new EndingCapture(
            new PcapngWriter(
                new FullDisk(
                    FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE)),
                Instant.EPOCH,
                StampUnit.NANOSECOND,
                "test",
                "full disk",
                List.of(new CaptureInterface("s1-eth1", "", 0)),
                List.of()));
    for (int i = 0; i < 3000; i++) {
      capture.packet(
          new CaptureSink.Passing(
              i,
              0,
              CaptureSink.Direction.INBOUND,
              new byte[FRAME],
              FRAME,
              FRAME,
              i,
              Optional.empty()));
    }
    capture.close();

    assertThat(capture.ended()).isPresent();
    assertThat(capture.ended().orElseThrow().why()).contains("No space left on device");
    assertThat(Files.size(path)).isBetween(ROOM - 2L * FRAME, (long) ROOM);
    int packets = 0;
    ByteBuffer blocks =
        ByteBuffer.wrap(Files.readAllBytes(path)).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    while (blocks.hasRemaining()) {
      int type = blocks.getInt(blocks.position());
      int length = blocks.getInt(blocks.position() + 4);
      assertThat(blocks.getInt(blocks.position() + length - 4)).isEqualTo(length);
      blocks.position(blocks.position() + length);
      packets += type == 6 ? 1 : 0;
    }
    assertThat(packets).isGreaterThan(900);
  }

  /** Ports of real networks have threads of their own. */
  @Test
  void takesPacketsOfManyThreadsWhole() throws IOException, InterruptedException {
    Path path = folder.resolve("threads.pcapng");
    int threads = 4;
    int each = 20_000;
    List<Thread> ports = new ArrayList<>();
    try (EndingCapture capture =
        new EndingCapture(
            new PcapngWriter(
                FileChannel.open(path, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                Instant.EPOCH,
                StampUnit.NANOSECOND,
                "test",
                "many threads",
                List.of(new CaptureInterface("s1-eth1", "", 0)),
                List.of()))) {
      for (int number = 0; number < threads; number++) {
        byte fill = (byte) number;
        ports.add(
            Thread.ofPlatform()
                .start(() -> {
                  byte[] frame = new byte[60 + 4 * fill];
                  Arrays.fill(frame, fill);
                  for (int i = 0; i < each; i++) {
                    capture.packet(
                        new CaptureSink.Passing(
                            i,
                            0,
                            CaptureSink.Direction.INBOUND,
                            frame,
                            frame.length,
                            frame.length,
                            0,
                            Optional.empty()));
                  }
                }));
      }
      for (Thread port : ports) {
        port.join();
      }
      assertThat(capture.frames()).isEqualTo((long) threads * each);
    }
    int[] read = new int[threads];
    try (CaptureReader reader = CaptureReader.open(path)) {
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        byte[] bytes = next.get().bytes();
        byte fill = bytes[0];
        assertThat(bytes).hasSize(60 + 4 * fill).containsOnly(fill);
        read[fill]++;
      }
    }
    assertThat(read).containsOnly(each);
  }
}

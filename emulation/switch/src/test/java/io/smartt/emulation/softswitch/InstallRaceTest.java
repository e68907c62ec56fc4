package io.smartt.emulation.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Another program comes while packets pass: none meets the new program with the old one's state.
 */
@Timeout(60)
class InstallRaceTest {
  private static final int INSTALLS = 200_000;

  private static Pipeline pipeline(byte[] json) {
    return Bmv2Program.load(json).instantiate(new SplittableRandom(1));
  }

  private static byte[] basic() throws IOException {
    try (InputStream in =
        InstallRaceTest.class.getResourceAsStream("/tutorials/basic/build/basic.json")) {
      return Objects.requireNonNull(in).readAllBytes();
    }
  }

  @Test
  void noPacketMeetsTwoPrograms() throws IOException, InterruptedException {
    EmbeddedSwitch device = new EmbeddedSwitch("s", 4, List.of(QueueConfig.packets(64)), _ -> {});
    List<Pipeline> pipelines =
        List.of(pipeline(TestPrograms.json(TestPrograms.FEATURES)), pipeline(basic()));
    ReplicationEngine replication = new ReplicationEngine();
    AtomicReference<Optional<Throwable>> failed = new AtomicReference<>(Optional.empty());
    Thread packets =
        Thread.ofPlatform()
            .daemon()
            .start(() -> {
              try {
                Packet out = new Packet(64);
                for (long now = 0; !Thread.interrupted(); now++) {
                  device.receive(1, Packet.of(new byte[] {(byte) 0xf0, 0, 0, 0, 0, 0, 1}), now);
                  while (now % 4 == 0 && device.transmit(2, now, out)) {
                    // Until nothing waits.
                  }
                }
              } catch (RuntimeException e) {
                failed.set(Optional.of(e));
              }
            });

    for (int i = 0; i < INSTALLS && packets.isAlive(); i++) {
      device.install(pipelines.get(i % 2), replication, false);
    }
    packets.interrupt();
    packets.join();

    assertThat(failed.get()).isEmpty();
  }
}

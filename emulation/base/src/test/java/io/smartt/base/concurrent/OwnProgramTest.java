package io.smartt.base.concurrent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link OwnProgram}. */
@Timeout(60)
class OwnProgramTest {
  /** A server whose other threads go on when one has taken all memory. */
  static final class Hoarder {
    private static final List<Object> KEPT = new ArrayList<>();

    private Hoarder() {}

    public static void main(String[] args) throws InterruptedException {
      Thread.ofPlatform()
          .start(() -> {
            while (true) {
              KEPT.add(new byte[1 << 16]);
            }
          });
      Thread.currentThread().join();
    }
  }

  @Test
  void aServerWithoutMemoryEndsAndSaysSo() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx16m", "-XX:+UseSerialGC"));
    command.addAll(OwnProgram.ENDS_OUT_OF_MEMORY);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Hoarder.class.getName()));
    Process process = new ProcessBuilder(command).start();
    try {
      String said =
          new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8).strip();

      assertThat(process.waitFor()).isEqualTo(3);
      assertThat(said).isEqualTo("Terminating due to java.lang.OutOfMemoryError: Java heap space");
      assertThat(OwnProgram.ended(3)).isEqualTo("ended with status 3 (out of memory)");
      assertThat(OwnProgram.ended(137)).isEqualTo("ended with status 137");
    } finally {
      process.destroyForcibly();
    }
  }
}

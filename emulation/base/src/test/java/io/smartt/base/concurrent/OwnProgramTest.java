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

  /** Says with which options another one would start. */
  static final class Teller {
    private Teller() {}

    public static void main(String[] args) {
      System.out.println(String.join(" ", OwnProgram.asThisOne()));
    }
  }

  @Test
  void anotherStartsAndCompilesAsThisOneAndHasNothingElseOfIt() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx64m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.addAll(List.of("-XX:AOTCache=none.aot", "-Xlog:disable", "-Da=b"));
    command.addAll(List.of("-XX:CompileCommand=quiet", "-Dio.netty.leakDetection.level=disabled"));
    command.add("-XX:Tier2InvokeNotifyFreqLog=15");
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Teller.class.getName()));
    Process process = new ProcessBuilder(command).start();
    try {
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(said.strip().split(" ", -1))
          .containsExactly(
              "-XX:TieredStopAtLevel=1",
              "-XX:AOTCache=none.aot",
              "-XX:CompileCommand=quiet",
              "-Dio.netty.leakDetection.level=disabled",
              "-XX:Tier2InvokeNotifyFreqLog=15",
              "-Xlog:disable");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void aServerWithoutMemoryEndsAndSaysSo() throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx16m");
    command.addAll(OwnProgram.AS_SERVER);
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

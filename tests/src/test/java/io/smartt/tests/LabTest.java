package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Labs: they outlive the command, others work with them, and nothing is left of them. */
@Timeout(600)
class LabTest {
  @TempDir private Path temp;

  @RegisterExtension private final LabCommands labs = new LabCommands(() -> temp);

  @Test
  void aLabStaysAndKeepsWhatCommandsChange() throws Exception {
    String[] up = {"lab", "up", "mine", "--profile", "virtual", "--topology", "leafspine,2,2,1"};
    Netns.Ended first = labs.smartt(up);
    assertThat(first.status()).as(first.out()).isZero();
    Netns.Ended second = labs.smartt(up);
    assertThat(second.status()).isEqualTo(2);
    assertThat(second.out()).contains("lab 'mine' is up already");

    Netns.Ended shell =
        labs.smartt("shell", "--lab", "mine", "-c", "link leaf1 spine1 down", "-c", "pingall");
    assertThat(shell.out()).contains("0% dropped (2/2 received)");
    assertThat(shell.status()).isZero();
    Netns.Ended inspected = labs.smartt("lab", "inspect", "mine");
    assertThat(inspected.out())
        .containsPattern("leaf1:\\d spine1:\\d 50000.0 Mbit/s down")
        .containsPattern("leaf1:\\d spine2:\\d 50000.0 Mbit/s up");

    Path out = temp.resolve("run");
    Netns.Ended run =
        labs.smartt(
            "run", "--lab", "mine", "--workload", "incast:1x64KiB", "--out", out.toString());
    assertThat(run.status()).as(run.out()).isZero();
    assertThat(Files.readString(out.resolve("summary.json")))
        .contains("\"status\" : \"completed\"")
        .contains("\"bytesVerified\" : 65536");

    labs.kill("mine");
    Netns.Ended stale = labs.smartt("lab", "list");
    assertThat(stale.out()).containsPattern("mine +stale +virtual");
    assertThat(labs.smartt("lab", "down", "mine").out()).contains("it is cleaned up");
    assertThat(labs.folder("mine")).doesNotExist();
  }

  /** Who reads no answers has the lab keep a few requests, and not as many as it likes to send. */
  @Test
  @Experiment
  void aSessionThatAsksWithoutReadingAnswersIsEnded() throws Exception {
    Netns.Ended up =
        labs.smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "leafspine,4,4,4");
    assertThat(up.status()).as(up.out()).isZero();
    try (SocketChannel client =
        SocketChannel.open(UnixDomainSocketAddress.of(labs.facts("mine").get("socket").asText()))) {
      ByteBuffer requests =
          ByteBuffer.wrap("{\"inspect\":true}\n".repeat(1_000).getBytes(StandardCharsets.UTF_8));
      while (requests.hasRemaining()) {
        client.write(requests);
      }
      List<String> answers;
      try (BufferedReader reader =
          new BufferedReader(Channels.newReader(client, StandardCharsets.UTF_8))) {
        answers = reader.lines().toList();
      }

      assertThat(answers).hasSizeLessThan(1_000);
      assertThat(answers).anyMatch(line -> line.contains("16 requests of this session wait"));
    }
    assertThat(labs.smartt("lab", "inspect", "mine").status()).isZero();
  }

  @Test
  void aLabThatCannotBeBuiltSaysWhyAndIsNotThere() throws Exception {
    Path said = temp.resolve("said");
    ProcessBuilder up =
        new ProcessBuilder(OwnJvm.command())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile());
    up.command()
        .addAll(List.of("lab", "up", "mine", "--profile", "docker", "--topology", "single,2"));
    up.environment().put("XDG_STATE_HOME", temp.resolve("state").toString());
    up.environment().put("DOCKER_HOST", "unix://" + temp.resolve("nobody"));

    assertThat(up.start().waitFor()).isEqualTo(1);
    assertThat(said).content().contains("lab 'mine' could not be built: smartt: no Docker engine");
    assertThat(labs.folder("mine")).doesNotExist();
  }

  /** The lab reads both before it begins with the first. */
  @Test
  void anInterruptRightBehindItsRequestIsNotLost() throws Exception {
    assertThat(
            labs.smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "single,2")
                .status())
        .isZero();
    Path out = temp.resolve("run");
    String both =
        "{\"run\": \"incast:1x64GiB\", \"out\": \"" + out + "\"}\n{\"interrupt\": true}\n";
    try (SocketChannel lab =
        SocketChannel.open(UnixDomainSocketAddress.of(labs.facts("mine").get("socket").asText()))) {
      lab.write(ByteBuffer.wrap(both.getBytes(StandardCharsets.UTF_8)));
      BufferedReader answers = new BufferedReader(Channels.newReader(lab, StandardCharsets.UTF_8));
      String line = answers.readLine();
      while (!line.contains("\"end\"")) {
        line = answers.readLine();
      }
    }

    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"interrupted\"");
  }

  /** Ctrl-C stops the run on the lab, waits for what it came to, and prints that. */
  @Test
  @Experiment
  void anInterruptedRunEndsWithItsTrueStateAndItsTable() throws Exception {
    assertThat(
            labs.smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "single,2")
                .status())
        .isZero();
    Path said = temp.resolve("said");
    Path out = temp.resolve("run");
    StopSignal signal = StopSignal.heard();
    Process run =
        labs.start(
            said, "run", "--lab", "mine", "--workload", "incast:1x64GiB", "--out", out.toString());
    LabCommands.awaitBegun(out, run);
    signal.to(run);

    assertThat(run.waitFor()).isEqualTo(signal.status());
    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"interrupted\"");
    assertThat(said).content().contains("interrupted");
    assertThat(labs.smartt("lab", "down", "mine").status()).isZero();
  }

  /** A run is a network that closes itself: the lab's first run is the same to the byte. */
  @Test
  void onVirtualARunOnALabIsARunWithPlannedFailuresAndAll() throws Exception {
    String[] same = {
      "--topology=testbed",
      "--set=link.failures=leaf1-spine1@20us..40us",
      "--set=scheme.h5..h8=swift",
      "--set=class.gold.dscp=26",
      "--set=class.gold.flows=h1..h4"
    };
    String[] up = {"lab", "up", "mine", "--profile", "virtual"};
    assertThat(labs.smartt(LabCommands.with(up, same)).status()).isZero();
    Path alone = temp.resolve("alone");
    Path onLab = temp.resolve("on-lab");
    String[] run = {"run", "--workload", "permutation:256KiB"};
    Netns.Ended first =
        labs.smartt(LabCommands.with(LabCommands.with(run, same), "--out", alone.toString()));
    assertThat(first.status()).as(first.out()).isZero();
    assertThat(
            labs.smartt(LabCommands.with(run, "--lab", "mine", "--out", onLab.toString())).status())
        .isZero();

    assertThat(tables(onLab)).isEqualTo(tables(alone)).contains("events.csv", "flows.csv");
    for (String table : tables(alone)) {
      assertThat(onLab.resolve(table)).hasSameBinaryContentAs(alone.resolve(table));
    }
    assertThat(Files.readString(onLab.resolve("events.csv"))).contains("link-down", "link-up");
    assertThat(Files.readString(onLab.resolve("flows.csv"))).contains(",swift,", ",gold");
    assertThat(LabCommands.known(onLab)).isEqualTo(LabCommands.known(alone));
  }

  private static List<String> tables(Path run) throws IOException {
    try (Stream<Path> files = Files.list(run)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".csv"))
          .sorted()
          .toList();
    }
  }
}

package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Labs: they outlive the command, others work with them, and nothing is left of them. */
@Timeout(600)
@Isolated
class LabTest {
  @TempDir private Path temp;

  private record Ended(int status, String said) {}

  private Process start(Path said, String... arguments) throws IOException {
    List<String> command = new ArrayList<>(OwnJvm.command());
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(said.toFile());
    builder.environment().put("XDG_STATE_HOME", temp.resolve("state").toString());
    return builder.start();
  }

  private Ended smartt(String... arguments) throws IOException, InterruptedException {
    Path said = Files.createTempFile(temp, "said", ".txt");
    int status = start(said, arguments).waitFor();
    return new Ended(status, Files.readString(said, StandardCharsets.UTF_8));
  }

  private Path folder(String name) {
    return temp.resolve("state/smartt/labs").resolve(name);
  }

  private JsonNode facts(String name) throws IOException {
    return new ObjectMapper().readTree(folder(name).resolve("lab.json").toFile());
  }

  private long process(String name) throws IOException {
    return facts(name).get("process").asLong();
  }

  @AfterEach
  void takeDown() throws IOException, InterruptedException {
    if (Files.exists(folder("mine"))) {
      assertThat(smartt("lab", "down", "mine").status()).isZero();
    }
  }

  private void kill(String name) throws Exception {
    ProcessHandle lab = ProcessHandle.of(process(name)).orElseThrow();
    lab.destroyForcibly();
    lab.onExit().get(20, TimeUnit.SECONDS);
  }

  @Test
  void aLabStaysAndKeepsWhatCommandsChange() throws Exception {
    String[] up = {"lab", "up", "mine", "--profile", "virtual", "--topology", "leafspine,2,2,1"};
    Ended first = smartt(up);
    assertThat(first.status()).as(first.said()).isZero();
    Ended second = smartt(up);
    assertThat(second.status()).isEqualTo(2);
    assertThat(second.said()).contains("lab 'mine' is up already");

    Ended shell = smartt("shell", "--lab", "mine", "-c", "link leaf1 spine1 down", "-c", "pingall");
    assertThat(shell.said()).contains("0% dropped (2/2 received)");
    assertThat(shell.status()).isZero();
    Ended inspected = smartt("lab", "inspect", "mine");
    assertThat(inspected.said())
        .containsPattern("leaf1:\\d spine1:\\d 50000.0 Mbit/s down")
        .containsPattern("leaf1:\\d spine2:\\d 50000.0 Mbit/s up");

    Path out = temp.resolve("run");
    Ended run =
        smartt("run", "--lab", "mine", "--workload", "incast:1x64KiB", "--out", out.toString());
    assertThat(run.status()).as(run.said()).isZero();
    assertThat(Files.readString(out.resolve("summary.json")))
        .contains("\"status\" : \"completed\"")
        .contains("\"bytesVerified\" : 65536");

    kill("mine");
    Ended stale = smartt("lab", "list");
    assertThat(stale.said()).containsPattern("mine +stale +virtual");
    assertThat(smartt("lab", "down", "mine").said()).contains("it is cleaned up");
    assertThat(folder("mine")).doesNotExist();
  }

  /** Who reads no answers has the lab keep a few requests, and not as many as it likes to send. */
  @Test
  @Experiment
  void aSessionThatAsksWithoutReadingAnswersIsEnded() throws Exception {
    Ended up = smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "leafspine,4,4,4");
    assertThat(up.status()).as(up.said()).isZero();
    try (SocketChannel client =
        SocketChannel.open(UnixDomainSocketAddress.of(facts("mine").get("socket").asText()))) {
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
    assertThat(smartt("lab", "inspect", "mine").status()).isZero();
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
    assertThat(folder("mine")).doesNotExist();
  }

  @Test
  @Experiment
  @Tag("netns")
  void namespacesOfAKilledLabGoWithDownAndARunIsInterruptedByIt() throws Exception {
    Namespaces.require("ping");
    String[] up = {"lab", "up", "mine", "--topology", "single,2", "--set", "dilation=1000"};
    assertThat(smartt(up).status()).isZero();
    Ended ping = smartt("lab", "exec", "mine", "h1", "--", "ping -c 1 h2 && exit 7");
    assertThat(ping.said()).contains("1 received");
    assertThat(ping.status()).isEqualTo(7);
    // No whole word, so that it is the host's own resolver that knows the name.
    Ended named = smartt("lab", "exec", "mine", "h1", "--", "ping -c 1 'h2'");
    assertThat(named.said()).contains("PING h2 (10.0.0.2)", "1 received");
    long killed = process("mine");
    kill("mine");
    assertThat(Netns.leftBy(killed)).isNotEmpty();
    assertThat(names(killed)).isNotEmpty();
    assertThat(smartt("lab", "down", "mine").said()).contains("removed smartt-" + killed + "-");
    assertThat(names(killed)).isEmpty();
    assertThat(Netns.leftBy(killed)).isEmpty();

    assertThat(smartt(up).status()).isZero();
    long second = process("mine");
    Path said = temp.resolve("said");
    Path out = temp.resolve("run");
    Process run =
        start(said, "run", "--lab", "mine", "--workload", "incast:1x1GiB", "--out", out.toString());
    awaitBegun(out, run);
    assertThat(smartt("lab", "down", "mine").status()).isZero();
    assertThat(run.waitFor()).isOne();
    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"interrupted\"");
    assertThat(Netns.leftBy(second)).isEmpty();
    assertThat(names(second)).isEmpty();
  }

  /** Looks now and then: the run needs the core on which somebody else would spin. */
  private static void awaitBegun(Path out, Process run) {
    PrivateSlurm.await(
        "the run's folder", () -> Files.exists(out.resolve("summary.json")) || !run.isAlive());
  }

  /** Files of names that a process made for programs in its hosts. */
  private static List<String> names(long process) {
    String[] all = Path.of("/etc/netns").toFile().list();
    return Stream.of(all == null ? new String[0] : all)
        .filter(name -> name.startsWith("smartt-" + process + "-"))
        .toList();
  }

  /** The lab reads both before it begins with the first. */
  @Test
  void anInterruptRightBehindItsRequestIsNotLost() throws Exception {
    assertThat(
            smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "single,2").status())
        .isZero();
    Path out = temp.resolve("run");
    String both =
        "{\"run\": \"incast:1x64GiB\", \"out\": \"" + out + "\"}\n{\"interrupt\": true}\n";
    try (SocketChannel lab =
        SocketChannel.open(UnixDomainSocketAddress.of(facts("mine").get("socket").asText()))) {
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
            smartt("lab", "up", "mine", "--profile", "virtual", "--topology", "single,2").status())
        .isZero();
    Path said = temp.resolve("said");
    Path out = temp.resolve("run");
    StopSignal signal = StopSignal.heard();
    Process run =
        start(
            said, "run", "--lab", "mine", "--workload", "incast:1x64GiB", "--out", out.toString());
    awaitBegun(out, run);
    signal.to(run);

    assertThat(run.waitFor()).isEqualTo(signal.status());
    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"interrupted\"");
    assertThat(said).content().contains("interrupted");
    assertThat(smartt("lab", "down", "mine").status()).isZero();
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
    assertThat(smartt(with(up, same)).status()).isZero();
    Path alone = temp.resolve("alone");
    Path onLab = temp.resolve("on-lab");
    String[] run = {"run", "--workload", "permutation:256KiB"};
    Ended first = smartt(with(with(run, same), "--out", alone.toString()));
    assertThat(first.status()).as(first.said()).isZero();
    assertThat(smartt(with(run, "--lab", "mine", "--out", onLab.toString())).status()).isZero();

    assertThat(tables(onLab)).isEqualTo(tables(alone)).contains("events.csv", "flows.csv");
    for (String table : tables(alone)) {
      assertThat(onLab.resolve(table)).hasSameBinaryContentAs(alone.resolve(table));
    }
    assertThat(Files.readString(onLab.resolve("events.csv"))).contains("link-down", "link-up");
    assertThat(Files.readString(onLab.resolve("flows.csv"))).contains(",swift,", ",gold");
    assertThat(known(onLab)).isEqualTo(known(alone));
  }

  @Test
  @Experiment
  @Tag("netns")
  void onNetnsARunOnALabShowsWhatARunShows() throws Exception {
    Namespaces.require();
    assertThat(smartt("lab", "up", "mine", "--profile", "netns", "--topology", "single,3").status())
        .isZero();
    LateMachine.judged("LabTest, netns", number -> showsTheSame(temp.resolve("try" + number)));
  }

  private void showsTheSame(Path folder) throws Exception {
    Path alone = folder.resolve("alone");
    Path onLab = folder.resolve("on-lab");
    Path again = folder.resolve("again");
    String[] run = {"run", "--workload", "incast:2x256KiB"};
    String[] whole = with(run, "--profile", "netns", "--topology", "single,3");
    Ended first = smartt(with(whole, "--set", "netns.warm-up-s=0", "--out", alone.toString()));
    assertThat(first.status()).as(first.said()).isZero();
    assertThat(smartt(with(run, "--lab", "mine", "--out", onLab.toString())).status()).isZero();
    assertThat(smartt(with(run, "--lab", "mine", "--out", again.toString())).status()).isZero();

    for (Path lab : List.of(onLab, again)) {
      assertThat(metrics(lab)).isEqualTo(metrics(alone)).contains("queue", "utilisation");
      assertThat(known(lab)).isEqualTo(known(alone));
      JsonNode packets = summary(lab).get("packets");
      assertThat(packets.get("unaccounted").asLong()).isZero();
      assertThat(packets.get("sentByHosts").asLong()).isBetween(128L, 1_000L);
    }
  }

  private static String[] with(String[] some, String... more) {
    return Stream.concat(Stream.of(some), Stream.of(more)).toArray(String[]::new);
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

  /** Without those that have rows only where something happened, which on real time is chance. */
  private static List<String> metrics(Path run) throws IOException {
    try (Stream<String> lines = Files.lines(run.resolve("samples.csv"))) {
      return lines
          .map(line -> line.substring(0, line.indexOf(',')))
          .filter(metric -> !List.of("avoided", "marks", "trims").contains(metric))
          .distinct()
          .sorted()
          .toList();
    }
  }

  private static JsonNode summary(Path run) throws IOException {
    return new ObjectMapper().readTree(run.resolve("summary.json").toFile());
  }

  /** The paths of the summary that have a value. */
  private static List<String> known(Path run) throws IOException {
    List<String> paths = new ArrayList<>();
    known("", summary(run), paths);
    // A busy machine has one line more to say.
    return paths.stream()
        .filter(path -> !path.startsWith("/events") && !path.startsWith("/untimelyBecause"))
        .sorted()
        .toList();
  }

  private static void known(String path, JsonNode node, List<String> into) {
    if (node.isObject()) {
      node.properties()
          .forEach(entry -> known(path + "/" + entry.getKey(), entry.getValue(), into));
    } else if (!node.isNull()) {
      into.add(path);
    }
  }
}

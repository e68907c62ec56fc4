package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Labs of real packets: {@link LabTest} has those in virtual time, which need no quiet machine. */
@Tag("netns")
@Timeout(600)
@Experiment
@Isolated
class LabOnNetnsTest {
  @TempDir private Path temp;

  @RegisterExtension private final LabCommands labs = new LabCommands(() -> temp);

  @Test
  void namespacesOfAKilledLabGoWithDownAndARunIsInterruptedByIt() throws Exception {
    Namespaces.require("ping");
    String[] up = {"lab", "up", "mine", "--topology", "single,2", "--set", "dilation=1000"};
    assertThat(labs.smartt(up).status()).isZero();
    Netns.Ended ping = labs.smartt("lab", "exec", "mine", "h1", "--", "ping -c 1 h2 && exit 7");
    assertThat(ping.out()).contains("1 received");
    assertThat(ping.status()).isEqualTo(7);
    // No whole word, so that it is the host's own resolver that knows the name.
    Netns.Ended named = labs.smartt("lab", "exec", "mine", "h1", "--", "ping -c 1 'h2'");
    assertThat(named.out()).contains("PING h2 (10.0.0.2)", "1 received");
    long killed = labs.process("mine");
    labs.kill("mine");
    assertThat(Netns.leftBy(killed)).isNotEmpty();
    assertThat(names(killed)).isNotEmpty();
    assertThat(labs.smartt("lab", "down", "mine").out()).contains("removed smartt-" + killed + "-");
    assertThat(names(killed)).isEmpty();
    assertThat(Netns.leftBy(killed)).isEmpty();

    assertThat(labs.smartt(up).status()).isZero();
    long second = labs.process("mine");
    Path said = temp.resolve("said");
    Path out = temp.resolve("run");
    Process run =
        labs.start(
            said, "run", "--lab", "mine", "--workload", "incast:1x1GiB", "--out", out.toString());
    LabCommands.awaitBegun(out, run);
    assertThat(labs.smartt("lab", "down", "mine").status()).isZero();
    assertThat(run.waitFor()).isOne();
    assertThat(Files.readString(out.resolve("summary.json"))).contains("\"interrupted\"");
    assertThat(Netns.leftBy(second)).isEmpty();
    assertThat(names(second)).isEmpty();
  }

  /** Files of names that a process made for programs in its hosts. */
  private static List<String> names(long process) {
    String[] all = Path.of("/etc/netns").toFile().list();
    return Stream.of(all == null ? new String[0] : all)
        .filter(name -> name.startsWith("smartt-" + process + "-"))
        .toList();
  }

  @Test
  void onNetnsARunOnALabShowsWhatARunShows() throws Exception {
    Namespaces.require();
    assertThat(
            labs.smartt("lab", "up", "mine", "--profile", "netns", "--topology", "single,3")
                .status())
        .isZero();
    LateMachine.judged("LabOnNetnsTest", number -> showsTheSame(temp.resolve("try" + number)));
  }

  private void showsTheSame(Path folder) throws Exception {
    Path alone = folder.resolve("alone");
    Path onLab = folder.resolve("on-lab");
    Path again = folder.resolve("again");
    String[] run = {"run", "--workload", "incast:2x256KiB"};
    String[] whole = LabCommands.with(run, "--profile", "netns", "--topology", "single,3");
    Netns.Ended first =
        labs.smartt(
            LabCommands.with(whole, "--set", "netns.warm-up-s=0", "--out", alone.toString()));
    assertThat(first.status()).as(first.out()).isZero();
    assertThat(
            labs.smartt(LabCommands.with(run, "--lab", "mine", "--out", onLab.toString())).status())
        .isZero();
    assertThat(
            labs.smartt(LabCommands.with(run, "--lab", "mine", "--out", again.toString())).status())
        .isZero();

    for (Path lab : List.of(onLab, again)) {
      assertThat(metrics(lab)).isEqualTo(metrics(alone)).contains("queue", "utilisation");
      assertThat(LabCommands.known(lab)).isEqualTo(LabCommands.known(alone));
      JsonNode packets = LabCommands.summary(lab).get("packets");
      assertThat(packets.get("unaccounted").asLong()).isZero();
      assertThat(packets.get("sentByHosts").asLong()).isBetween(128L, 1_000L);
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
}

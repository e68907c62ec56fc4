package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.needs.Needs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** {@code smartt shell} and exercises with real frames: the kernel's ping and TCP over P4. */
@Tag("netns")
@Timeout(300)
@Isolated
class NetnsShellTest {
  private static final Path EXERCISES = Path.of("../emulation/src/test/resources/tutorials");

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  private Netns.Ended shell(String... lines) throws IOException {
    Path script = Files.write(folder.resolve("commands"), List.of(lines));
    return ended(
        "shell",
        "--profile",
        "netns",
        "--set",
        "dilation=1000",
        "--topology",
        "leafspine,2,2,1",
        script.toString());
  }

  private static Netns.Ended ended(String... arguments) {
    Process process = Netns.start(arguments);
    Netns.Ended ended = Netns.wait(process);
    assertThat(Netns.leftBy(process.pid())).as("left behind").isEmpty();
    return ended;
  }

  @Test
  @Needs(
      kind = "netns",
      value = {"ping", "socat"})
  void pingTcpFlowsAndLinksDownAndUp() throws IOException {
    Path sent = Files.write(folder.resolve("sent"), new byte[300_000]);
    Path arrived = folder.resolve("arrived");

    Netns.Ended run =
        shell(
            "pingall",
            "h1 ping -c 1 h2",
            "h2 socat -u TCP-LISTEN:5000,reuseaddr OPEN:" + arrived + ",creat &",
            "h1 socat -u OPEN:" + sent + " TCP:10.0.0.2:5000,retry=50,interval=0.1",
            "h1 timeout 20 sh -c 'until cmp -s " + sent + " " + arrived + "; do sleep 0.1; done'",
            "capture on " + folder.resolve("flow.pcapng"),
            "flow h1 h2 256KiB",
            "capture off",
            "link leaf1 spine1 down",
            "pingall",
            "link leaf1 spine2 down",
            "! pingall",
            "link leaf1 spine1 up",
            "pingall",
            "h1 false");

    assertThat(run.out())
        .contains("1 packets transmitted, 1 received")
        .containsPattern("verified +256.0 KiB")
        .contains("failed, as expected: pingall: 100% dropped (0/2 received)")
        .contains("commands: line 15: h1: 'false' ended with status 1");
    assertThat(run.status()).isEqualTo(1);
    assertThat(Files.mismatch(sent, arrived)).isEqualTo(-1);
    assertThat(folder.resolve("flow.pcapng")).isNotEmptyFile();
  }

  /** A packet that a host's smaller MTU keeps out is in the counters of the switch's port. */
  @Test
  @Experiment
  @Needs(
      kind = "netns",
      value = {"ip", "ping"})
  void whatTheKernelRefusesIsCountedAtItsPort() throws IOException {
    Netns.Ended run =
        shell(
            "h1 ping -c 1 -s 3000 h2",
            "h2 ip link set h2-eth0 mtu 1000",
            "! h1 ping -c 1 -s 3000 -W 1 h2",
            "counters leaf1",
            "counters leaf2");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out().lines().filter(line -> line.startsWith("lost between kernel and switch")))
        .singleElement()
        .asString()
        .matches("lost between kernel and switch +port 1 +1 *");
  }

  @Test
  @Experiment
  void aProgramInTheBackgroundIsHeardUntilItEnds() throws IOException {
    Path numbers = folder.resolve("numbers");
    Netns.Ended run =
        shell(
            "h1 sh -c 'for i in 1 2 3; do sleep 0.6; echo said$i; echo $i >> "
                + numbers
                + "; done' &",
            "h1 sh -c 'until [ $(wc -l < " + numbers + ") = 3 ]; do sleep 0.1; done' 2>/dev/null",
            "nodes");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out()).contains("said1", "said2", "said3");
    assertThat(numbers).hasContent("1\n2\n3\n");
  }

  @Test
  @Experiment
  void exercisesPassWithTheKernelsOfTheirHosts() {
    Netns.Ended run =
        ended(
            "run",
            "--profile",
            "netns",
            "--tutorial",
            EXERCISES.resolve("basic").toString(),
            "--tutorial",
            EXERCISES.resolve("calc").toString());

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.out()).doesNotContain("note:").doesNotContain("FAILED");
  }
}

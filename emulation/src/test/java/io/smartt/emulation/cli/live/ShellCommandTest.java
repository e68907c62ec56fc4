package io.smartt.emulation.cli.live;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.CommandLineRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code smartt shell} on the virtual fabric: script in, output compared. */
class ShellCommandTest {
  @TempDir private Path folder;

  private CommandLineRun shell(String topology, String... lines) throws IOException {
    Path script = Files.write(folder.resolve("commands"), List.of(lines));
    return CommandLineRun.of("shell", "--topology", topology, script.toString());
  }

  @Test
  void listsTheNetworkAsMininetDoes() throws IOException {
    CommandLineRun run =
        shell("linear,2,1", "# the network", "nodes", "", "net", "links", "dump", "ports", "intfs");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out)
        .isEqualTo(
            """
            available nodes are:
            h1 h2 s1 s2
            h1 h1-eth0:s1-eth1
            h2 h2-eth0:s2-eth1
            s1 s1-eth1:h1-eth0 s1-eth2:s2-eth2
            s2 s2-eth1:h2-eth0 s2-eth2:s1-eth2
            h1-eth0<->s1-eth1 (OK)
            h2-eth0<->s2-eth1 (OK)
            s1-eth2<->s2-eth2 (OK)
            <Host h1: h1-eth0:10.0.0.1 mac=02:00:00:00:00:01>
            <Host h2: h2-eth0:10.0.0.2 mac=02:00:00:00:00:02>
            <Switch s1: s1-eth1,s1-eth2 device=1>
            <Switch s2: s2-eth1,s2-eth2 device=2>
            s1 s1-eth1:1 s1-eth2:2
            s2 s2-eth1:1 s2-eth2:2
            h1: h1-eth0
            h2: h2-eth0
            s1: s1-eth1,s1-eth2
            s2: s2-eth1,s2-eth2
            """);
  }

  /** The lines of a session or of its page that say something and are no time on the clock. */
  private static List<String> said(String text) {
    return text.lines().filter(line -> !line.isBlank() && !line.startsWith("wall time")).toList();
  }

  @Test
  @Timeout(60)
  void thePageOfTheShellHasWhatItPrints() throws IOException {
    String page = Files.readString(Path.of("../docs/start/shell.md"));
    String prompt = "smartt> ";
    String session =
        page.substring(page.indexOf(prompt), page.indexOf("```\n", page.indexOf(prompt)));
    String[] commands =
        session
            .lines()
            .filter(line -> line.startsWith(prompt))
            .map(line -> line.substring(prompt.length()))
            .toArray(String[]::new);

    CommandLineRun run = shell("leafspine,2,2,2", commands);

    assertThat(commands).isNotEmpty();
    assertThat(run.status).as(run.err).isZero();
    assertThat(said(run.out)).isEqualTo(said(session.replaceAll("(?m)^" + prompt + ".*$", "")));
  }

  @Test
  void hostsPingEachOtherInVirtualTime() throws IOException {
    CommandLineRun run = shell("single,3", "pingall", "h1 ping -c 2 h3");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out)
        .startsWith(
            """
            *** Ping: testing ping reachability
            h1 -> h2 h3
            h2 -> h1 h3
            h3 -> h1 h2
            *** Results: 0% dropped (6/6 received)
            PING h3 (10.0.0.3) 56 data bytes
            """)
        .contains("icmp_seq=2 time=0.00")
        .containsPattern(
            "2 packets transmitted, 2 received, 0% packet loss\n"
                + "rtt min/avg/max = [0-9.]+/[0-9.]+/[0-9.]+ us\n$");
  }

  @Test
  void hostsPingAddressesAndThemselves() throws IOException {
    CommandLineRun run = shell("single,3", "h1 ping -c 1 10.0.0.2", "h1 ping -c 1 h1");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out)
        .contains("PING h2 (10.0.0.2)")
        .contains("PING h1 (10.0.0.1)")
        .doesNotContain("100% packet loss");
  }

  @Test
  void captureOffNeedsACapture() throws IOException {
    CommandLineRun run = shell("single,2", "capture off");

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err).contains("nothing is being captured");
  }

  @Test
  void helpTellsOfOneVerb() throws IOException {
    CommandLineRun run = shell("single,2", "help flow");

    assertThat(run.status).as(run.err).isZero();
    assertThat(run.out).contains("flow A B SIZE").doesNotContain("pingall");
  }

  @Test
  void linksGoDownAndUpAndRoutesFollow() throws IOException {
    CommandLineRun run =
        shell(
            "leafspine,2,2,1",
            "link leaf1 spine1 down",
            "links",
            "pingall",
            "flow h1 h2 1MiB",
            "link leaf1 spine2 down",
            "! pingall",
            "link leaf1 spine1 up",
            "pingall");

    assertThat(run.status).as(run.out + run.err).isZero();
    assertThat(run.out)
        .contains("leaf1-eth2<->spine1-eth1 (down)")
        .contains("h1 -> X")
        .contains("failed, as expected: pingall: 100% dropped (0/2 received)")
        .endsWith("*** Results: 0% dropped (2/2 received)\n");
  }

  @Test
  void flowsAndWorkloadsRunOverTheSameSwitches() throws IOException {
    CommandLineRun run =
        shell(
            "leafspine,2,2,2",
            "flow h1 h3 10MiB",
            "queues leaf1 during incast 3x1MiB",
            "queues leaf1",
            "counters leaf1",
            "tables leaf1 ipv4_lpm");

    assertThat(run.status).as(run.out + run.err).isZero();
    assertThat(run.out)
        .contains("flow h1 h3 10MiB on leafspine,2,2,2, virtual")
        .contains("incast:3x1MiB on leafspine,2,2,2, virtual")
        .containsPattern("verified +10.0 MiB")
        .containsPattern("verified +3.0 MiB")
        .containsPattern("port 1 queue 0: \\d+ packets, \\d+ B")
        .containsPattern("received +\\d{4,}")
        .containsPattern("ingress.ipv4_lpm +hdr.ipv4.dst_addr=10.0.0.1/32 +ingress.to_port");
  }

  @Test
  void iperfShowsTheRateOfOneMessage() throws IOException {
    CommandLineRun run = shell("single,2", "iperf h1 h2 4MiB", "! iperf h1 h1");

    assertThat(run.status).as(run.out + run.err).isEqualTo(2);
    assertThat(run.out)
        .contains("*** Iperf: 4MiB of the transport from h1 to h2\n")
        .containsPattern("Results: 4\\d\\.\\d\\d Gbit/s of payload\n");
    assertThat(run.err).contains("h1 sends nothing to itself");
  }

  @Test
  void capturesWhatPasses() throws IOException {
    Path file = folder.resolve("x.pcapng");
    CommandLineRun run =
        shell("single,2", "capture on " + file, "h1 ping -c 1 h2", "capture off", "pingall");

    // Request and answer, over two links each, seen at both ends.
    assertThat(run.out).contains("8 frames captured, each at both ends of its link");
    CommandLineRun summary = CommandLineRun.of("trace", "summary", file.toString());
    assertThat(summary.status).as(summary.err).isZero();
  }

  @Test
  void theFirstFailedCommandEndsAScriptAndIsNamed() throws IOException {
    CommandLineRun failed = shell("single,2", "link h1 s1 down", "h2 ping -c 1 h1", "nodes");
    assertThat(failed.status).isEqualTo(1);
    assertThat(failed.err)
        .contains("commands: line 2: h2 ping h1: 1 packets transmitted, 0 received");
    assertThat(failed.out).doesNotContain("available nodes");

    CommandLineRun wrong = shell("single,2", "nodes", "", "queues s9");
    assertThat(wrong.status).isEqualTo(2);
    assertThat(wrong.err).contains("commands: line 3: there is no switch 's9'");

    CommandLineRun early = shell("single,2", "exit", "queues s9");
    assertThat(early.status).isZero();
  }

  @Test
  void aVirtualHostSaysWhichFabricRunsPrograms() throws IOException {
    CommandLineRun run = shell("single,2", "h1 ls");

    assertThat(run.status).isEqualTo(2);
    assertThat(run.err)
        .contains("line 1: h1 is a virtual host, which runs no programs")
        .contains("sudo ./smartt shell --profile netns");
  }
}

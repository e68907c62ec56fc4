package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.emulation.cli.Smartt;
import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import io.smartt.tests.Steps.Step;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Tests of faults on the netns fabric while traffic runs: every message arrives all the same. */
@Tag("netns")
@Timeout(300)
@Experiment
@Isolated
class NetnsFaultsTest {
  private static final long MIB = 1 << 20;
  private static final String COLD = "netns.warm-up-s=0";

  /** Of the run that two tests read. */
  @TempDir private static Path common = Path.of("");

  private static Optional<SmarttRun> lossy = Optional.empty();

  @TempDir private Path folder;

  @BeforeAll
  static void requireNamespaces() {
    Namespaces.require();
  }

  /** Cold: a warm-up is for agreement of times, and these tests count what is lost and found. */
  private SmarttRun run(String workload, String setting) {
    return run(folder.resolve("run"), workload, setting);
  }

  private static SmarttRun run(Path out, String workload, String setting) {
    return Netns.run(out, "--set", setting, "--set", COLD, "--workload", workload);
  }

  private static SmarttRun lossy() {
    if (lossy.isEmpty()) {
      lossy = Optional.of(run(common.resolve("run"), "permutation:1MiB", "link.loss=1"));
    }
    return lossy.get();
  }

  @AfterAll
  static void forget() {
    lossy = Optional.empty();
  }

  @Test
  void onePercentOfLossEverywhereCostsTimeAndNoByte() {
    SmarttRun run = lossy();

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(16 * MIB);
    // 4,096 data packets over four links each, or two in a rack.
    assertThat(run.number("retransmissions")).isGreaterThan(50);
  }

  @Test
  void aLinkThatIsDownForASecondIsGoneAround() {
    // 12.5 us to 262.5 us are 50 ms to 1.05 s at dilation 4,000.
    SmarttRun run =
        Netns.run(
            folder.resolve("run"),
            "--topology",
            "leafspine,2,2,2",
            "--set",
            "link.failures=leaf1-spine2@12.5us..262.5us",
            "--set",
            COLD,
            "--workload",
            "permutation:2MiB");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(4 * 2 * MIB);
    assertThat(run.number("drops")).isPositive();
    assertThat(run.number("retransmissions")).isPositive();
    assertThat(run.file("events.csv"))
        .contains("\"link leaf1-spine2 went down, as planned\"")
        .contains("\"link leaf1-spine2 is up again, as planned\"");
  }

  @Test
  void linksThatLoseInBurstsRunSlowerAndFlapCostNoByte() {
    SmarttRun run =
        run(
            "permutation:1MiB",
            "link.failures=leaf*-spine1=burst:0.2%/25%,leaf1-spine2=rate:25%@5us,"
                + "leaf2-spine3=flap:5us/20us@5us..100us,leaf3-spine4=jitter:2us,"
                + "h1=receive:50%");

    assertThat(run.status()).as(run.out()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(16 * MIB);
    JsonNode dropped = run.summary().required("packets").required("dropped");
    assertThat(dropped.required("linkLoss").longValue()).isPositive();
    assertThat(run.summary().required("packets").required("unaccounted").longValue()).isZero();
    assertThat(run.file("events.csv"))
        .contains("link-degraded")
        .contains("leaf1-spine2 carries 3125Kbps")
        .contains("host h1 takes in 6250Kbps, as planned")
        .contains("leaf2-spine3 is up again")
        .contains("leaf3-spine4 delays packets by up to 8ms");
  }

  @Test
  void aHostsLinkKeepsItsRate() {
    SmarttRun run = run("permutation:1MiB", "link.failures=h1=rate:25%");

    assertThat(run.status()).isEqualTo(2);
    assertThat(run.out())
        .contains("link.failures is h1=rate:25%: hosts of fabric 'netns' keep the rate");
  }

  @Test
  void aLinkThatSomebodyElseTakesDownIsAnEvent() throws IOException, InterruptedException {
    Path out = folder.resolve("run");
    Process process =
        Netns.start(
            "run",
            "--profile",
            "netns",
            "--set",
            COLD,
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "permutation:4MiB",
            "--out",
            out.toString());
    Netns.Ended ended =
        Steps.ended(
            process,
            new Step(Steps.UNDER_WAY, () -> set(process, "down")),
            // The table at the end names it again.
            new Step("leaf1-spine1 went down", () -> set(process, "up")));

    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(Files.readString(out.resolve("events.csv")))
        .as(ended.out())
        .contains("link-down,link leaf1-spine1 went down: port 3 of leaf1 has no carrier")
        .contains("link-up,link leaf1-spine1 is up again");
  }

  private static void set(Process run, String state) {
    String namespace =
        Netns.leftBy(run.pid()).stream()
            .map(line -> line.split("[\\s(]", -1)[0])
            .filter(name -> name.endsWith("-sw"))
            .findFirst()
            .orElseThrow();
    assertThat(Netns.ip("-n", namespace, "link", "set", "leaf1-eth3", state).status()).isZero();
  }

  @Test
  void onePercentOfLossIsAllThatTheLedgerHasToExplain() {
    SmarttRun run = lossy();

    JsonNode packets = run.summary().required("packets");
    assertThat(packets.required("dropped").required("linkLoss").longValue())
        .isPositive()
        .isEqualTo(run.number("drops"));
    assertThat(packets.required("unaccounted").longValue()).isZero();
    assertThat(run.out()).contains("(link loss ").doesNotContain("unaccounted for");
  }

  @Test
  void anInterfaceThatIsTakenDownForAMomentRefusesFramesAndTheTableSaysSo()
      throws IOException, InterruptedException {
    Path out = folder.resolve("run");
    Process process =
        Netns.start(
            "run",
            "--profile",
            "netns",
            "--set",
            COLD,
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "permutation:4MiB",
            "--out",
            out.toString());
    String namespace = "smartt-" + process.pid() + "-1-sw";
    Netns.Ended ended =
        Steps.ended(
            process,
            new Step(Steps.UNDER_WAY, () -> leaf1(namespace, "down")),
            new Step(Steps.UNDER_WAY, () -> {}),
            new Step(Steps.UNDER_WAY, () -> leaf1(namespace, "up")));

    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(Netns.leftBy(process.pid())).isEmpty();
    SmarttRun run = new SmarttRun(0, ended.out(), "", out);
    JsonNode packets = run.summary().required("packets");
    assertThat(packets.required("dropped").required("kernel").longValue()).isPositive();
    assertThat(run.out()).contains("refused by the kernel ");
  }

  private static void leaf1(String namespace, String state) {
    assertThat(Netns.ip("-n", namespace, "link", "set", "leaf1-eth3", state).status()).isZero();
  }

  @Test
  void aKilledSwitchIsStartedAndProgrammedAgain() throws IOException, InterruptedException {
    Path out = folder.resolve("run");
    Process process =
        Netns.start(
            "run",
            "--profile",
            "netns",
            "--set",
            COLD,
            "--set",
            "netns.switches=apart",
            "--topology",
            "leafspine,2,2,2",
            "--workload",
            "permutation:4MiB",
            "--out",
            out.toString());
    Netns.Ended ended =
        Steps.ended(process, new Step(Steps.UNDER_WAY, () -> spine(process).destroyForcibly()));

    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(ended.out()).contains("had ended; it was started and programmed again");
    SmarttRun run = new SmarttRun(0, ended.out(), "", out);
    assertThat(run.number("bytesVerified")).isEqualTo(4 * 4 * MIB);
    assertThat(run.file("events.csv"))
        .containsPattern(",switch-restarted,switch spine\\d had ended; it was started");
    assertThat(run.summary().at("/events").valueStream())
        .extracting(event -> event.get("kind").textValue())
        .startsWith("cold-start", "switch-lost");
    assertThat(run.file("report.html")).contains("it was started and programmed again");
    assertThat(Netns.leftBy(process.pid())).isEmpty();
  }

  /** Killed as soon as it is there again: it takes one start more and is no end of the run. */
  @Test
  void aSwitchThatIsKilledWhileItComesUpIsStartedOnceMore()
      throws IOException, InterruptedException {
    Path out = folder.resolve("run");
    Process process = startSmall(out, "--set", "netns.switches=apart");
    Netns.Ended ended =
        Steps.ended(process, new Step(Steps.UNDER_WAY, () -> killSpineTwice(process)));

    assertThat(ended.status()).as(ended.out()).isZero();
    SmarttRun run = new SmarttRun(0, ended.out(), "", out);
    assertThat(run.number("bytesVerified")).isEqualTo(4 * 4 * MIB);
    assertThat(run.file("events.csv"))
        .containsSubsequence(",switch-lost,", ",switch-restarted,")
        .doesNotContain("does not come up");
    assertThat(Netns.leftBy(process.pid())).isEmpty();
  }

  private static void killSpineTwice(Process run) {
    ProcessHandle first = spine(run);
    first.destroyForcibly();
    Optional<ProcessHandle> second = Optional.empty();
    while (second.isEmpty() && run.isAlive()) {
      second = spines(run).filter(one -> !one.equals(first)).findFirst();
    }
    second.orElseThrow().destroyForcibly();
  }

  /** A terminal sends it to all processes; those of a run end when the run has asked them. */
  @Test
  void ctrlCIsNotForTheProcessesOfARun() throws IOException, InterruptedException {
    Path out = folder.resolve("run");
    Process process =
        startSmall(out, "--set", "netns.switches=apart", "--set", "netns.agents=apart");
    Netns.Ended ended = Steps.ended(process, new Step(Steps.UNDER_WAY, () -> interrupt(process)));

    assertThat(ended.status()).as(ended.out()).isZero();
    SmarttRun run = new SmarttRun(0, ended.out(), "", out);
    assertThat(run.file("events.csv")).doesNotContain("switch-lost").doesNotContain("agent-lost");
  }

  private static void interrupt(Process run) throws IOException, InterruptedException {
    List<String> kill = new ArrayList<>(List.of("kill", "-INT"));
    run.descendants().map(child -> "" + child.pid()).forEach(kill::add);
    assertThat(new ProcessBuilder(kill).start().waitFor()).isZero();
  }

  private static Process startSmall(Path out, String... more) {
    List<String> arguments = new ArrayList<>(List.of("run", "--profile", "netns", "--set", COLD));
    arguments.addAll(List.of("--topology", "leafspine,2,2,2", "--workload", "permutation:4MiB"));
    arguments.addAll(List.of("--out", out.toString()));
    arguments.addAll(List.of(more));
    return Netns.start(arguments.toArray(String[]::new));
  }

  /** The process of the last switch. */
  private static ProcessHandle spine(Process harness) {
    return spines(harness).findFirst().orElseThrow();
  }

  private static Stream<ProcessHandle> spines(Process harness) {
    return harness
        .descendants()
        .filter(child -> Netns.commandLine(child).contains("--device-id\0004\0"));
  }

  @Test
  void aRunThatFailsLeavesNothing() throws IOException {
    try (InputStream info =
        Objects.requireNonNull(
            Smartt.class.getResourceAsStream("/io/smartt/p4/programs/smartt.p4info.txtpb"))) {
      Files.copy(info, folder.resolve("broken.p4info.txtpb"));
    }
    Path program = Files.writeString(folder.resolve("broken.json"), "{\"pipelines\": []}");

    // Refused by the first switch, when the network is there. Netns.run looks for what is left.
    SmarttRun run = Netns.run(folder.resolve("run"), "--set", "program=" + program, "--set", COLD);

    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(run.out()).contains("building 17 network namespaces");
    assertThat(run.summary().get("status").textValue()).isEqualTo("failed");
  }
}

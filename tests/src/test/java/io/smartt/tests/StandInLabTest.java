package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.needs.Experiment;
import io.smartt.needs.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code smartt stand-in lab}: the profile of the paper's testbed against two stand-ins split by
 * VRFs, with 16 hosts in network namespaces.
 */
@Tag("netns")
@Timeout(300)
@Isolated
class StandInLabTest {
  private static final long KIB = 1024;
  private static final List<String> BOXES = List.of("trident1", "trident2");

  /** Of the tests that have no fault and leave everything as before. */
  @TempDir private static Path common = Path.of("");

  private static Optional<Process> faultless = Optional.empty();

  @TempDir private Path folder = Path.of("");
  private Path lab = Path.of("");
  private Optional<Process> faulty = Optional.empty();

  @BeforeEach
  void require() {
    Namespaces.require();
    lab = folder.resolve("lab");
  }

  @AfterEach
  void endFaulty() throws IOException, InterruptedException {
    end(faulty);
  }

  @AfterAll
  static void endFaultless() throws IOException, InterruptedException {
    end(faultless);
    faultless = Optional.empty();
  }

  private static void end(Optional<Process> laboratory) throws IOException, InterruptedException {
    if (laboratory.isPresent()) {
      Process process = laboratory.get();
      process.getOutputStream().close();
      process.waitFor();
      assertThat(Netns.leftBy(process.pid())).as("left behind").isEmpty();
    }
  }

  private void openFaultless() {
    lab = common.resolve("lab");
    if (faultless.isEmpty()) {
      faultless = Optional.of(started());
    }
  }

  private void open(String... more) {
    faulty = Optional.of(started(more));
  }

  private Process started(String... more) {
    List<String> command =
        new ArrayList<>(List.of("stand-in", "lab", "--dir", lab.toString(), "--speed", "100"));
    command.addAll(List.of("--while-input-open"));
    command.addAll(List.of(more));
    Process process = Netns.start(command.toArray(String[]::new));
    Steps.until(process, "Ctrl-C ends it.");
    return process;
  }

  private String profile() {
    return lab.resolve("lab.yaml").toString();
  }

  private SmarttRun smartt(String command, String... more) {
    List<String> all = new ArrayList<>(List.of(command, "--profile", profile()));
    if (!command.equals("preflight")) {
      all.addAll(List.of("--state", folder.resolve("state").toString()));
    }
    all.addAll(List.of(more));
    return SmarttRun.command(all.toArray(String[]::new));
  }

  /** Runs an incast without warm-up, of which every byte arrives. */
  private SmarttRun incast(int senders, String... more) {
    List<String> all = new ArrayList<>(List.of("--profile", profile(), "--workload"));
    all.addAll(List.of("incast:" + senders + "x128KiB", "--set", "testbed.warm-up-s=0"));
    all.addAll(List.of(more));
    SmarttRun run = SmarttRun.of(folder.resolve("run"), all.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.number("bytesVerified")).isEqualTo(128 * KIB * senders);
    return run;
  }

  private void assertAsBefore() throws IOException {
    for (String box : BOXES) {
      assertThat(lab.resolve(box + ".config_db.json"))
          .hasSameTextualContentAs(lab.resolve(box + ".factory.json"));
    }
  }

  /** The time at which the last flow of a class ends. */
  private static double lastOf(SmarttRun run, String wanted) {
    List<String> classes = run.column("flows.csv", "class");
    List<String> times = run.column("flows.csv", "fct_us");
    return IntStream.range(0, classes.size())
        .filter(i -> classes.get(i).equals(wanted))
        .mapToDouble(i -> Double.parseDouble(times.get(i)))
        .max()
        .orElseThrow();
  }

  /**
   * Gold, a third of the bytes, has 3/4 of the port and ends after 4/9 of the time of all; from one
   * queue all would end at once. The middle is what a busy machine may shift.
   */
  @Test
  @Experiment
  void planApplyRunAndRevert() throws IOException {
    openFaultless();
    String[] classes = {
      "--set", "class.gold.dscp=26",
      "--set", "class.gold.weight=3",
      "--set", "class.gold.flows=h2..h6"
    };
    SmarttRun plan = smartt("plan", classes);
    assertThat(plan.status()).as(plan.err()).isZero();
    assertThat(plan.out())
        .contains("+ SCHEDULER|SMARTT_PORT_12500000 cir=1562500 meter_type=bytes pir=1562500")
        .contains("+ SCHEDULER|SMARTT_DATA_3 type=DWRR weight=3");
    SmarttRun unapplied = SmarttRun.of(folder.resolve("unapplied"), "--profile", profile());
    assertThat(unapplied.status()).isEqualTo(1);
    assertThat(unapplied.err()).contains("switches are not as planned");

    SmarttRun applied = smartt("apply", classes);
    assertThat(applied.status()).as(applied.err()).isZero();
    SmarttRun reach =
        smartt(
            "preflight",
            Stream.concat(Stream.of("--reach"), Stream.of(classes)).toArray(String[]::new));
    assertThat(reach.status()).as(reach.out()).isZero();
    assertThat(reach.out())
        .containsPattern("trident2 +switch +ok +as planned")
        .containsPattern("h16 +marks +ok +\\d+ of \\d+, from")
        .containsPattern("h16 +trims +ok +\\d+ at .* 206 B left")
        .containsPattern("h16 +control +ok +waited");
    SmarttRun run = incast(15, classes);
    // Fifteen first windows meet in two queues: the box trims and marks.
    assertThat(run.number("trims")).isPositive();
    assertThat(run.number("marks")).isPositive();
    assertThat(run.column("flows.csv", "class")).filteredOn("gold"::equals).hasSize(5);
    double share = lastOf(run, "gold") / lastOf(run, "data");
    assertThat(share).isCloseTo(4.0 / 9, within((1 - 4.0 / 9) / 2));

    SmarttRun reverted = smartt("revert");
    assertThat(reverted.status()).as(reverted.err()).isZero();
    assertAsBefore();
  }

  @ParameterizedTest
  // SonicStagesTest drills every stage in virtual time; here each takes some 25 s.
  @ValueSource(ints = 7)
  @Experiment
  void anApplyThatIsKilledIsGoneOnWithAndTakenBack(int stage) throws Exception {
    openFaultless();
    String before = Files.readString(lab.resolve("trident1.config_db.json"));
    kill(stage);
    SmarttRun again = smartt("apply");
    assertThat(again.status()).as(again.err()).isZero();
    SmarttRun plan = smartt("plan");
    assertThat(plan.out()).contains("trident1: nothing to change", "trident2: nothing to change");
    SmarttRun back = smartt("revert");
    assertThat(back.status()).as(back.err()).isZero();
    assertAsBefore();
    assertThat(lab.resolve("trident1.config_db.json")).hasContent(before);
  }

  /** Kills an apply when it says that it sends a stage. */
  private void kill(int stage) throws InterruptedException {
    Process apply =
        Netns.start("apply", "--profile", profile(), "--state", folder.resolve("state").toString());
    Steps.until(apply, "trident1: stage " + stage + " of 9");
    apply.destroyForcibly().waitFor();
  }

  @Test
  @Experiment
  void tofinosTakeTheProgramAndCarryAnIncast() {
    open("--profile", "tofino");
    SmarttRun applied = smartt("apply");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out()).contains("leaf1: program loaded");
    SmarttRun reach = smartt("preflight", "--reach");
    assertThat(reach.status()).as(reach.out()).isZero();
    assertThat(reach.out())
        .containsPattern("h1 +marks +(ok|note)")
        .containsPattern("h1 +trims +ok")
        .containsPattern("h1 +control +ok");
    SmarttRun run = incast(7);
    assertThat(run.number("trims")).isPositive();
  }

  /** Of a cut frame whose checksum is that of the whole one, receivers know that it is a hint. */
  @Test
  @Experiment
  void aChipThatLeavesTheChecksumOfWhatItCutsLosesNothingInSilence() {
    open("--fault", "trident1:trim-keeps-checksum", "--fault", "trident2:trim-keeps-checksum");
    SmarttRun applied = smartt("apply");
    assertThat(applied.status()).as(applied.err()).isZero();
    SmarttRun run = incast(15);
    // By those who sent them: a cut frame that a receiver throws away as damaged tells nobody.
    assertThat(run.column("flows.csv", "trims").stream().mapToLong(Long::parseLong).sum())
        .isPositive();
  }

  /** Checks rules of trimming, with switches that each run changes and takes back. */
  private SmarttRun conform(String... cases) {
    List<String> all = new ArrayList<>(List.of("conform", "--profile", profile()));
    all.addAll(List.of(cases));
    all.addAll(List.of("--set", "testbed.apply=true", "--set", "testbed.warm-up-s=0"));
    all.addAll(List.of("--out", folder.resolve("conform").toString()));
    return SmarttRun.command(all.toArray(String[]::new));
  }

  @Test
  @Experiment
  void itsBoxesTrimAsThePageSays() throws IOException {
    openFaultless();
    SmarttRun run = conform();
    Conformances.assertAsSaid(
        "stand-in, SONiC", folder.resolve("conform"), run.status(), run.out() + run.err());
    SmarttRun acl = new SmarttRun(0, "", "", folder.resolve("conform").resolve("acl"));
    assertThat(acl.number("drops")).as("counted where there was no room").isPositive();
    assertAsBefore();
  }

  private static String[] onBothBoxes(String... faults) {
    return BOXES.stream()
        .flatMap(box -> Stream.of(faults).flatMap(one -> Stream.of("--fault", box + ":" + one)))
        .toArray(String[]::new);
  }

  /** A checksum that is kept is right by SONiC's plan, and hosts take such hints. */
  @Test
  @Experiment
  void chipsThatTrimOtherwiseFailTheCasesThatSayHow() {
    open(onBothBoxes("trim-size=100", "trim-dscp=9", "trim-keeps-checksum", "trim-counts-entered"));
    SmarttRun run =
        conform(
            "trim-size",
            "dscp-symmetric",
            "overtakes",
            "ip-length",
            "ip-checksum",
            "wrong-checksum",
            "counter-queue");
    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(Conformances.found(folder.resolve("conform")))
        .as(run.out())
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "trim-size", "failed",
                "dscp-symmetric", "failed",
                "overtakes", "passed",
                "ip-length", "passed (SONiC)",
                "ip-checksum", "passed (SONiC)",
                "wrong-checksum", "passed",
                "counter-queue", "failed"));
  }

  @Test
  @Experiment
  void chipsThatTrimIntoTheFullQueueDropWhatTheyTrim() {
    open(onBothBoxes("trim-queue=0"));
    SmarttRun run = conform("trim-size", "ttl");
    assertThat(run.status()).as(run.out()).isEqualTo(1);
    assertThat(run.out()).containsPattern("trim-size +failed +206 B: 0 of 0");
  }

  @Test
  @Experiment
  void aTableThatIsRefusedRollsBothBack() throws IOException {
    open("--fault", "trident2:refuse-table=QUEUE");
    SmarttRun applied = smartt("apply");
    assertThat(applied.status()).isEqualTo(1);
    assertThat(applied.err())
        .contains("Modification of QUEUE table is illegal", "rolled back: trident2, trident1");
    assertAsBefore();
  }

  @Test
  @Experiment
  void aProfileThatOrchagentRefusesIsFoundInItsStateAndByPackets() {
    open("--fault", "trident1:skip-table=WRED_PROFILE");
    SmarttRun applied = smartt("apply");
    assertThat(applied.status()).isEqualTo(1);
    assertThat(applied.out()).contains("trident1: error [red-not-taken] Ethernet0|0, Ethernet1|0");
    assertThat(applied.err()).contains("this is not what is done: trident1");
    SmarttRun reach = smartt("preflight", "--reach");
    assertThat(reach.status()).isEqualTo(1);
    assertThat(reach.out())
        .containsPattern("trident1 +red-not-taken +wrong")
        .containsPattern("h\\d+ +marks +wrong +none up to")
        .containsPattern("h\\d+ +trims +ok");
  }

  @Test
  @EnabledIfSystemProperty(named = "smartt.physical.long", matches = "all")
  void aLostConnectionIsAskedAboutAndTheSetSentAgain() throws IOException {
    open("--fault", "trident1:drop-connection@3", "--fault", "trident2:slow-set=200s@2");
    SmarttRun applied = smartt("apply");
    assertThat(applied.status()).as(applied.err()).isZero();
    assertThat(applied.out())
        .contains("Connection reset; the switch may be at it still", "trident1: it did not come");
    assertThat(smartt("revert").status()).isZero();
    assertAsBefore();
  }

  @Test
  void aSwitchThatTheProfileLacksAndAFaultThatIsNoneAreNamed() {
    SmarttRun fault =
        SmarttRun.command("stand-in", "lab", "--dir", lab.toString(), "--fault", "trident1:fire");
    assertThat(fault.status()).isEqualTo(2);
    assertThat(fault.err()).contains("fault 'fire': write slow-set=30s");
    SmarttRun box =
        SmarttRun.command("stand-in", "lab", "--dir", lab.toString(), "--fault", "t9:restart");
    assertThat(box.status()).isEqualTo(2);
    assertThat(box.err()).contains("--fault t9:...: the profile has no such switch");
    assertThat(Netns.leftBy(ProcessHandle.current().pid())).isEmpty();
    SmarttRun open = SmarttRun.command("stand-in", "sonic", "--listen", "0.0.0.0:8080");
    assertThat(open.status()).isEqualTo(2);
    assertThat(open.err()).contains("a stand-in listens on the loopback only");
  }
}

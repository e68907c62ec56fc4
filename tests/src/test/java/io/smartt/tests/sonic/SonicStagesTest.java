package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.needs.Experiment;
import io.smartt.testbed.sonic.SonicException;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.Fault.SetFault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A plan goes to a SONiC switch in stages, and each of them may fail. */
class SonicStagesTest {
  /** Of the profile's plan on a switch as SONiC's templates leave it. */
  private static final int STAGES = 9;

  private static final int PORTS = 16;

  /** What an undisturbed apply makes of the switch. */
  private static String planned = "";

  @TempDir private Path folder = Path.of("");
  private StagedLab lab = StagedLab.spines(folder);
  private String before = "";

  @BeforeAll
  static void plan(@TempDir Path undisturbed) {
    planned = planned(undisturbed);
  }

  @BeforeEach
  void start() {
    lab = StagedLab.spines(folder);
    before = lab.config().text();
  }

  @AfterEach
  void stop() {
    assertThat(lab.overlaps()).isEmpty();
    lab.close();
  }

  private static String planned(Path state, String... settings) {
    try (StagedLab other = StagedLab.spines(state)) {
      other.apply(settings);
      return other.config().text();
    }
  }

  static Stream<Integer> stages() {
    return IntStream.rangeClosed(1, STAGES).boxed();
  }

  /** Each stage with each thing that can happen to a Set without an answer. */
  static Stream<Arguments> silencesThere() {
    return at(Silences.SLOW, Silences.TOO_SLOW, SetFault.LOST, Silences.POWER_CUT);
  }

  static Stream<Arguments> silencesBack() {
    return at(Silences.SLOW, Silences.POWER_CUT, Silences.LONG_POWER_CUT);
  }

  private static Stream<Arguments> at(SetFault... fates) {
    return stages().flatMap(stage -> Stream.of(fates).map(fate -> Arguments.of(stage, fate)));
  }

  /** The fate of a stage; those before it are as usual. */
  private void at(int stage, SetFault fate) {
    lab.updater().at(stage, fate);
  }

  private Map<String, Long> vrfs() {
    return lab.config().interfaceTable().properties().stream()
        .collect(
            Collectors.groupingBy(
                port -> port.getValue().path("vrf").asText(), TreeMap::new, Collectors.counting()));
  }

  /** What {@code smartt link} does to a host's link, whose neighbour the kernel forgets. */
  @Test
  void aPortGoesDownAndUpWhileAnExperimentRuns() {
    try (StagedLab leaves = StagedLab.leaves(folder)) {
      leaves.apply();
      String after = leaves.config().text();

      leaves.ports(false, "Ethernet0", "Ethernet1");

      assertThat(leaves.config().table("PORT").at("/Ethernet0/admin_status").asText())
          .isEqualTo("down");
      assertThat(leaves.config().table("PORT").at("/Ethernet2/admin_status").asText())
          .isEqualTo("up");
      assertThat(leaves.config().neighbourTable().size()).isLessThan(16);

      leaves.ports(true, "Ethernet0", "Ethernet1");

      assertThat(leaves.config().neighbourTable()).hasSize(16);
      assertThat(leaves.config().text()).isEqualTo(after);
      assertThatThrownBy(() -> leaves.ports(false, "Ethernet999"))
          .isInstanceOf(SonicException.class)
          .hasMessage("trident1: has no port Ethernet999");
      leaves.updater().at(1, SetFault.LOST);
      assertThatThrownBy(() -> leaves.ports(false, "Ethernet0"))
          .isInstanceOf(SonicException.class)
          .hasMessageEndingWith("; it did not come");
    }
  }

  @Test
  void interfacesAreInTheirVrfAndBack() {
    assertThat(vrfs()).isEqualTo(Map.of("", 2L * PORTS));
    lab.apply();
    assertThat(vrfs())
        .isEqualTo(
            Map.of(
                "", 16L, "Vrf_spine1", 4L, "Vrf_spine2", 4L, "Vrf_spine3", 4L, "Vrf_spine4", 4L));
    lab.revert();
    assertThat(vrfs()).isEqualTo(Map.of("", 2L * PORTS));
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @Test
  void hostsStayReachableAlsoWhenQueuesChange() {
    try (StagedLab leaves = StagedLab.leaves(folder.resolve("leaves"))) {
      leaves.apply();
      assertThat(leaves.config().neighbourTable()).hasSize(16);
      leaves.apply("queue.size=2bdp");
      assertThat(leaves.config().neighbourTable()).hasSize(16);
      leaves.config().forgetNeighbours("Ethernet0");
      leaves.apply("queue.size=2bdp");
      assertThat(leaves.config().neighbourTable()).hasSize(16);
    }
  }

  @Test
  void noStageTakesTheUpdaterLong() {
    lab.apply();
    assertThat(lab.done()).hasSize(STAGES);
    assertThat(lab.clock()).isLessThan(Duration.ofMinutes(1));
  }

  @Test
  void anotherQueueSizeIsAnotherProfile() {
    lab.apply();
    lab.apply("queue.size=2bdp");
    assertThat(lab.config().text())
        .isEqualTo(planned(folder.resolve("other"), "queue.size=2bdp"))
        .contains("SMARTT_TRIM_50G_150120")
        .doesNotContain("SMARTT_TRIM_50G_75060");
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @Test
  void aTableThatChangedInPlaceIsTakenOutFirst() {
    lab.apply();
    // Somebody else gave the profile of this name another size, which SONiC lets nobody change.
    lab.config()
        .put(
            "BUFFER_PROFILE",
            "SMARTT_TRIM_50G_75060",
            Map.of(
                "pool", "egress_lossy_pool",
                "size", "0",
                "static_th", "1",
                "packet_discard_action", "trim"));
    lab.apply();
    assertThat(lab.config().text()).isEqualTo(planned);
  }

  @Test
  void anInterfaceThatWasNotBoundIsBoundAgain() {
    lab.apply();
    lab.config().unbind("Ethernet0");
    lab.apply();
    assertThat(vrfs().get("Vrf_spine1")).isEqualTo(4L);
    assertThat(lab.config().text()).isEqualTo(planned);
  }

  @ParameterizedTest
  @Experiment
  @MethodSource("silencesThere")
  void aStageWithoutAnAnswerIsWaitedForAndGoneOnWith(int stage, SetFault fate) {
    at(stage, fate);
    lab.apply();
    assertThat(lab.said()).doesNotContain("rolled back").contains("may be at it still");
    assertThat(lab.config().text()).isEqualTo(planned);
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @ParameterizedTest
  @Experiment
  @MethodSource("silencesBack")
  void theSameOnTheWayBack(int stage, SetFault fate) {
    lab.apply();
    at(stage, fate);
    lab.revert();
    assertThat(lab.said()).contains("may be at it still");
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void aStageThatComesHalfIsRolledBack(int stage) {
    at(stage, SetFault.HALF);
    assertThatThrownBy(lab::apply)
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("GCU broke down")
        .hasMessageEndingWith("rolled back: trident2");
    assertThat(lab.config().text()).isEqualTo(before);
    lab.revert();
    assertThat(lab.said()).contains("nothing to take back");
  }

  @ParameterizedTest
  @MethodSource("stages")
  void killedBeforeAStageItGoesOnOrBack(int stage) {
    assertThatThrownBy(() -> lab.applyKilledBefore(stage)).isInstanceOf(StagedLab.Killed.class);
    lab.apply();
    assertThat(lab.config().text()).isEqualTo(planned);

    assertThatThrownBy(() -> lab.revertKilledBefore(stage)).isInstanceOf(StagedLab.Killed.class);
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);

    assertThatThrownBy(() -> lab.applyKilledBefore(stage)).isInstanceOf(StagedLab.Killed.class);
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @ParameterizedTest
  @MethodSource("stages")
  void pausesThatWereKilledGoOnOrBack(int stage) {
    String[] pausing = {"scheme=rocev2", "trimming=off", "sonic.data-queue=2"};
    assertThatThrownBy(() -> lab.applyKilledBefore(stage, pausing))
        .isInstanceOf(StagedLab.Killed.class);
    lab.apply(pausing);
    assertThat(lab.said()).contains("trident2: does what the plan asks");
    assertThat(lab.config().text()).contains("\"pfc_enable\" : \"2\"");
    assertThatThrownBy(() -> lab.revertKilledBefore(stage)).isInstanceOf(StagedLab.Killed.class);
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @ParameterizedTest
  @Experiment
  @MethodSource("stages")
  void killedWhileAStageIsUnderWayItFindsOutAndGoesOnOrBack(int stage) {
    at(stage, Silences.SLOW);
    assertThatThrownBy(lab::applyKilledWaiting).isInstanceOf(StagedLab.Killed.class);
    lab.apply();
    assertThat(lab.said())
        .contains("looking what became of it, until ", " at the latest", "trident2: it came");
    assertThat(lab.config().text()).isEqualTo(planned);

    at(stage, Silences.SLOW);
    assertThatThrownBy(lab::revertKilledWaiting).isInstanceOf(StagedLab.Killed.class);
    lab.revert();
    assertThat(lab.said()).contains("looking what became of it", "trident2: it came");
    assertThat(lab.config().text()).isEqualTo(before);

    at(stage, Silences.SLOW);
    assertThatThrownBy(lab::applyKilledWaiting).isInstanceOf(StagedLab.Killed.class);
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @Test
  void aStageOfUnknownOutcomeIsLeftAloneAndFoundOutLater() {
    at(5, Silences.SLOW);
    assertThatThrownBy(() -> lab.apply(Duration.ofSeconds(90)))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("no answer within 120 s")
        .hasMessageContaining("what became of stage 'maps and VRFs on' is not known")
        .hasMessageNotContaining("rolled back");
    assertThatThrownBy(() -> lab.revert(Duration.ofSeconds(60)))
        .isInstanceOf(RunFailedException.class)
        .hasMessageContaining("is not known");
    assertThat(lab.overlaps()).as("nothing is sent meanwhile").isEmpty();
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @Test
  void whileASetIsUnderWayNobodyTakesTheCheckpointForConfigDb() {
    at(6, Silences.SLOW);
    assertThatThrownBy(lab::applyKilledWaiting).isInstanceOf(StagedLab.Killed.class);
    assertThatThrownBy(lab::read)
        .isInstanceOf(SonicException.class)
        .hasMessageContaining("a Set is under way");
    lab.updater().pass(Duration.ofMinutes(10));
    assertThat(lab.read().keys("QUEUE")).contains("Ethernet0|6");
    lab.revert();
  }

  @Test
  void otherSettingsAfterABreakAreAppliedToWhatWasBefore() {
    assertThatThrownBy(() -> lab.applyKilledBefore(6)).isInstanceOf(StagedLab.Killed.class);
    lab.apply("trimming=off");
    assertThat(lab.config().text()).isEqualTo(planned(folder.resolve("other"), "trimming=off"));
    lab.revert();
    assertThat(lab.config().text()).isEqualTo(before);
  }

  @Test
  void aPortWithAPfcWatchdogIsRefusedWhereSonicRefusesIt() {
    Map<String, String> watchdog = Map.of("action", "drop", "detection_time", "400");
    lab.config().put("PFC_WD", "Ethernet0", watchdog);
    assertThatThrownBy(lab::apply).hasMessageContaining("sudo pfcwd stop Ethernet0");
    assertThat(lab.done()).isEmpty();

    try (StagedLab nokia =
        new StagedLab(
            "trident2",
            folder.resolve("nokia"),
            FactorySwitch.configDb("trident2", "Nokia-IXR7220-D4-36D"))) {
      nokia.config().put("PFC_WD", "Ethernet0", watchdog);
      String first = nokia.config().text();
      nokia.apply();
      assertThat(nokia.config().text()).doesNotContain("PFC_WD");
      nokia.revert();
      assertThat(nokia.config().text()).isEqualTo(first);
    }
  }

  @Test
  void whatIsSaidHasEachStage() {
    lab.apply();
    assertThat(lab.said().lines().filter(line -> line.contains("stage ")))
        .containsExactlyElementsOf(
            List.of(
                "trident2: stage 1 of 9, ports down (8 objects)",
                "trident2: stage 2 of 9, addresses off (16 objects)",
                "trident2: stage 3 of 9, interfaces off (16 objects)",
                "trident2: stage 4 of 9, queues off (48 objects)",
                "trident2: stage 5 of 9, maps and VRFs on (13 objects)",
                "trident2: stage 6 of 9, queues on (112 objects)",
                "trident2: stage 7 of 9, interfaces in their VRF (32 objects)",
                "trident2: stage 8 of 9, addresses and ports up (32 objects)",
                "trident2: stage 9 of 9, neighbours and routes on (64 objects)"));
  }
}

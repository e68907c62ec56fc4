package io.smartt.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.host.agent.v1.DescribeResponse;
import io.smartt.host.packetio.InterfaceFacts;
import io.smartt.realtime.ClockOffset;
import io.smartt.study.launch.Fabrics;
import io.smartt.testbed.Agents.AgentAnswer;
import io.smartt.testbed.Preflight.PreflightRow;
import io.smartt.testbed.Preflight.PreflightRow.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link Preflight} and {@link InterfaceFacts}. */
class PreflightTest {
  private final ExperimentSpec spec =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
          .load("trident4-leaf-spine", Map.of(), List.of(), false);
  private final Preflight preflight = new Preflight(spec, new TestbedFacts(spec.settings()));

  @TempDir private Path sysfs = Path.of("");

  private void card(String name, Map<String, String> files) throws IOException {
    Path folder = Files.createDirectories(sysfs.resolve(name));
    for (Map.Entry<String, String> file : files.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue() + "\n");
    }
  }

  private List<PreflightRow> judge() {
    return preflight.judge(
        preflight.hosts().getFirst(), InterfaceFacts.read(sysfs, "ens1f0"), Optional.of("tsc"));
  }

  private static Verdict verdict(List<PreflightRow> rows, String check) {
    return rows.stream()
        .filter(row -> row.check().equals(check))
        .findFirst()
        .orElseThrow()
        .verdict();
  }

  @Test
  void aCardThatFitsIsFine() throws IOException {
    card(
        "ens1f0",
        Map.of("carrier", "1", "address", "02:00:00:00:00:01", "mtu", "9000", "speed", "100000"));
    Path device = Files.createDirectories(sysfs.resolve("ens1f0/device/ptp/ptp3"));
    Files.createSymbolicLink(
        device.resolveSibling("../driver").normalize(), Path.of("../../drivers/bnxt_en"));
    assertThat(judge()).allMatch(row -> row.verdict() == Verdict.OK).hasSize(7);
  }

  @Test
  void saysAllThatIsWrong() throws IOException {
    card(
        "ens1f0",
        Map.of("carrier", "0", "address", "02:00:00:00:00:02", "mtu", "1500", "speed", "25000"));
    List<PreflightRow> rows = judge();
    for (String check : List.of("interface", "MTU")) {
      assertThat(verdict(rows, check)).as(check).isEqualTo(Verdict.FAILS);
    }
    for (String check : List.of("rate", "MAC", "driver")) {
      assertThat(verdict(rows, check)).as(check).isEqualTo(Verdict.WRONG);
    }
    assertThat(verdict(rows, "timestamps")).isEqualTo(Verdict.NOTE);
    // 4,096 bytes of payload and 74 of headers, of which Ethernet's 14 do not count.
    assertThat(rows).anyMatch(row -> row.wanted().equals("at least 4156 B"));
  }

  @Test
  void aMissingCardIsOneRow() {
    assertThat(judge())
        .containsExactly(
            new PreflightRow(
                "h1", "interface", Verdict.FAILS, "none", "ens1f0 (hosts.h1.interface)"));
  }

  private List<PreflightRow> judge(DescribeResponse said, ClockOffset clock) {
    PreflightRow reached = new PreflightRow("h1", "agent", Verdict.OK, "h1:9340", "answers");
    return preflight.judge(
        preflight.hosts().getFirst(),
        new AgentAnswer(reached, Optional.empty(), Optional.of(said), Optional.of(clock)));
  }

  private static DescribeResponse.Builder goodAnswer() {
    return DescribeResponse.newBuilder()
        .setInterfaceName("ens1f0")
        .setUp(true)
        .setMac(0x02_00_00_00_00_01L)
        .setMtuBytes(9000)
        .setRateBps(100_000_000_000L)
        .setDriver("bnxt_en")
        .setHardwareClock("ptp0")
        .setCardStamps(true)
        .setClockSource("tsc");
  }

  @Test
  void whatAnAgentSaysIsJudgedAsTheServerItselfIs() {
    assertThat(judge(goodAnswer().build(), new ClockOffset(3_000, 5_000)))
        .allMatch(row -> row.verdict() == Verdict.OK)
        .hasSize(10);
  }

  @Test
  void aCardsClockThatIsNotUsedIsNoted() {
    ClockOffset clock = new ClockOffset(0, 1);
    DescribeResponse kernel = goodAnswer().setCardStamps(false).build();
    assertThat(verdict(judge(kernel, clock), "stamps")).isEqualTo(Verdict.NOTE);
    DescribeResponse none = kernel.toBuilder().clearHardwareClock().build();
    assertThat(judge(none, clock)).noneMatch(row -> row.check().equals("stamps"));
  }

  @Test
  void anAgentWithSomebodysExperimentKeepsARunFromBeginning() {
    List<PreflightRow> rows =
        judge(goodAnswer().setConfigured(true).setWatchers(1).build(), new ClockOffset(0, 1));
    assertThat(rows)
        .contains(
            new PreflightRow("h1", "agent", Verdict.FAILS, "has somebody's experiment", "free"));
    // Left over from a run that is gone, an experiment is nobody's.
    assertThat(judge(goodAnswer().setConfigured(true).build(), new ClockOffset(0, 1)))
        .allMatch(row -> row.verdict() == Verdict.OK);
  }

  @Test
  void aClockThatIsOffIsNotedAndMadeUpFor() {
    ClockOffset off = new ClockOffset(-2_000_000, 40_000);
    assertThat(verdict(judge(goodAnswer().build(), off), "time")).isEqualTo(Verdict.NOTE);
    assertThat(off).hasToString("-2000 us (+- 40)");
    assertThat(off.sureNs()).isEqualTo(-2_000_000);
    assertThat(new ClockOffset(30_000, 40_000).sureNs()).isZero();
  }
}

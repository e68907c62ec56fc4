package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.QueueSettings;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.host.congestion.Dctcp;
import io.smartt.host.pathing.Reps;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExperimentFileTest {
  private static final String TOPO =
      """
      # two racks
      Nodes 4
      Tiers 2
      Tier 0
      Downlink_speed_Gbps 10
      Radix_Down 2
      Radix_Up 2
      Downlink_Latency_ns 500
      Tier 1
      Downlink_speed_Gbps 10
      Radix_Down 2
      Downlink_Latency_ns 500
      """;
  private static final String MATRIX =
      "Nodes 4\r\nConnections 1\r\n\t0->3  start 0 size 10 # odd: \"quotes\" 'and' tabs \r\n\r\n";

  private final ExperimentLoader experiments =
      new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()));
  @TempDir private Path folder;

  private ExperimentSpec plan(Map<String, String> options, String... assignments) {
    return experiments.load("virtual", options, List.of(assignments), false);
  }

  private Map<String, String> files() throws IOException {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("topology", Files.writeString(folder.resolve("net.topo"), TOPO).toString());
    options.put("workload", Files.writeString(folder.resolve("w.cm"), MATRIX).toString());
    return options;
  }

  @Test
  void assignmentsAndOptionsWinOverTheProfile() {
    ExperimentSpec spec = plan(Map.of("scheme", "dctcp"), "queue.size=2bdp", "packet.trim=128");

    assertThat(spec.scheme()).isEqualTo(Dctcp.CONTROL);
    assertThat(spec.queue()).isEqualTo(new QueueSettings(QueueSize.parse("2bdp"), 20, 80));
    assertThat(spec.trimBytes()).isEqualTo(128);
    assertThat(spec.loadBalancer()).isEqualTo(Reps.BALANCER);
    assertThat(spec.overrides())
        .containsExactly("scheme=dctcp", "queue.size=2bdp", "packet.trim=128");
    assertThat(spec.name()).isEqualTo("dctcp-incast-4MiB");
  }

  /** Maps of the JDK have another order in each process. */
  @Test
  void optionsStandInOneOrder() {
    Map<String, String> options = new LinkedHashMap<>();
    for (String option : List.of("trimming=off", "seed=42", "scheme=dctcp", "constants=paper")) {
      options.put(option.replaceAll("=.*", ""), option.replaceAll(".*=", ""));
    }

    assertThat(plan(options).overrides())
        .containsExactly("constants=paper", "scheme=dctcp", "seed=42", "trimming=off");
  }

  @Test
  void survivesTheFile() throws IOException {
    ExperimentSpec spec = plan(Map.of("seed", "42", "trimming", "off"), "dilation=10");
    Path file = folder.resolve("experiment.yaml");

    ExperimentFile.write(spec, file);

    assertThat(ExperimentFile.read(file, Fabrics.builtIn().settings())).isEqualTo(spec);
  }

  @Test
  void spellsEverySettingOut() {
    String text = ExperimentFile.format(plan(Map.of()));

    assertThat(text)
        .contains("profile: virtual\n")
        .contains("topology: testbed\n")
        .contains("link:\n  rate: 50Gbps\n  latency: 850ns\n")
        .contains("trimming: p4\n")
        .contains("seed: 1\n");
    for (SettingKey<?> key : Fabrics.builtIn().settings().keys()) {
      String last = key.name().substring(key.name().lastIndexOf('.') + 1);
      // The name is whole where what it begins with is a key of its own.
      assertThat(text).containsPattern("(?m)^( *" + last + "|" + Pattern.quote(key.name()) + "): ");
    }
  }

  @Test
  void keepsTheTextOfFilesToTheLastByte() throws IOException {
    ExperimentSpec spec = plan(files());
    String written = ExperimentFile.format(spec);
    Files.delete(folder.resolve("net.topo"));
    Files.delete(folder.resolve("w.cm"));

    ExperimentSpec again =
        ExperimentFile.parse("experiment.yaml", written, Fabrics.builtIn().settings());

    assertThat(again.topology()).isEqualTo(new InputSource.FileText("net.topo", TOPO));
    assertThat(again.workload()).isEqualTo(new InputSource.FileText("w.cm", MATRIX));
    assertThat(again.buildWorkload(again.buildTopology()).flows()).hasSize(1);
    assertThat(again.name()).isEqualTo("smartt-w.cm");
    assertThat(ExperimentFile.format(again)).isEqualTo(written);
  }

  @Test
  void readsMatricesOfManyMegabytes() {
    String text = MATRIX + "# padding\n".repeat(500_000);
    ExperimentSpec plain = plan(Map.of());
    ExperimentSpec spec =
        new ExperimentSpec(
            plain.name(),
            plain.profile(),
            plain.settings().with("workload", "w.cm"),
            plain.topology(),
            new InputSource.FileText("w.cm", text),
            true,
            List.of());

    assertThat(
            ExperimentFile.parse(
                "e.yaml", ExperimentFile.format(spec), Fabrics.builtIn().settings()))
        .isEqualTo(spec);
  }

  /** The program wrote lengths of frames while they were settings. */
  @ParameterizedTest
  @CsvSource({"small, 74, 74", "standard, 98, 86"})
  void lengthsThatFramesHaveChangeNothing(String ses, int header, int ack) {
    ExperimentSpec spec = plan(Map.of(), "transport.ses=" + ses);

    assertThat(
            ExperimentFile.parse("e.yaml", earlier(spec, header, ack), spec.settings().catalog()))
        .isEqualTo(spec);
  }

  @ParameterizedTest
  @CsvSource({
    "small, 64, 64, packet.header",
    "small, 98, 74, packet.header",
    "standard, 98, 74, packet.ack"
  })
  void otherLengthsAreRefused(String ses, int header, int ack, String refused) {
    ExperimentSpec spec = plan(Map.of(), "transport.ses=" + ses);

    assertThatThrownBy(() ->
            ExperimentFile.parse("e.yaml", earlier(spec, header, ack), spec.settings().catalog()))
        .isInstanceOf(UserInputException.class)
        .hasMessageMatching(
            "e\\.yaml:\\d+:3: remove '%s': frames have the lengths of their format \\(.*"
                .formatted(refused));
  }

  private static String earlier(ExperimentSpec spec, int header, int ack) {
    String text = ExperimentFile.format(spec);
    return text.replace("  trim: ", "  header: %d\n  ack: %d\n  trim: ".formatted(header, ack));
  }

  @Test
  void refusesAFileThatLacksSomething() {
    String whole = ExperimentFile.format(plan(Map.of()));

    assertThatThrownBy(() ->
            ExperimentFile.parse(
                "e.yaml", whole.replaceFirst("profile: .*\n", ""), Fabrics.builtIn().settings()))
        .isInstanceOf(UserInputException.class)
        .hasMessage("e.yaml: profile is missing");
    assertThatThrownBy(
            () -> ExperimentFile.parse("e.yaml", whole + "sede: 1\n", Fabrics.builtIn().settings()))
        .hasMessageMatching("e\\.yaml:\\d+:1: unknown key 'sede', did you mean seed\\?");
  }

  @Test
  void refusesAMatrixForAnotherNumberOfHosts() throws IOException {
    ExperimentSpec spec = plan(Map.of("workload", files().getOrDefault("workload", "")));
    Topology testbed = spec.buildTopology();

    assertThatThrownBy(() -> spec.buildWorkload(testbed))
        .hasMessage("w.cm: Nodes is 4, but topology testbed has 16 hosts");
  }

  @Test
  void refusesLinkSettingsThatAFileWouldHide() throws IOException {
    Map<String, String> options = files();

    assertThatThrownBy(() -> plan(options, "link.rate=1Gbps"))
        .hasMessage("link.rate: has no effect, because net.topo has its own");
  }

  @Test
  void refusesContradictionsAndMissingFiles() {
    assertThatThrownBy(() -> plan(Map.of(), "queue.kmin=90"))
        .hasMessage("queue.kmin is 90, above queue.kmax, 80");
    assertThatThrownBy(() -> plan(Map.of("topology", "nowhere.topo")))
        .hasMessage("topology: nowhere.topo: no such file");
    assertThatThrownBy(() -> plan(Map.of("scheme", "smrtt")))
        .hasMessage("scheme: 'smrtt' is not known, did you mean smartt?");
  }

  @Test
  void dilationDividesRatesAndMultipliesLatencies() {
    Topology slow = plan(Map.of(), "dilation=1000").buildTopology();

    assertThat(slow.links()).allMatch(link -> link.rateBps() == 50_000_000L);
    assertThat(slow.links()).allMatch(link -> link.latencyPs() == 850_000_000L);
    assertThat(slow.switches()).allMatch(sw -> sw.latencyPs() == 400_000_000L);
  }

  @Test
  void theSeedDecidesWhatIsDrawn() {
    ExperimentSpec one = plan(Map.of("workload", "permutation:1MiB"));
    ExperimentSpec other = plan(Map.of("workload", "permutation:1MiB", "seed", "2"));
    Topology topology = one.buildTopology();

    assertThat(one.buildWorkload(topology)).isEqualTo(one.buildWorkload(topology));
    assertThat(one.buildWorkload(topology)).isNotEqualTo(other.buildWorkload(topology));
  }
}

package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.host.congestion.Bdp;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProfileLibraryTest {
  private final ProfileLibrary library = new ProfileLibrary(Fabrics.builtIn().settings());
  @TempDir private Path folder;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  @Test
  void listsThePackedProfiles() {
    assertThat(library.names()).contains("virtual", "htsim-800g").isSorted();
  }

  @Test
  void everyPackedProfileMakesAnExperiment() {
    for (String name : library.names()) {
      ExperimentSpec spec = new ExperimentLoader(library).load(name, Map.of(), List.of(), false);
      assertThat(spec.buildWorkload(spec.buildTopology()).flows()).as(name).isNotEmpty();
    }
  }

  @Test
  void theDefaultIsThePapersTestbed() {
    ExperimentSpec spec = new ExperimentLoader(library).load("virtual", Map.of(), List.of(), false);
    Topology topology = spec.buildTopology();
    PathProfiles.PathProfile longest = new PathProfiles(topology, spec.packets()).longest();

    assertThat(spec.fabric()).isEqualTo("virtual");
    assertThat(topology.hosts()).hasSize(16);
    assertThat(topology.switches()).hasSize(8);
    assertThat(longest.bottleneckBps()).isEqualTo(50_000_000_000L);
    // 2 * (4 * 850 + 3 * 400) ns, 4 * 667.2 ns for 4,170 B, 4 * 11.84 ns for 74 B.
    assertThat(longest.baseRttPs()).isEqualTo(9_200_000 + 4 * 667_200 + 4 * 11_840);
    assertThat(Bdp.bytes(longest.baseRttPs(), longest.bottleneckBps())).isEqualTo(74_476);
  }

  @Test
  void theReferenceSimulatorsNetworkHasItsRttAndBdpWithFramesOfItsOwn() {
    ExperimentSpec spec =
        new ExperimentLoader(library).load("htsim-800g", Map.of(), List.of(), false);
    PathProfiles.PathProfile longest =
        new PathProfiles(spec.buildTopology(), spec.packets()).longest();

    // The simulator's 11,453,440 ps, and 0.1 ns for 10 B more at 6 links there and 6 back.
    assertThat(longest.baseRttPs()).isEqualTo(11_453_440 + 12 * 100);
    long bdpBytes = Bdp.bytes(longest.baseRttPs(), longest.bottleneckBps());
    assertThat(bdpBytes).isEqualTo(1_145_464);
    assertThat(spec.queue().size().packets(bdpBytes, spec.packets().mtuBytes())).isEqualTo(275);
  }

  @Test
  void aFileExtendsAPackedProfileOrAFileBesideIt() throws IOException {
    file("base.yaml", "seed: 5\nlink:\n  rate: 10Gbps\n  latency: 1us\n");
    Path child = file("child.yaml", "link: {rate: 25Gbps}\nextends: base.yaml\n");

    Settings settings = library.load(child.toString()).settings();

    assertThat(settings.get(SettingKeys.SEED)).isEqualTo(5);
    assertThat(settings.get(SettingKeys.LINK_RATE)).isEqualTo(25_000_000_000L);
    assertThat(settings.get(SettingKeys.LINK_LATENCY)).isEqualTo(1_000_000);
  }

  @Test
  void filesOfAProfileAreBesideIt() throws IOException {
    Path profile = file("p.yaml", "extends: virtual\ntopology: net.topo\nworkload: w.cm\n");

    Settings settings = library.load(profile.toString()).settings();

    assertThat(settings.get(SettingKeys.TOPOLOGY)).isEqualTo(folder.resolve("net.topo").toString());
    assertThat(settings.get(SettingKeys.WORKLOAD)).isEqualTo(folder.resolve("w.cm").toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "link:\\n"
            + "  raet: 1Gbps | 2:3: unknown key 'link.raet', did you mean link.rate or link.rates?",
        "fabirc: virtual | 1:1: unknown key 'fabirc', did you mean fabric?",
        "seed: 1\\nqueue:\\n"
            + "  kmin: plenty | 3:3: queue.kmin: 'plenty' is not a number from 0.0 to 100.0",
        "seed: 1\\nseed: 2 | 2:1: key 'seed' appears twice",
        "seed: | 1:1: 'seed' has no value",
        "seed: [[1]] | 1:8: 'seed' must have a single value",
        "- a | 1:1: expected keys and values",
        "seed: 1\\n---\\nseed: 2 | 3:1: a second document begins here",
        "extends: virtul | 1:1: unknown profile 'virtul', did you mean virtual? (or the path of a"
            + " .yaml file)"
      })
  void refusesMistakesByFileLineAndColumn(String text, String message) throws IOException {
    Path profile = file("p.yaml", text.replace("\\n", "\n"));

    assertThatThrownBy(() -> library.load(profile.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith(profile + ":")
        .hasMessageEndingWith(message);
  }

  @Test
  void refusesTextThatIsNotYamlByLine() throws IOException {
    Path profile = file("p.yaml", "seed: 1\nlink: {rate: 1Gbps\nseed: ]\n");

    assertThatThrownBy(() -> library.load(profile.toString()))
        .hasMessageMatching(".*p\\.yaml:\\d+:\\d+: not YAML: .*");
  }

  @Test
  void refusesProfilesThatAreNotThereOrGoInACircle() throws IOException {
    assertThatThrownBy(() -> library.load("vitrual"))
        .hasMessage(
            "unknown profile 'vitrual', did you mean virtual? (or the path of a .yaml file)");
    assertThatThrownBy(() -> library.load("no/such.yaml"))
        .hasMessage("profile: no/such.yaml: no such file");
    file("a.yaml", "extends: b.yaml\n");
    Path b = file("b.yaml", "extends: a.yaml\n");
    assertThatThrownBy(() -> library.load(b.toString()))
        .hasMessageContaining("profiles extend each other in a circle: ");
  }

  @Test
  void theSchemaBesideTheProfilesIsThatOfTheSettings() throws IOException {
    try (var in =
        ProfileLibrary.class.getResourceAsStream("/io/smartt/profiles/profile.schema.json")) {
      assertThat(in).isNotNull();
      assertThat(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo(ProfileSchema.text(Fabrics.builtIn().settings()));
    }
  }
}

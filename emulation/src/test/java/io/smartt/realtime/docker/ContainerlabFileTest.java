package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.othertools.ClabFile;
import io.smartt.experiment.othertools.ClabName;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.containers.RunSecrets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 30, unit = TimeUnit.SECONDS)
class ContainerlabFileTest {
  private static final LinkDefaults LINKS = new LinkDefaults(50_000_000_000L, 850_000, 400_000);

  /** Another default, so that a rate or latency that is left out shows. */
  private static final LinkDefaults OTHERS = new LinkDefaults(1_000_000, 1_000, 2_000);

  private static final String UNEVEN =
      """
      host web
      host db_2
      switch top 3us
      switch r1 -
      web r1:7 25Gbps
      db_2 r1:9 - 5us
      r1 top:2 12345678bps 1ns
      r1 top
      """;

  private static String text(Topology topology, String experiment) {
    return new ContainerlabFile(
            topology,
            new FabricImages("smartt", Optional.empty(), 2),
            7,
            RunSecrets.create(List.of("h1"), new SecureRandom(), Instant.EPOCH))
        .text(experiment);
  }

  private static JsonNode file(Topology topology) throws JsonProcessingException {
    return new ObjectMapper(new YAMLFactory()).readTree(text(topology, "name: x\n"));
  }

  private static void assertComesBack(Topology topology) {
    ImportedNetwork read =
        ClabFile.read(
            ClabName.parse("x.clab.yml").orElseThrow(), text(topology, "a: $HOME {{x}}"), Map.of());
    Topology again = LinksFile.parse(read.name(), read.text(), OTHERS);

    assertThat(again.hosts()).isEqualTo(topology.hosts());
    assertThat(again.switches()).isEqualTo(topology.switches());
    assertThat(again.links()).isEqualTo(topology.links());
    assertThat(read.notes())
        .contains("x.clab.yml: left out, since they have no link: controller")
        .noneMatch(note -> note.contains(" here") && note.contains(" is "));
  }

  @ParameterizedTest
  @ValueSource(strings = {"leafspine,3,2,4", "fattree,4", "linear,3,2", "rails,2,3,2", "minimal"})
  void whatIsImportedAgainIsTheSameNetwork(String name) {
    assertComesBack(Topologies.named(name, LINKS));
  }

  @Test
  void namesPortsRatesAndLatenciesComeBack() {
    assertComesBack(LinksFile.parse("uneven.links", UNEVEN, LINKS));
  }

  /** The keys are those of containerlab's schema (schemas/clab.schema.json). */
  @Test
  void nodesAndLinksAreContainerlabs() throws Exception {
    JsonNode file = file(LinksFile.parse("my lab.links", UNEVEN, LINKS));

    assertThat(file.get("name").asText()).isEqualTo("my-lab").matches("[a-zA-Z0-9][a-zA-Z0-9-._]*");
    assertThat(keys(file)).containsExactly("mgmt", "name", "topology");
    assertThat(file.at("/mgmt/ipv4-subnet").asText()).isEqualTo("auto");
    JsonNode nodes = file.at("/topology/nodes");
    assertThat(keys(nodes)).containsExactly("controller", "db_2", "r1", "top", "web");
    for (JsonNode node : nodes) {
      assertThat(Set.of("cmd", "aliases", "labels", "env", "binds")).containsAll(keys(node));
      assertThat(node.get("cmd").asText()).matches("[A-Za-z0-9 @:./_=-]+");
    }
    assertThat(nodes.at("/r1/cmd").asText())
        .startsWith(
            "unpack --await eth7 --await eth9 --await eth1 --await eth2 /etc/smartt -- switch"
                + " --no-p4 --device-id 2 ")
        .contains(" -i 7@eth7 -i 9@eth9 -i 1@eth1 -i 2@eth2 ", " --tls-ca ");
    assertThat(nodes.at("/db_2/cmd").asText())
        .startsWith("unpack --await eth1 /etc/smartt -- agent --interface eth1 ")
        .contains(" --tls-ca ");
    for (JsonNode link : file.at("/topology/links")) {
      assertThat(keys(link)).containsExactly("endpoints", "vars");
      assertThat(link.get("endpoints"))
          .hasSize(2)
          .allSatisfy(end -> assertThat(end.asText()).matches("\\S+:eth[1-9][0-9]*"));
    }
  }

  @Test
  void theControllerHasTheExperimentAndNothingIsExpanded() throws Exception {
    String text = text(Topologies.named("minimal", LINKS), "seed: $HOME ${A:-b} {{ .x }}\n");
    String files =
        new ObjectMapper(new YAMLFactory())
            .readTree(text)
            .at("/topology/nodes/controller/env/SMARTT_FILES")
            .asText();

    assertThat(text).doesNotContain("$").doesNotContain("{{");
    assertThat(new ObjectMapper().readTree(files).get("experiment.yaml").asText())
        .isEqualTo("seed: $HOME ${A:-b} {{ .x }}\n");
    assertThat(new ObjectMapper().readTree(files).get("node-key.pem")).isNull();
  }

  @Test
  void whatContainerlabHasNoWordForIsNamed() {
    Topology network = Topologies.named("minimal", LINKS);
    RunSecrets secrets = RunSecrets.create(List.of("h1"), new SecureRandom(), Instant.EPOCH);

    assertThatThrownBy(() -> text(network.withRates(Map.of(1, 5L)), ""))
        .hasMessage(
            "link h1-s1 has another rate in each direction, for which a containerlab file has no"
                + " word");
    assertThatThrownBy(() ->
            new ContainerlabFile(
                network, new FabricImages("smartt", Optional.of("bmv2"), 2), 7, secrets))
        .hasMessageStartingWith("switch is bmv2: ");
    assertThatThrownBy(
            () -> text(LinksFile.parse("c.links", "h1 controller\nh2 controller", LINKS), ""))
        .hasMessageStartingWith("c.links: a node is named 'controller'");
  }

  private static Set<String> keys(JsonNode node) {
    Set<String> keys = new TreeSet<>();
    node.fieldNames().forEachRemaining(keys::add);
    return keys;
  }
}

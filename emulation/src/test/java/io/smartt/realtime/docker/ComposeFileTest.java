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
import io.smartt.realtime.containers.AddressBlock;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.containers.RunSecrets;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ComposeFileTest {
  /** Two leaves, a spine, a host a leaf: 4 links. */
  private final Topology topology =
      Topologies.named("leafspine,2,1,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));

  private JsonNode file() throws JsonProcessingException {
    return file(new FabricImages("smartt", Optional.empty(), 2));
  }

  private JsonNode file(FabricImages images) throws JsonProcessingException {
    return new ObjectMapper(new YAMLFactory()).readTree(text(images, Instant.EPOCH));
  }

  private String text(FabricImages images, Instant now) {
    return new ComposeFile(
            topology, images, 7, RunSecrets.create(List.of("h1"), new SecureRandom(), now))
        .text(List.of("--profile", "docker"));
  }

  /** Compose tools put variables in for dollar signs. */
  @Test
  void nothingIsPutIntoTheControllersExperiment() throws JsonProcessingException {
    RunSecrets secrets = RunSecrets.create(List.of("h1"), new SecureRandom(), Instant.EPOCH);
    String text =
        new ComposeFile(topology, new FabricImages("smartt", Optional.empty(), 2), 7, secrets)
            .textOf("a: $HOME ${B}\n");
    JsonNode files =
        new ObjectMapper()
            .readTree(
                new ObjectMapper(new YAMLFactory())
                    .readTree(text)
                    .at("/services/controller/environment/SMARTT_FILES")
                    .textValue());

    assertThat(text).doesNotContain("$");
    assertThat(files.get("experiment.yaml").textValue()).isEqualTo("a: $HOME ${B}\n");
  }

  @Test
  void aNodeWithTheControllersNameIsRefused() {
    Topology network =
        LinksFile.parse(
            "c.links", "h1 controller\nh2 controller", new LinkDefaults(1_000, 1_000, 1_000));
    RunSecrets secrets = RunSecrets.create(List.of("h1"), new SecureRandom(), Instant.EPOCH);

    assertThatThrownBy(() ->
            new ComposeFile(network, new FabricImages("smartt", Optional.empty(), 2), 7, secrets))
        .hasMessageStartingWith("c.links: a node is named 'controller'");
  }

  @Test
  void saysWhenItsCertificatesEnd() {
    assertThat(
            text(
                    new FabricImages("smartt", Optional.empty(), 2),
                    Instant.parse("2026-11-22T10:00:00Z"))
                .lines())
        .contains(
            "# The certificates end at 2026-11-29T10:00:00Z; then nothing starts, and smartt"
                + " compose writes the file anew.");
  }

  @Test
  void itsCertificatesHoldFromNowOnForSevenDays() throws Exception {
    Instant now = Instant.parse("2026-11-22T10:00:00Z");
    JsonNode file =
        new ObjectMapper(new YAMLFactory())
            .readTree(text(new FabricImages("x", Optional.empty(), 2), now));
    String files =
        file.get("services").get("h1").get("environment").get("SMARTT_FILES").textValue();
    for (String name : List.of("ca.pem", "node.pem")) {
      String pem = new ObjectMapper().readTree(files).get(name).textValue();
      X509Certificate certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(
                      new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));

      certificate.checkValidity(Date.from(now));
      certificate.checkValidity(Date.from(now.plus(Duration.ofDays(7))));
      assertThatThrownBy(() ->
              certificate.checkValidity(Date.from(now.plus(Duration.ofDays(7)).plusSeconds(1))))
          .isInstanceOf(CertificateExpiredException.class);
    }
  }

  @Test
  void hasAServiceANodeAndANetworkALinkAndNoVersion() throws JsonProcessingException {
    JsonNode file = file();

    assertThat(file.has("version")).isFalse();
    assertThat(file.get("services").fieldNames())
        .toIterable()
        .containsExactly("leaf1", "leaf2", "spine1", "h1", "h2", "controller");
    assertThat(file.get("networks")).hasSize(1 + 4);
  }

  @Test
  void bothEndsOfALinkAreInItsNetworkAndToldByTheirAddresses() throws JsonProcessingException {
    JsonNode services = file().get("services");
    String network = null;
    for (var it = services.get("h1").get("networks").fieldNames(); it.hasNext(); ) {
      String name = it.next();
      network = name.equals("control") ? network : name;
    }

    JsonNode host = services.get("h1").get("networks").get(network);
    JsonNode leaf = services.get("leaf1").get("networks").get(network);

    assertThat(host.get("ipv4_address")).isNotEqualTo(leaf.get("ipv4_address"));
    assertThat(services.get("h1").get("command").toString())
        .contains("ip:" + host.get("ipv4_address").textValue());
    assertThat(services.get("leaf1").get("command").toString())
        .contains("@ip:" + leaf.get("ipv4_address").textValue());
  }

  @Test
  void theControllerRunsTheExperimentOnWhatIsThere() throws JsonProcessingException {
    JsonNode controller = file().get("services").get("controller");

    assertThat(controller.get("command").toString())
        .isEqualTo(
            "[\"unpack\",\"/etc/smartt\",\"--\",\"run\",\"--profile\",\"docker\",\"--set\",\"docker.attached=true\"]");
    assertThat(controller.get("depends_on").fieldNames())
        .toIterable()
        .containsExactly("leaf1", "leaf2", "spine1", "h1", "h2");
  }

  @Test
  void aBmv2SwitchFindsItsInterfacesByTheirNetworks() throws JsonProcessingException {
    JsonNode leaf =
        file(new FabricImages("smartt", Optional.of("p4lang/behavioral-model"), 2))
            .get("services")
            .get("leaf1");

    assertThat(leaf.get("image").textValue()).isEqualTo("p4lang/behavioral-model");
    // h1 is at port 1, over the first link, 198.18.0.0; the kernel shows it from its last byte.
    assertThat(leaf.get("command").get(1).textValue()).isEqualTo("1@000012C6");
    // A single dollar sign would be the Compose tool's.
    assertThat(leaf.get("entrypoint").get(2).textValue())
        .contains("$${port#*@}")
        .contains("--device-id 1 --thrift-port 9090")
        .contains("--grpc-server-cacert /etc/smartt/ca.pem --grpc-server-cert /etc/smartt/node.pem")
        .contains("--grpc-server-key /etc/smartt/node-key.pem");
  }

  @Test
  void addressBlocksFollowEachOther() {
    assertThat(new AddressBlock(0).subnet()).isEqualTo("198.18.0.0/29");
    assertThat(new AddressBlock(33).gateway()).isEqualTo("198.18.1.9");
    assertThat(AddressBlock.mac("198.18.1.10")).isEqualTo("02:42:c6:12:01:0a");
  }
}

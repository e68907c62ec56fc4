package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.containers.AddressBlock;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.NodePrograms.FabricImages;
import io.smartt.realtime.docker.LinkNetworks.NetworkAttachment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is sent to a Swarm, as the engine's API has it. */
class NodeServicesTest {
  private static final AddressBlock BLOCK = new AddressBlock(1);

  private final Topology topology =
      Topologies.named("leafspine,2,1,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));

  private JsonNode service(Node node) {
    NodePrograms programs =
        new NodePrograms(
            topology,
            new FabricImages("smartt", Optional.empty(), 2),
            7,
            port -> "net:" + BLOCK.subnet(),
            port -> BLOCK);
    return new ObjectMapper()
        .valueToTree(
            new NodeServices(
                    "smartt-1-1", Map.of("/etc/smartt/token", "secret-id"), topology.hosts())
                .of(
                    node,
                    programs.of(node),
                    List.of(
                        new NetworkAttachment("a-link", BLOCK, BLOCK.first(), "02:42:c6:12:00:0a")),
                    20_003));
  }

  @Test
  void aHostIsAServiceOfOneContainerThatIsNotStartedAgain() {
    JsonNode service = service(topology.host(0));

    assertThat(service.at("/Name").textValue()).isEqualTo("smartt-1-1-h1");
    assertThat(service.at("/Mode/Replicated/Replicas").intValue()).isEqualTo(1);
    assertThat(service.at("/TaskTemplate/RestartPolicy/Condition").textValue()).isEqualTo("none");
    assertThat(service.at("/TaskTemplate/Networks/0/Target").textValue()).isEqualTo("a-link");
    JsonNode container = service.at("/TaskTemplate/ContainerSpec");
    assertThat(container.at("/Args").toString())
        .contains("\"agent\",\"--interface\",\"net:198.18.0.8/29\"")
        .contains("\"--token-file\",\"/etc/smartt/token\"");
    assertThat(container.at("/Hosts").toString())
        .as("the others by name; the engine adds its own")
        .isEqualTo("[\"%s h2\"]".formatted(topology.host(1).ipv4Text()));
    assertThat(container.at("/CapabilityAdd/0").textValue()).isEqualTo("CAP_NET_RAW");
    assertThat(container.at("/Sysctls/net.ipv4.ip_forward").textValue()).isEqualTo("0");
    assertThat(container.at("/Secrets/0/SecretID").textValue()).isEqualTo("secret-id");
    assertThat(container.at("/Secrets/0/File/Name").textValue()).isEqualTo("/etc/smartt/token");
  }

  @Test
  void aSwitchIsStartedAgainAndPublishedOnItsMachine() {
    JsonNode service = service(topology.switches().getFirst());

    assertThat(service.at("/TaskTemplate/RestartPolicy/Condition").textValue()).isEqualTo("any");
    assertThat(service.at("/EndpointSpec/Mode").textValue()).isEqualTo("dnsrr");
    assertThat(service.at("/TaskTemplate/ContainerSpec/Hosts")).isEmpty();
    assertThat(service.at("/TaskTemplate/ContainerSpec/Args").toString())
        .contains("\"--seed\",\"7\"");
    JsonNode port = service.at("/EndpointSpec/Ports/0");
    assertThat(port.get("TargetPort").intValue()).isEqualTo(NodePrograms.SWITCH_PORT);
    assertThat(port.get("PublishedPort").intValue()).isEqualTo(20_003);
    assertThat(port.get("PublishMode").textValue()).isEqualTo("host");
    assertThat(service.at("/Labels/io.smartt.node").textValue()).isEqualTo("leaf1");
  }
}

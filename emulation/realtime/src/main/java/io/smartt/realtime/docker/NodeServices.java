package io.smartt.realtime.docker;

import module java.base;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.github.dockerjava.api.model.ContainerSpec;
import com.github.dockerjava.api.model.ContainerSpecFile;
import com.github.dockerjava.api.model.ContainerSpecSecret;
import com.github.dockerjava.api.model.EndpointResolutionMode;
import com.github.dockerjava.api.model.EndpointSpec;
import com.github.dockerjava.api.model.NetworkAttachmentConfig;
import com.github.dockerjava.api.model.PortConfig;
import com.github.dockerjava.api.model.PortConfigProtocol;
import com.github.dockerjava.api.model.ServiceModeConfig;
import com.github.dockerjava.api.model.ServiceReplicatedModeOptions;
import com.github.dockerjava.api.model.ServiceRestartCondition;
import com.github.dockerjava.api.model.ServiceRestartPolicy;
import com.github.dockerjava.api.model.ServiceSpec;
import com.github.dockerjava.api.model.TaskSpec;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.realtime.containers.NodePrograms.NodeProgram;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.docker.LinkNetworks.NetworkAttachment;

/**
 * Hosts and switches as services of a Swarm, one container each.
 *
 * @param fabric its name
 * @param secrets of the Swarm, ids by where they lie in a container
 * @param hosts by whose names programs in hosts find each other
 */
record NodeServices(String fabric, Map<String, String> secrets, List<Host> hosts) {
  private static final long READABLE = 0400;
  private static final long RESTART_NS = Duration.ofSeconds(1).toNanos();

  /** Name of a node's service. */
  String name(Node node) {
    return fabric + "-" + node.name();
  }

  /**
   * A node's service. A switch that ends is started again; a host is not, since its flows are gone.
   *
   * @param plugs where its ports are plugged in
   * @param publishedPort where its API is on the machine that it runs on
   */
  ServiceSpec of(Node node, NodeProgram program, List<NetworkAttachment> plugs, int publishedPort) {
    List<String> arguments = new ArrayList<>(program.arguments());
    if (node instanceof Host) {
      arguments.addAll(List.of("--token-file", RunSecrets.TOKEN));
    }
    ServiceRestartPolicy restart =
        new ServiceRestartPolicy()
            .withCondition(
                node instanceof Host ? ServiceRestartCondition.NONE : ServiceRestartCondition.ANY)
            .withDelay(RESTART_NS);
    return new ServiceSpec()
        .withName(name(node))
        .withLabels(Labels.of(fabric, node.name()))
        .withMode(
            new ServiceModeConfig()
                .withReplicated(new ServiceReplicatedModeOptions().withReplicas(1)))
        .withTaskTemplate(
            new TaskSpec()
                .withContainerSpec(
                    new ServiceContainer()
                        .withImage(program.image())
                        .withLabels(Labels.of(fabric, node.name()))
                        .withHostname(node.name())
                        .withHosts(names(hosts, node, "%2$s %1$s"))
                        .withArgs(arguments)
                        .withSecrets(files()))
                .withRestartPolicy(restart)
                .withNetworks(
                    plugs.stream()
                        .map(plug -> new NetworkAttachmentConfig().withTarget(plug.network()))
                        .toList()))
        .withEndpointSpec(
            new EndpointSpec()
                // Virtual addresses would take IPVS and an address of each network.
                .withMode(EndpointResolutionMode.DNSRR)
                .withPorts(List.of(published(program.apiPort(), publishedPort))));
  }

  /**
   * Returns the names by which programs in a host find the others; the engine adds the host's own.
   *
   * @param form of a name and an address
   */
  static List<String> names(List<Host> hosts, Node node, String form) {
    return hosts.stream()
        .filter(host -> node instanceof Host && !host.equals(node))
        .map(host -> form.formatted(host.name(), host.ipv4Text()))
        .toList();
  }

  private static PortConfig published(int inside, int outside) {
    return new PortConfig()
        .withProtocol(PortConfigProtocol.TCP)
        .withTargetPort(inside)
        .withPublishedPort(outside)
        .withPublishMode(PortConfig.PublishMode.host);
  }

  private List<ContainerSpecSecret> files() {
    return secrets.entrySet().stream()
        .map(secret ->
            new ContainerSpecSecret()
                .withSecretId(secret.getValue())
                .withSecretName(SwarmFabric.secretName(fabric, secret.getKey()))
                .withFile(
                    new ContainerSpecFile()
                        .withName(secret.getKey())
                        .withUid("0")
                        .withGid("0")
                        .withMode(READABLE)))
        .toList();
  }

  /** A service's containers, with two things of the engine's API that docker-java lacks. */
  static final class ServiceContainer extends ContainerSpec {
    /** Raw sockets, and what a network card is to leave undone. */
    @JsonProperty("CapabilityAdd")
    List<String> capabilities() {
      return List.of("CAP_NET_RAW", "CAP_NET_ADMIN");
    }

    /** Returns the settings of the kernel, which would send twice what it forwards. */
    @JsonProperty("Sysctls")
    Map<String, String> sysctls() {
      return Map.of("net.ipv4.ip_forward", "0");
    }
  }
}

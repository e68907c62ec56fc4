package io.smartt.emulation.docker;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import io.smartt.emulation.rpc.Workers;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** Fabrics of ours on an engine, by their labels; those of nobody else. */
public final class DockerLeftovers {
  private final DockerEngine engine;

  /** On this engine. */
  public DockerLeftovers(DockerEngine engine) {
    this.engine = engine;
  }

  /** Names of fabrics whose process is gone. */
  public List<String> find() {
    Set<String> found = new TreeSet<>();
    containers(Labels.FABRIC).forEach(container -> add(container.getLabels(), found));
    networks(Labels.FABRIC).forEach(network -> add(network.getLabels(), found));
    return List.copyOf(found);
  }

  private static void add(Map<String, String> labels, Set<String> found) {
    String process = labels.getOrDefault(Labels.PROCESS, "");
    // A compose file's has no process: somebody else looks after it.
    if (!process.isEmpty()
        && ProcessHandle.of(Long.parseLong(process)).filter(ProcessHandle::isAlive).isEmpty()) {
      found.add(Objects.requireNonNull(labels.get(Labels.FABRIC)));
    }
  }

  /** Removes the containers and networks of a fabric. */
  public void remove(String fabric) {
    String label = Labels.FABRIC + "=" + fabric;
    Workers.forEach(
        containers(label),
        DockerEngine.CALLS_AT_ONCE,
        container ->
            engine.call(
                "removing a container",
                client -> {
                  try {
                    client
                        .removeContainerCmd(container.getId())
                        .withForce(true)
                        .withRemoveVolumes(true)
                        .exec();
                  } catch (NotFoundException e) {
                    // Somebody else was faster.
                  }
                  return true;
                }));
    Workers.forEach(
        networks(label),
        DockerEngine.CALLS_AT_ONCE,
        network ->
            engine.call(
                "removing a network",
                client -> {
                  try {
                    client.removeNetworkCmd(network.getId()).exec();
                  } catch (NotFoundException e) {
                    // The same.
                  }
                  return true;
                }));
  }

  private List<Container> containers(String label) {
    return engine.call(
        "listing containers",
        client ->
            client.listContainersCmd().withShowAll(true).withLabelFilter(List.of(label)).exec());
  }

  private List<Network> networks(String label) {
    return engine.call(
        "listing networks",
        client -> client.listNetworksCmd().withFilter("label", List.of(label)).exec());
  }
}

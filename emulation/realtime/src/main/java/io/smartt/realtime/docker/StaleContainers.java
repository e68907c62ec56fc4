package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.DockerException;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Container;
import com.github.dockerjava.api.model.Network;
import com.github.dockerjava.api.model.Service;
import io.smartt.base.concurrent.OwnerProcess;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.concurrent.StopWait;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;

/** Containers and networks on an engine that carry the harness's labels, and no others. */
public final class StaleContainers {
  /** The time in which all that others use will be left. */
  static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final long RETRY_NS = TimeUnit.MILLISECONDS.toNanos(300);

  private final DockerEngine engine;
  private final Duration patience;

  /** Creates the search for what is left on this engine. */
  public StaleContainers(DockerEngine engine) {
    this(engine, PATIENCE);
  }

  /**
   * Creates the search for what is left on this engine.
   *
   * @param patience for what others use until they have left it
   */
  StaleContainers(DockerEngine engine, Duration patience) {
    this.engine = engine;
    this.patience = patience;
  }

  /** Names of fabrics whose process is gone. */
  public List<String> find() {
    Set<String> found = new TreeSet<>();
    services(Labels.FABRIC, "").forEach(service -> add(labels(service), found));
    containers(Labels.FABRIC).forEach(container -> add(container.getLabels(), found));
    networks(Labels.FABRIC).forEach(network -> add(network.getLabels(), found));
    return List.copyOf(found);
  }

  /** Names of fabrics of a process. */
  public List<String> of(long process) {
    String prefix = "smartt-" + process + "-";
    return find().stream().filter(name -> name.startsWith(prefix)).toList();
  }

  private static void add(Map<String, String> labels, Set<String> found) {
    String process = labels.getOrDefault(Labels.PROCESS, "");
    // A compose file's has no process: somebody else looks after it.
    if (!process.isEmpty() && !OwnerProcess.isRunning(Long.parseLong(process))) {
      found.add(Objects.requireNonNull(labels.get(Labels.FABRIC)));
    }
  }

  /** Removes the services, containers, networks and secrets of a fabric. */
  public void remove(String fabric) {
    String label = Labels.FABRIC + "=" + fabric;
    List<Service> services = services(Labels.FABRIC, fabric);
    services.forEach(service ->
        engine.call(
            "removing a service",
            client -> client.removeServiceCmd(String.valueOf(service.getId())).exec()));
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
                  } catch (NotFoundException | ConflictException e) {
                    // Somebody else was faster: a Swarm removes its own.
                  }
                  return true;
                }));
    Workers.forEach(networks(label), DockerEngine.CALLS_AT_ONCE, this::remove);
    if (!services.isEmpty()) {
      secrets(fabric)
          .forEach(
              id -> engine.call("removing a secret", client -> client.removeSecretCmd(id).exec()));
      awaitGone(label);
    }
  }

  /** A Swarm takes its time: what it has promised to remove is still there for a moment. */
  private void awaitGone(String label) {
    if (!ends(
        "the Swarm's use of what has the label " + label,
        () -> containers(label).isEmpty() && networks(label).isEmpty())) {
      throw new RunFailedException(
          "Docker Swarm has not removed %d containers and %d networks of %s in %d s; 'smartt clean' tries again"
              .formatted(
                  containers(label).size(), networks(label).size(), label, patience.toSeconds()));
    }
  }

  /** A Swarm's containers leave their networks some time after their service is gone. */
  private void remove(Network network) {
    engine.call(
        "removing a network",
        client -> {
          if (!ends("the use of network " + network.getName(), () -> removed(client, network))) {
            // It says why it cannot.
            client.removeNetworkCmd(network.getId()).exec();
          }
          return true;
        });
  }

  private static boolean removed(DockerClient client, Network network) {
    try {
      client.removeNetworkCmd(network.getId()).exec();
      return true;
    } catch (NotFoundException e) {
      // Somebody else was faster.
      return true;
    } catch (DockerException e) {
      return false;
    }
  }

  private boolean ends(String what, BooleanSupplier ended) {
    return StopWait.await(
        what,
        (time, unit) ->
            Polling.until(
                    what,
                    unit.toNanos(time),
                    RETRY_NS,
                    () -> Optional.of(true).filter(_ -> ended.getAsBoolean()))
                .isPresent(),
        patience);
  }

  /** None where the engine manages no Swarm. */
  private List<Service> services(String label, String value) {
    return engine.call(
        "listing services",
        client -> {
          try {
            return client.listServicesCmd().exec().stream()
                .filter(service -> labels(service).containsKey(label))
                .filter(service -> value.isEmpty() || value.equals(labels(service).get(label)))
                .toList();
          } catch (DockerException e) {
            return List.of();
          }
        });
  }

  private static Map<String, String> labels(Service service) {
    return service.getSpec() == null || service.getSpec().getLabels() == null
        ? Map.of()
        : service.getSpec().getLabels();
  }

  private List<String> secrets(String fabric) {
    return engine.call(
        "listing secrets",
        client ->
            client.listSecretsCmd().exec().stream()
                .filter(secret ->
                    secret.getSpec() != null
                        && secret.getSpec().getLabels() != null
                        && fabric.equals(secret.getSpec().getLabels().get(Labels.FABRIC)))
                .map(secret -> String.valueOf(secret.getId()))
                .toList());
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

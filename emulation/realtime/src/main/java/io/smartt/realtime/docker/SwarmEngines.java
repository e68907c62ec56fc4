package io.smartt.realtime.docker;

import module java.base;

import com.github.dockerjava.api.model.Info;
import com.github.dockerjava.api.model.SwarmInfo;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Node;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;

/** The engines of a Swarm's machines, each reached by itself. The first is a manager's. */
record SwarmEngines(List<DockerEngine> engines, List<String> addresses) implements AutoCloseable {
  /** Copies the lists. */
  SwarmEngines {
    engines = List.copyOf(engines);
    addresses = List.copyOf(addresses);
  }

  /**
   * Connects to all.
   *
   * @throws UserInputException if they are not machines of one Swarm, the first a manager
   * @throws RunFailedException naming one that does not answer
   */
  static SwarmEngines connect(List<Machine> machines) {
    List<DockerEngine> engines = new ArrayList<>();
    try {
      machines.forEach(machine -> engines.add(DockerEngine.connect(machine.address())));
      Map<String, String> members = SwarmFabric.machines(engines.getFirst());
      List<String> ids = new ArrayList<>();
      List<String> addresses = new ArrayList<>();
      for (DockerEngine engine : engines) {
        SwarmInfo swarm = swarm(engine);
        String id = String.valueOf(swarm.getNodeID());
        if (!members.containsKey(id)) {
          throw new UserInputException(
              "docker.machines: the engine at %s is not in the Swarm of %s ('docker swarm join' there)"
                  .formatted(engine.address(), engines.getFirst().address()));
        }
        int other = ids.indexOf(id);
        if (other >= 0) {
          throw new UserInputException(
              "docker.machines: %s and %s are one machine"
                  .formatted(engines.get(other).address(), engine.address()));
        }
        ids.add(id);
        addresses.add(String.valueOf(swarm.getNodeAddr()));
      }
      return new SwarmEngines(engines, addresses);
    } catch (RuntimeException e) {
      throw Closing.after(e, engines);
    }
  }

  private static SwarmInfo swarm(DockerEngine engine) {
    Info info = engine.call("asking for its Swarm", client -> client.infoCmd().exec());
    SwarmInfo swarm = info.getSwarm();
    return swarm == null ? new SwarmInfo() : swarm;
  }

  /** Returns where a machine is for the others of the Swarm. */
  String address(int machine) {
    return addresses.get(machine);
  }

  /** Returns which machine is gone, if one is, and what with it. */
  Optional<String> gone(Partition partition) {
    return IntStream.range(0, engines.size())
        .filter(machine -> !engines.get(machine).isThere())
        .mapToObj(machine -> loss(machine, partition))
        .findFirst();
  }

  private String loss(int machine, Partition partition) {
    return "machine %s is gone (no Docker engine answers at %s), and with it %s"
        .formatted(
            addresses.get(machine),
            engines.get(machine).address(),
            Stream.<Node>concat(
                    partition.switches(machine).stream(), partition.hosts(machine).stream())
                .map(Node::name)
                .collect(Collectors.joining(", ")));
  }

  /**
   * Refuses to go on without a machine.
   *
   * @throws RunFailedException naming it and what was there
   */
  void requireThere(int machine, Partition partition) {
    if (!engines.get(machine).isThere()) {
      throw new RunFailedException(loss(machine, partition));
    }
  }

  @Override
  public void close() {
    Closing.all("closing the connections to engines", engines);
  }
}

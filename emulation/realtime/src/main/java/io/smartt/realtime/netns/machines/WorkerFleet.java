package io.smartt.realtime.netns.machines;

import module java.base;

import io.grpc.ManagedChannel;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.Workers;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Node;
import io.smartt.realtime.ClockOffset;
import io.smartt.realtime.ServerAccess;
import io.smartt.realtime.SignOfLife;
import io.smartt.realtime.containers.FabricNodes;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.DescribeResponse;

/** The workers of a run. Closing it has all take their shares down. */
record WorkerFleet(
    Partition partition,
    List<RemoteWorker> workers,
    List<DescribeResponse> said,
    List<ClockOffset> clocks)
    implements FabricNodes, AutoCloseable {
  private static final long MOMENT_MS = 1_000;
  private static final double NS_PER_S = 1e9;

  /**
   * Connects to all.
   *
   * @param version of this build, which is theirs too
   * @throws RunFailedException naming the first that does not answer, or is of another build
   */
  static WorkerFleet connect(Partition partition, ServerAccess access, String version) {
    List<RemoteWorker> workers =
        partition.machines().stream().map(machine -> new RemoteWorker(machine, access)).toList();
    try {
      Map<RemoteWorker, DescribeResponse> answers = new ConcurrentHashMap<>();
      Workers.forEach(workers, workers.size(), worker -> answers.put(worker, worker.describe()));
      List<DescribeResponse> said = workers.stream().map(answers::get).toList();
      for (int i = 0; i < said.size(); i++) {
        requireUse(workers.get(i).machine(), said.get(i), version);
      }
      // One after the other, so that none waits for a core.
      return new WorkerFleet(
          partition, workers, said, workers.stream().map(RemoteWorker::clock).toList());
    } catch (RuntimeException e) {
      throw Closing.after(e, workers);
    }
  }

  private static void requireUse(Machine machine, DescribeResponse said, String version) {
    if (!said.getVersion().equals(version)) {
      throw new RunFailedException(
          "worker %s is of build %s, this of %s"
              .formatted(machine.address(), said.getVersion(), version));
    }
    if (said.getCarries()) {
      throw new RunFailedException(
          "worker " + machine.address() + " carries a share of another run");
    }
  }

  /**
   * Returns where tunnels of each end.
   *
   * @throws UserInputException naming two workers of one machine
   */
  List<InetAddress> underlays() {
    List<InetAddress> all = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      InetAddress at = ShareMessages.ipv4(said.get(i).getUnderlay());
      int other = all.indexOf(at);
      if (other >= 0) {
        throw new UserInputException(
            "workers %s and %s have one address for tunnels, %s"
                .formatted(address(other), address(i), at.getHostAddress()));
      }
      all.add(at);
    }
    return all;
  }

  /** The MTU of a worker's underlay; 0: unknown. */
  int mtuBytes(int machine) {
    return said.get(machine).getMtuBytes();
  }

  String address(int machine) {
    return workers.get(machine).machine().address();
  }

  RemoteWorker worker(int machine) {
    return workers.get(machine);
  }

  /**
   * Makes every worker set up its share, all at the same time.
   *
   * @param requests by machine
   */
  void carry(List<CarryRequest> requests) {
    Workers.forEach(
        IntStream.range(0, workers.size()).boxed().toList(),
        workers.size(),
        machine -> workers.get(machine).carry(requests.get(machine)));
  }

  /** Returns what is to be said of a worker. */
  List<String> notes() {
    return IntStream.range(0, workers.size())
        .mapToObj(i ->
            "worker %s has %d hosts, %d switches and %d cut links on %d cores; its clock is ahead by %s"
                .formatted(
                    address(i),
                    partition.hosts(i).size(),
                    partition.switches(i).size(),
                    partition.cutAt(i).size(),
                    said.get(i).getCores(),
                    clocks.get(i)))
        .toList();
  }

  /** Returns how far the clock of a node's machine is ahead, as far as that is sure. */
  long clockOffsetNs(Node node) {
    return clocks.get(partition.of(node)).sureNs();
  }

  ManagedChannel dial(Node node) {
    return workers.get(partition.of(node)).dial(node.name());
  }

  @Override
  public InetSocketAddress at(Node node, int tcpPort) {
    RemoteWorker worker = workers.get(partition.of(node));
    return InetSocketAddress.createUnresolved(worker.host(), worker.port(node.name()));
  }

  /** Returns what workers, and the tunnels between two that share links, can be asked for. */
  @Override
  public List<SignOfLife> machines(int ipBytes) {
    List<SignOfLife> signs = new ArrayList<>();
    for (int one = 0; one < workers.size(); one++) {
      signs.add(workers.get(one).sign());
      for (int other = one + 1; other < workers.size(); other++) {
        if (!partition.cutBetween(one, other).isEmpty()) {
          String peer = Shares.address(/* machine= */ other, /* other= */ one);
          signs.add(workers.get(one).sign(workers.get(other), peer, ipBytes));
        }
      }
    }
    return signs;
  }

  /** Returns why a worker is gone, if one is, and what with it. */
  Optional<String> gone() {
    for (int i = 0; i < workers.size(); i++) {
      Optional<String> ended = workers.get(i).ended(0);
      if (ended.isPresent()) {
        String nodes =
            Stream.concat(partition.switches(i).stream(), partition.hosts(i).stream())
                .map(Node::name)
                .collect(Collectors.joining(", "));
        return Optional.of(ended.get() + ", and with it " + nodes);
      }
    }
    return Optional.empty();
  }

  @Override
  public void requireMachines() {
    gone()
        .ifPresent(why -> {
          throw new RunFailedException(why);
        });
  }

  /**
   * Returns the end of a node as {@link FabricNodes} says, but a node ends with its worker only.
   *
   * @throws RunFailedException naming the worker, which does not come back
   */
  @Override
  public Optional<String> ended(Node node) {
    Optional<String> ended = workers.get(partition.of(node)).ended(MOMENT_MS);
    if (ended.isPresent()) {
      throw new RunFailedException(ended.get());
    }
    return Optional.empty();
  }

  @Override
  public boolean canRestart(Node node) {
    return false;
  }

  @Override
  public void restart(Node node) {
    throw new UnsupportedOperationException("workers start nothing again");
  }

  /** Takes down what the workers carry, and says what it took; also where one does not. */
  void release(Consumer<String> say) {
    Workers.forEach(
        workers,
        workers.size(),
        worker -> {
          try {
            worker
                .release()
                .ifPresent(ns ->
                    say.accept(
                        "worker %s took %.1f s of its cores, its start included"
                            .formatted(worker.machine().address(), ns / NS_PER_S)));
          } catch (RunFailedException e) {
            say.accept(String.valueOf(e.getMessage()));
          }
        });
  }

  @Override
  public void close() {
    Closing.all("leaving the workers", workers);
  }
}

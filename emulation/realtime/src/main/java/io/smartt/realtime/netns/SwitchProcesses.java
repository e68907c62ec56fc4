package io.smartt.realtime.netns;

import module java.base;

import io.smartt.base.concurrent.Closing;
import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.concurrent.StopWait;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.FolderTree;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.AgentProcess;
import io.smartt.realtime.SignOfLife;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackends;

/**
 * The switches of a {@link NamespaceNetwork} as a process each, inside the switches' namespace. One
 * that ends is started again. Ports of servers are the same in every network, since each has its
 * own loopback interface.
 */
public final class SwitchProcesses implements AutoCloseable {
  private static final int P4RUNTIME_PORTS = 9559;
  private static final long START_S = 60;
  private static final Duration STOP = Duration.ofSeconds(5);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);
  private static final int MOST_RESTARTS = 5;
  private static final int LAST_LINES = 5;

  private final NamespaceNetwork network;
  private final Topology topology;
  private final SwitchProgramLauncher launcher;
  private final SwitchBackends backends;
  private final Path logs;
  private final Map<Switch, Process> processes = new HashMap<>();
  private int restarts;

  private SwitchProcesses(
      NamespaceNetwork network,
      Topology topology,
      SwitchProgramLauncher launcher,
      SwitchBackends backends) {
    this.network = network;
    this.topology = topology;
    this.launcher = launcher;
    this.backends = backends;
    logs = FileErrors.get(() -> Files.createTempDirectory("smartt-switches"));
  }

  /**
   * Starts them, without a program.
   *
   * @param backends gets those of all switches
   * @throws RunFailedException naming the one that does not start, with what it said last
   */
  static SwitchProcesses start(
      NamespaceNetwork network,
      Topology topology,
      SwitchProgramLauncher launcher,
      SwitchBackends backends) {
    SwitchProcesses started = new SwitchProcesses(network, topology, launcher, backends);
    try {
      topology.switches().forEach(started::start);
      topology.switches().forEach(sw -> started.prepare(sw, false));
      return started;
    } catch (RuntimeException e) {
      throw Closing.after(e, started);
    }
  }

  private void start(Switch sw) {
    List<String> interfaces =
        topology.adjacencies(sw).stream()
            .map(adjacency ->
                adjacency.port()
                    + "@"
                    + NamespaceNetwork.interfaceName(new Port(sw, adjacency.port())))
            .toList();
    List<String> command = new ArrayList<>(List.of("ip", "netns", "exec", network.prefix() + "sw"));
    command.addAll(
        launcher.command(sw, interfaces, backends.queuesPerPort(sw), p4RuntimePort(sw.id())));
    ProcessBuilder process =
        new ProcessBuilder(OwnProgram.deafToCtrlC(command))
            .redirectErrorStream(true)
            .redirectOutput(log(sw).toFile());
    processes.put(
        sw,
        RunFailedException.saying("switch " + sw.name() + " does not start").get(process::start));
  }

  /** Returns the loopback port of the P4Runtime server of the switch with this device id. */
  static int p4RuntimePort(long deviceId) {
    return Math.toIntExact(P4RUNTIME_PORTS + deviceId);
  }

  private Path log(Switch sw) {
    return logs.resolve(sw.name() + ".log");
  }

  /** Waits until a switch answers and has what is not P4Runtime's to set. */
  private void prepare(Switch sw, boolean again) {
    long endNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_S);
    SwitchBackend backend = launcher.backend(sw, p4RuntimePort(sw.id()));
    while (true) {
      try {
        backends.add(sw, backend);
        return;
      } catch (RunFailedException e) {
        if (again && !process(sw).isAlive()) {
          startAgain(sw);
        } else if (!process(sw).isAlive() || System.nanoTime() - endNs > 0) {
          throw new RunFailedException(
              "switch %s does not come up: %s; it said: %s"
                  .formatted(sw.name(), e.getMessage(), OwnProgram.lastWords(log(sw), LAST_LINES)),
              sw.name(),
              e);
        }
      }
      Polling.pause("switches to come up", LOOK_NS);
    }
  }

  private Process process(Switch sw) {
    Process process = processes.get(sw);
    if (process == null) {
      throw new IllegalStateException("switch " + sw.name() + " was not started");
    }
    return process;
  }

  /** Returns what they can be asked for; who looks at them never waits for one that is stopped. */
  List<SignOfLife> signs(SwitchBackends asked) {
    return topology.switches().stream()
        .map(sw ->
            new SignOfLife(
                "switch " + sw.name(),
                sw.name(),
                () -> asked.of(sw).portsDown(),
                () -> AgentProcess.stopped(process(sw).pid())))
        .toList();
  }

  /** Starts switches that have ended anew, without a program, and returns them. */
  public List<Switch> restarted() {
    List<Switch> ended = topology.switches().stream().filter(sw -> !process(sw).isAlive()).toList();
    ended.forEach(this::startAgain);
    ended.forEach(sw -> prepare(sw, true));
    return ended;
  }

  private void startAgain(Switch sw) {
    if (++restarts > MOST_RESTARTS) {
      throw new RunFailedException(
          "switches ended %d times, last %s: it %s and said: %s"
              .formatted(
                  restarts,
                  sw.name(),
                  OwnProgram.ended(process(sw).exitValue()),
                  OwnProgram.lastWords(log(sw), LAST_LINES)));
    }
    start(sw);
  }

  @Override
  public void close() {
    // What a switch would tidy up goes with its namespace.
    processes.values().forEach(Process::destroyForcibly);
    processes.forEach((sw, process) -> {
      var _ = StopWait.await("switch " + sw.name(), process::waitFor, STOP);
    });
    FileErrors.run(() -> FolderTree.delete(logs));
  }

  /** A program that is a switch with P4Runtime: how it is started, and how it is reached. */
  interface SwitchProgramLauncher {
    /**
     * Returns the command that starts it inside the switches' namespace.
     *
     * @param interfaces as {@code -i} wants them: {@code 1@s1-eth1}
     * @param queuesPerPort how many queues each port has
     * @param p4RuntimePort on loopback
     */
    List<String> command(Switch sw, List<String> interfaces, int queuesPerPort, int p4RuntimePort);

    /** Returns the backend of a switch that was started, and may not answer yet. */
    SwitchBackend backend(Switch sw, int p4RuntimePort);
  }
}

package io.smartt.virtual;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.softswitch.QueueConfig;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;

/**
 * An exercise in virtual time: end hosts that answer, embedded switches with 64 packets a queue as
 * simple_switch has, links with their rate and latency. With a controller in another process,
 * virtual time goes no faster than real time, and its calls run in between.
 */
public final class VirtualExercise implements ExerciseFabric {
  private static final long REST_PS = 60_000_000_000_000L;
  private static final long PING_PS = 5_000_000_000_000L;
  private static final long PACED_PING_PS = 1_000_000_000_000L;
  private static final long QUIET_PS = 700_000_000_000L;
  private static final long TICK_PS = 1_000_000_000L;
  private static final long PS_PER_NS = 1_000;

  private final Simulation simulation;
  private final Topology topology;
  private final VirtualFabric fabric;
  private final ActionSchedule agenda;
  private final Map<String, EndHost> hosts = new LinkedHashMap<>();
  private final List<EmbeddedDevice> devices = new ArrayList<>();
  private final List<String> notes = new ArrayList<>();
  private final Optional<ControllerCalls> controllerCalls;
  private int pings;

  private VirtualExercise(Exercise exercise, long seed, boolean controlled) {
    controllerCalls = controlled ? Optional.of(new ControllerCalls()) : Optional.empty();
    topology = topology(exercise);
    VirtualNetwork network = VirtualNetwork.inOrderOfTime(topology, seed, 1);
    simulation = network.simulation();
    EventQueue eventQueue = network.queue(topology.hosts().getFirst());
    agenda = new ActionSchedule(eventQueue);
    List<HostNic> cards = new ArrayList<>();
    for (Host node : topology.hosts()) {
      Exercise.HostSpec spec = Objects.requireNonNull(exercise.hosts().get(node.name()));
      AnsweringHost host =
          new AnsweringHost(
              eventQueue,
              network.numbers().of(node),
              node.name(),
              spec.ip(),
              spec.mac(),
              spec.commands());
      cards.add(host.card());
      hosts.put(node.name(), host.host());
      host.host()
          .unknownCommands()
          .forEach(command -> notes.add(node.name() + ": '" + command + "' is run only on netns"));
    }
    ExerciseSwitches plan = new ExerciseSwitches(exercise, agenda);
    fabric =
        network.fabric(cards, plan, new SampleRecorder(), FabricCapture.off(), FabricWatch.NONE);
    SplittableRandom random = new SplittableRandom(seed);
    for (Switch sw : topology.switches()) {
      ControllerPort port = plan.controller(sw);
      EmbeddedSwitch device = fabric.device(sw.id());
      SplittableRandom own = random.split();
      devices.add(new EmbeddedDevice(plan.spec(sw).deviceId(), device, own::split, port));
      port.connect(device, devices.getLast());
    }
  }

  /**
   * Builds it; the switches have no program yet.
   *
   * @param folder where hosts of other fabrics run commands
   * @param seed of the programs' random numbers
   * @param controlled whether a controller in another process will program the switches
   */
  public static ExerciseFabric build(
      Exercise exercise, Path folder, long seed, boolean controlled) {
    return new VirtualExercise(exercise, seed, controlled);
  }

  private static Topology topology(Exercise exercise) {
    Map<String, Node> nodes = new LinkedHashMap<>();
    List<Host> hosts = new ArrayList<>();
    exercise
        .hosts()
        .forEach((name, spec) -> {
          EndHost address =
              EndHost.withKernelStack(_ -> {}, name, spec.ip(), spec.mac(), List.of());
          hosts.add(new Host(hosts.size(), name, address.ip(), address.mac(), 0));
          nodes.put(name, hosts.getLast());
        });
    List<Switch> switches = new ArrayList<>();
    for (String name : exercise.switches().keySet()) {
      switches.add(new Switch(switches.size() + 1, name, 0, 0, false));
      nodes.put(name, switches.getLast());
    }
    List<Link> links = new ArrayList<>();
    for (Exercise.LinkSpec link : exercise.links()) {
      links.add(
          new Link(
              links.size(),
              port(nodes, link.a()),
              port(nodes, link.b()),
              link.rateBps(),
              link.delayPs()));
    }
    return Topology.of(String.valueOf(exercise.file().getFileName()), hosts, switches, links);
  }

  private static Port port(Map<String, Node> nodes, Exercise.End end) {
    return new Port(Objects.requireNonNull(nodes.get(end.node())), end.port());
  }

  @Override
  public List<EmbeddedDevice> devices() {
    return devices;
  }

  @Override
  public Optional<Executor> controllerCalls() {
    return controllerCalls.map(calls -> calls);
  }

  @Override
  public Map<String, EndHost> hosts() {
    return Collections.unmodifiableMap(hosts);
  }

  @Override
  public List<String> notes() {
    return notes;
  }

  @Override
  public long nowPs() {
    return agenda.nowPs();
  }

  @Override
  public void at(long timePs, Runnable what) {
    agenda.at(timePs, what);
  }

  @Override
  public boolean answers(EndHost from, EndHost to) {
    int id = ++pings & 0xffff;
    from.ping(to.ip(), id, 1);
    if (controllerCalls.isPresent()) {
      long endPs = agenda.nowPs() + PACED_PING_PS;
      while (from.answeredPs(id).isEmpty() && agenda.nowPs() < endPs) {
        pass(TICK_PS);
      }
    } else {
      runToRest(agenda.nowPs() + PING_PS);
    }
    return from.answeredPs(id).isPresent();
  }

  @Override
  public void rest() {
    long endPs = agenda.nowPs() + REST_PS;
    if (controllerCalls.isEmpty()) {
      runToRest(endPs);
      return;
    }
    int seen;
    do {
      seen = received();
      pass(QUIET_PS);
    } while (agenda.nowPs() < endPs && (simulation.isBusy() || received() > seen));
  }

  /** Lets everything happen until nothing is left, or until a time. */
  private void runToRest(long limitPs) {
    while (simulation.step(limitPs)) {
      // Until nothing is left.
    }
  }

  private int received() {
    return hosts.values().stream().mapToInt(host -> host.received().size()).sum();
  }

  @Override
  public void pass(long timePs) {
    if (controllerCalls.isEmpty()) {
      simulation.runUntil(agenda.nowPs() + timePs);
      return;
    }
    ControllerCalls calls = controllerCalls.get();
    long startNs = System.nanoTime();
    long startPs = agenda.nowPs();
    long passedPs;
    do {
      passedPs = Math.min(timePs, (System.nanoTime() - startNs) * PS_PER_NS);
      simulation.runUntil(startPs + passedPs);
      devices.forEach(device -> device.housekeeping(agenda.nowPs()));
      calls.runNext(TICK_PS / PS_PER_NS);
    } while (passedPs < timePs);
  }

  @Override
  public void setCapacity(String sw, List<Integer> ports, List<Integer> queues, int packets) {
    List<Integer> numbers = ports(sw, ports).stream().map(Adjacency::port).toList();
    fabric
        .device(device(sw).id())
        .trafficManager()
        .configure(numbers, queues, QueueConfig.packets(packets));
  }

  @Override
  public void setPacketRate(String sw, List<Integer> ports, long pps) {
    ports(sw, ports).forEach(port -> fabric.setPacketRate(port, pps));
  }

  private Switch device(String name) {
    return topology.switches().stream()
        .filter(sw -> sw.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private List<Adjacency> ports(String sw, List<Integer> numbers) {
    List<Adjacency> all = topology.adjacencies(device(sw));
    for (int number : numbers) {
      if (all.stream().noneMatch(port -> port.port() == number)) {
        throw new NoSuchElementException("no port " + number);
      }
    }
    return all.stream().filter(port -> numbers.isEmpty() || numbers.contains(port.port())).toList();
  }

  @Override
  public void close() {
    // There is nothing outside this object.
  }

  /** Calls of controllers in other processes, kept for the thread that virtual time runs on. */
  static final class ControllerCalls implements Executor {
    private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();

    @Override
    public void execute(Runnable call) {
      calls.add(call);
    }

    /** Runs the next call; waits a while for one if there is none. */
    void runNext(long waitNs) {
      try {
        Optional.ofNullable(calls.poll(waitNs, TimeUnit.NANOSECONDS)).ifPresent(Runnable::run);
      } catch (InterruptedException e) {
        throw RunFailedException.interrupted("a controller was waited for", e);
      }
    }
  }

  /** The switches of an exercise, each with its queues and its port to the controllers. */
  static final class ExerciseSwitches implements SwitchSetup {
    private static final int QUEUE_PACKETS = 64;

    private final Exercise exercise;
    private final Map<String, ControllerPort> controllers = new LinkedHashMap<>();

    ExerciseSwitches(Exercise exercise, ActionSchedule agenda) {
      this.exercise = exercise;
      exercise
          .switches()
          .forEach(
              (name, spec) -> controllers.put(name, new ControllerPort(agenda, spec.cpuPort())));
    }

    Exercise.SwitchSpec spec(Switch sw) {
      return Objects.requireNonNull(exercise.switches().get(sw.name()));
    }

    @Override
    public List<QueueConfig> queues(Switch sw, List<Adjacency> ports) {
      return Collections.nCopies(
          Math.max(1, spec(sw).priorityQueues()), QueueConfig.packets(QUEUE_PACKETS));
    }

    @Override
    public OptionalInt cpuPort(Switch sw) {
      return spec(sw).cpuPort();
    }

    @Override
    public ControllerPort controller(Switch sw) {
      return Objects.requireNonNull(controllers.get(sw.name()));
    }
  }
}

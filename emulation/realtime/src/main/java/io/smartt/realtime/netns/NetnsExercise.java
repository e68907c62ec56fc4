package io.smartt.realtime.netns;

import module java.base;

import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.realtime.netns.VethLayout.VethEnd;
import io.smartt.softswitch.DropPort;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.StandaloneSwitch;

/**
 * An exercise with real frames: a network namespace a host, veth pairs for links, embedded switches
 * on their ends. The kernel of each host answers ARP and pings; scripts send and read on the same
 * interfaces.
 */
public final class NetnsExercise implements ExerciseFabric {
  private static final int MTU_BYTES = 1500;
  private static final String HOST_INTERFACE = "eth0";

  private final Exercise exercise;
  private final Path folder;
  private final MultiThreadIoEventLoopGroup loops =
      new MultiThreadIoEventLoopGroup(
          1,
          new DefaultThreadFactory("smartt-exercise", true),
          PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
  private final EventLoop loop = loops.next();
  private final RealTimeScript script = new RealTimeScript();
  private final NamespaceNetwork network;
  private final Map<String, StandaloneSwitch> switches = new LinkedHashMap<>();
  private final Map<String, EndHost> hosts = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();

  private NetnsExercise(Exercise exercise, Path folder) {
    this.exercise = exercise;
    this.folder = folder;
    network = NamespaceNetwork.build(cabling(exercise));
  }

  /**
   * Builds it and runs the hosts' commands; the switches have no program yet. Programs take their
   * random numbers as they come: real time gives no two runs alike.
   *
   * @param folder where commands run
   * @throws UserInputException without the rights to namespaces
   * @throws RunFailedException if the system does not let us; nothing is left then
   */
  public static ExerciseFabric build(
      Exercise exercise, Path folder, long seed, boolean controlled) {
    Netns.requireRights();
    NetnsExercise built = new NetnsExercise(exercise, folder);
    try {
      exercise.switches().forEach(built::startSwitch);
      exercise.hosts().forEach(built::startHost);
      return built;
    } catch (RuntimeException e) {
      throw Closing.after(e instanceof PacketIoException ? new RunFailedException(e) : e, built);
    }
  }

  private static VethLayout cabling(Exercise exercise) {
    List<VethLayout.HostSpec> machines = new ArrayList<>();
    exercise
        .hosts()
        .forEach((name, spec) ->
            machines.add(
                new VethLayout.HostSpec(
                    name, List.of("addr add " + spec.ip() + " dev " + HOST_INTERFACE))));
    return new VethLayout(
        MTU_BYTES,
        machines,
        exercise.links().stream()
            .map(link -> new VethLayout.VethPair(end(exercise, link.a()), end(exercise, link.b())))
            .toList(),
        List.of());
  }

  private static VethEnd end(Exercise exercise, Exercise.End end) {
    Exercise.HostSpec host = exercise.hosts().get(end.node());
    return host == null
        ? new VethEnd(Optional.empty(), portName(exercise, end), Optional.empty())
        : new VethEnd(Optional.of(end.node()), HOST_INTERFACE, Optional.of(host.mac()));
  }

  /** Returns a port's name as Mininet has it, by its switch's number: Linux takes no long names. */
  private static String portName(Exercise exercise, Exercise.End end) {
    int device = Optional.ofNullable(exercise.switches().get(end.node())).orElseThrow().deviceId();
    return "s" + (device + 1) + "-eth" + end.port();
  }

  private void startSwitch(String name, Exercise.SwitchSpec spec) {
    Map<Integer, String> interfaces = new HashMap<>();
    for (int port : exercise.ports(name).keySet()) {
      interfaces.put(port, portName(exercise, new Exercise.End(name, port)));
    }
    StandaloneSwitch device =
        InProcessSwitches.open(
            network,
            interfaces,
            new StandaloneSettings(
                name,
                spec.deviceId(),
                spec.cpuPort(),
                DropPort.DEFAULT,
                Math.max(1, spec.priorityQueues()),
                StandaloneSettings.DEFAULT_QUEUE_PACKETS,
                Map.of(),
                OptionalLong.empty()),
            loop,
            new KernelClock(),
            _ -> List.of());
    switches.put(name, device);
    exercise
        .ports(name)
        .forEach((port, link) -> {
          device.setRate(Set.of(port), link.rateBps());
          boolean toHost = exercise.hosts().containsKey(link.peer(name).node());
          device.setWire(
              port, new Wire(link.delayPs(), toHost ? link.delayPs() : 0, toHost, 0, true));
        });
    device.start();
  }

  private void startHost(String name, Exercise.HostSpec spec) {
    PacketChannel channel =
        network
            .namespace(name)
            .call(() -> PacketChannel.open(HOST_INTERFACE, PacketOptions.SWITCH_PORT));
    EndHost host =
        EndHost.withKernelStack(
            frame -> {
              var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(frame));
            },
            name,
            spec.ip(),
            spec.mac(),
            spec.commands());
    hosts.put(name, host);
    channel.pipeline().addLast(new Arrivals(host));
    loop.register(channel).syncUninterruptibly();
    spec.commands().forEach(command -> run(name, command));
  }

  /** Copies what a host's card receives to the script's thread. */
  private final class Arrivals extends ChannelInboundHandlerAdapter {
    private final EndHost host;

    Arrivals(EndHost host) {
      this.host = host;
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReceivedFrame frame = (ReceivedFrame) message;
      try {
        byte[] bytes = new byte[frame.content().readableBytes()];
        frame.content().getBytes(frame.content().readerIndex(), bytes);
        script.arrived(() -> host.receive(script.nowPs(), bytes));
      } finally {
        frame.release();
      }
    }
  }

  /** Runs a command, and notes what it says and that it failed; an exercise may work without it. */
  private void run(String host, String command) {
    try {
      // A file, not a pipe: a command may leave a program behind that keeps it open.
      Path said = Files.createTempFile("smartt-command", ".txt");
      try {
        int status =
            network
                .program(host, command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start()
                .waitFor();
        if (status != 0) {
          notes.add(
              "%s: '%s' ended with status %d: %s"
                  .formatted(
                      host, command, status, Files.readString(said).strip().replace('\n', ' ')));
        }
      } finally {
        Files.delete(said);
      }
    } catch (IOException e) {
      throw new RunFailedException("'" + command + "' did not start: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("'" + command + "' ran", e);
    }
  }

  @Override
  public List<EmbeddedDevice> devices() {
    return switches.values().stream().map(StandaloneSwitch::device).toList();
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
    return script.nowPs();
  }

  @Override
  public void at(long timePs, Runnable what) {
    script.at(timePs, what);
  }

  @Override
  public boolean answers(EndHost from, EndHost to) {
    return network.ping(from.name(), to.ip()).isPresent();
  }

  @Override
  public void rest() {
    script.rest();
  }

  @Override
  public void pass(long timePs) {
    script.pass(timePs);
  }

  @Override
  public void setCapacity(String sw, List<Integer> ports, List<Integer> queues, int packets) {
    device(sw).setCapacity(ports, queues, QueueConfig.packets(packets));
  }

  @Override
  public void setPacketRate(String sw, List<Integer> ports, long pps) {
    device(sw).setPacketRate(ports, pps);
  }

  private StandaloneSwitch device(String name) {
    return Objects.requireNonNull(switches.get(name), name);
  }

  @Override
  public void close() {
    List<AutoCloseable> all = new ArrayList<>(switches.values());
    all.add(() -> loops.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly());
    all.add(network);
    Closing.all("taking the exercise down", all);
  }
}

package io.smartt.testbed.standin.lab;

import module java.base;

import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.realtime.netns.NamespaceNetwork;
import io.smartt.softswitch.backend.Wire;
import io.smartt.testbed.P4SwitchDrivers;
import io.smartt.testbed.TestbedFacts;
import io.smartt.testbed.TestbedSwitch;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.standin.box.SonicSwitch;
import io.smartt.testbed.standin.box.StandInRequest;
import io.smartt.testbed.standin.box.StandInRequest.FrontPort;
import io.smartt.testbed.standin.box.StandInSwitch;
import io.smartt.testbed.standin.box.StratumSwitch;
import io.smartt.testbed.standin.lab.StandInLab.LabRequest;
import io.smartt.testbed.standin.sonic.Access;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.Fault;
import io.smartt.testbed.standin.stratum.ChassisConfig;
import io.smartt.testbed.standin.stratum.StandInProgram;
import io.smartt.testbed.standin.stratum.StratumServer.StratumFault;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;

/** Stand-ins for the switches of a profile, each with the cables that the profile says. */
final class LabSwitches implements AutoCloseable {
  /** The folder of the program that Tofinos are given. */
  private static final String PROGRAM = "smartt_tna";

  private final Map<String, StandInSwitch> boxes = new LinkedHashMap<>();

  private LabSwitches() {}

  /**
   * Starts all.
   *
   * @param loop of all front ports
   * @param said takes a line for what becomes of each Set
   */
  static LabSwitches start(
      LabRequest request,
      Topology topology,
      NamespaceNetwork network,
      LabFolder folder,
      EventLoop loop,
      Consumer<String> said) {
    LabSwitches started = new LabSwitches();
    TestbedFacts facts = new TestbedFacts(request.spec().settings());
    List<TestbedSwitch> wanted = facts.boxes();
    P4SwitchDrivers drivers = new P4SwitchDrivers(request.spec(), facts, Duration.ofSeconds(1));
    require(request, wanted);
    try {
      int number = 1;
      for (TestbedSwitch box : wanted) {
        started.boxes.put(
            box.name(),
            box.target() == TargetKind.STRATUM
                ? StratumSwitch.start(
                    tofino(request, topology, folder, box, drivers.chassis(box)),
                    said,
                    Optional.of(network.switches()),
                    loop)
                : SonicSwitch.start(
                    request(request, topology, folder, box, number),
                    said,
                    Optional.of(network.switches()),
                    loop));
        number++;
      }
      return started;
    } catch (RuntimeException e) {
      throw Closing.after(e, started);
    }
  }

  private static void require(LabRequest request, List<TestbedSwitch> boxes) {
    for (TestbedSwitch box : boxes) {
      if (box.target() != TargetKind.SONIC && box.target() != TargetKind.STRATUM) {
        throw new UserInputException(
            "switches.%s.target is %s: a laboratory has stand-ins for sonic and stratum only"
                .formatted(box.name(), box.target()));
      }
    }
    List<String> names = boxes.stream().map(TestbedSwitch::name).toList();
    for (String name : request.faults().keySet()) {
      if (!names.contains(name)) {
        throw new UserInputException(
            "--fault %s:...: the profile has no such switch, but %s".formatted(name, names));
      }
    }
  }

  private static StandInRequest request(
      LabRequest request, Topology topology, LabFolder folder, TestbedSwitch box, int number) {
    String factory = FactorySwitch.forHarness(box.name(), "02:11:22:33:44:%02x".formatted(number));
    folder.remove(box.name() + ".config_db.json");
    return new StandInRequest(
        box.name(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        folder.credentials(box.name()),
        new Access(Optional.empty(), Optional.empty(), true),
        folder.file(box.name() + ".config_db.json"),
        factory,
        request.speed(),
        request.faults().getOrDefault(box.name(), List.of()).stream().map(Fault::parse).toList(),
        ports(topology, box, Function.identity()));
  }

  /** A switch that Stratum started with the chassis configuration that plan writes. */
  private static StratumSwitch.StratumRequest tofino(
      LabRequest request, Topology topology, LabFolder folder, TestbedSwitch box, String chassis) {
    folder.remove(box.name() + ".pipeline.pb");
    folder.write(box.name() + ".chassis.pb.txt", chassis.stripTrailing());
    StandInProgram.write(folder.file(PROGRAM));
    return new StratumSwitch.StratumRequest(
        box.name(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        folder.openCredentials(box.name()),
        ChassisConfig.verified(chassis),
        folder.file(box.name() + ".pipeline.pb"),
        request.faults().getOrDefault(box.name(), List.of()).stream()
            .map(StratumFault::parse)
            .toList(),
        request.speed(),
        ports(topology, box, text -> Integer.toString(TofinoPort.parse(text).id())));
  }

  private static List<FrontPort> ports(
      Topology topology, TestbedSwitch box, Function<String, String> name) {
    List<FrontPort> ports = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      if (topology.vrf(sw).map(Topology.Vrf::box).orElse(sw.name()).equals(box.name())) {
        for (Adjacency way : topology.adjacencies(sw)) {
          ports.add(
              new FrontPort(
                  name.apply(box.port(sw.name(), way.peer().node().name())),
                  NamespaceNetwork.interfaceName(new Port(sw, way.port())),
                  Wire.of(topology, sw, way, 0)));
        }
      }
    }
    return ports;
  }

  /** TCP ports of their servers by name. */
  Map<String, Integer> ports() {
    Map<String, Integer> ports = new LinkedHashMap<>();
    boxes.forEach((name, box) -> ports.put(name, box.port()));
    return ports;
  }

  /** The program of a switch as the profile names it; empty: it has none. */
  Optional<String> program(String name) {
    return boxes.get(name) instanceof StratumSwitch ? Optional.of(PROGRAM) : Optional.empty();
  }

  /** Configurations of SONiC switches by name. */
  Map<String, String> configurations() {
    Map<String, String> texts = new LinkedHashMap<>();
    boxes.forEach((name, box) -> {
      if (box instanceof SonicSwitch sonic) {
        texts.put(name, sonic.config().text());
      }
    });
    return texts;
  }

  @Override
  public void close() {
    Closing.all("ending the switches", boxes.values());
  }
}

package io.smartt.emulation.standin.lab;

import io.netty.channel.EventLoop;
import io.smartt.emulation.fabric.netns.NamespaceNetwork;
import io.smartt.emulation.fabric.testbed.TargetKind;
import io.smartt.emulation.fabric.testbed.TestbedFacts;
import io.smartt.emulation.fabric.testbed.TestbedSwitch;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.softswitch.backend.Wire;
import io.smartt.emulation.standin.box.BoxRequest;
import io.smartt.emulation.standin.box.FrontPort;
import io.smartt.emulation.standin.box.SonicBox;
import io.smartt.emulation.standin.sonic.Access;
import io.smartt.emulation.standin.sonic.FactorySwitch;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Port;
import io.smartt.emulation.topology.Switch;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.topology.Vrf;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Stand-ins for the switches of a profile, each with the cables that the profile says. */
final class LabBoxes implements AutoCloseable {
  private final Map<String, SonicBox> boxes = new LinkedHashMap<>();

  private LabBoxes() {}

  /**
   * Starts all.
   *
   * @param loop of all front ports
   * @param said takes a line for what becomes of each Set
   */
  static LabBoxes start(
      LabRequest request,
      Topology topology,
      NamespaceNetwork network,
      LabFolder folder,
      EventLoop loop,
      Consumer<String> said) {
    LabBoxes started = new LabBoxes();
    List<TestbedSwitch> wanted = new TestbedFacts(request.spec().settings()).boxes();
    require(request, wanted);
    try {
      int number = 1;
      for (TestbedSwitch box : wanted) {
        started.boxes.put(
            box.name(),
            SonicBox.start(
                request(request, topology, folder, box, number),
                said,
                Optional.of(network.switches()),
                loop));
        number++;
      }
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private static void require(LabRequest request, List<TestbedSwitch> boxes) {
    for (TestbedSwitch box : boxes) {
      if (box.target() != TargetKind.SONIC) {
        throw new UserInputException(
            "switches.%s.target is %s: a laboratory has stand-ins for sonic only"
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

  private static BoxRequest request(
      LabRequest request, Topology topology, LabFolder folder, TestbedSwitch box, int number) {
    String factory = FactorySwitch.forHarness(box.name(), "02:11:22:33:44:%02x".formatted(number));
    folder.remove(box.name() + ".config_db.json");
    return new BoxRequest(
        box.name(),
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
        folder.credentials(box.name()),
        new Access(Optional.empty(), Optional.empty(), true),
        folder.file(box.name() + ".config_db.json"),
        factory,
        request.speed(),
        request.faults().getOrDefault(box.name(), List.of()),
        ports(topology, box));
  }

  private static List<FrontPort> ports(Topology topology, TestbedSwitch box) {
    List<FrontPort> ports = new ArrayList<>();
    for (Switch sw : topology.switches()) {
      if (topology.vrf(sw).map(Vrf::box).orElse(sw.name()).equals(box.name())) {
        for (Adjacency way : topology.adjacencies(sw)) {
          ports.add(
              new FrontPort(
                  box.port(sw.name(), way.peer().node().name()),
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

  /** Their configurations by name. */
  Map<String, String> configurations() {
    Map<String, String> texts = new LinkedHashMap<>();
    boxes.forEach((name, box) -> texts.put(name, box.config().text()));
    return texts;
  }

  @Override
  public void close() {
    boxes.values().forEach(SonicBox::close);
  }
}

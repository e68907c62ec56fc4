package io.smartt.testbed;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.Attachment;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsSection;
import io.smartt.host.settings.Setting;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4InfoReader.InvalidP4InfoException;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.Wire;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.stratum.ChassisPlan;
import io.smartt.testbed.stratum.ChassisPlan.PortLine;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort.StratumException;
import io.smartt.testbed.stratum.ChassisPlan.TofinoQueue;
import io.smartt.testbed.stratum.PipelineFiles;
import io.smartt.testbed.stratum.TnaEntries;

/**
 * The plans that an experiment has for switches that are programmed over P4Runtime: BMv2, and
 * Tofino with Stratum. Each box is one switch of the topology; its ports are those of the profile,
 * or the topology's numbers where the profile gives none.
 */
public final class P4Plans {
  private final ExperimentSpec spec;
  private final Topology topology;
  private final Map<String, TestbedSwitch> boxes = new HashMap<>();
  private final TestbedFacts facts;
  private final SwitchPorts ports;

  /** Creates the plans of an experiment. */
  public P4Plans(ExperimentSpec spec, TestbedFacts facts) {
    this.spec = spec;
    this.facts = facts;
    topology = spec.buildTopology();
    facts.boxes().forEach(box -> boxes.put(box.name(), box));
    ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
  }

  /** Returns what it runs. */
  public PipelineConfig program(TestbedSwitch box) {
    if (box.runsBmv2Json()) {
      return SwitchProgram.load(spec.program());
    }
    Path conf = Path.of(required(box, "pipeline", box.pipeline().orElse("")));
    Path info = Path.of(required(box, "p4info", box.p4info().orElse("")));
    ByteString config;
    try {
      config = new PipelineFiles(conf).read().toByteString();
    } catch (StratumException | UserInputException e) {
      throw new UserInputException(key(box, "pipeline") + ": " + e.getMessage(), e);
    }
    try {
      return new PipelineConfig(P4InfoReader.index(InputFile.bytes(info), info.toString()), config);
    } catch (InvalidP4InfoException | UserInputException e) {
      throw new UserInputException(key(box, "p4info") + ": " + e.getMessage(), e);
    }
  }

  private static String required(TestbedSwitch box, String key, String text) {
    if (text.isEmpty()) {
      throw new UserInputException(key(box, key) + " is missing");
    }
    return text;
  }

  private static String key(TestbedSwitch box, String key) {
    return "switches." + box.name() + "." + key;
  }

  /** Returns what its tables should hold. */
  public DesiredState desired(TestbedSwitch box, P4InfoIndex info) {
    DesiredState routes =
        new ForwardingPlanner(model(), info, spec.seed()).plan(part(box).id() - 1);
    return box.target() == TargetKind.STRATUM ? tna(box, info).with(routes) : routes;
  }

  /**
   * The entries of a Tofino's program that are not routes.
   *
   * @throws UserInputException if ports to hosts are to trim in a way of their own
   */
  public TnaEntries tna(TestbedSwitch box, P4InfoIndex info) {
    if (spec.settings().get(SettingKeys.LAST_HOP_TRIMS)) {
      throw new UserInputException(
          SettingKeys.LAST_HOP_TRIMS.name()
              + " is true, but Tofino's program gives trimmed packets of all ports one DSCP: say"
              + " false");
    }
    return new TnaEntries(info, chassis(box), DscpPlan.DEFAULT, spec.trimBytes());
  }

  /** The switch ports of a box, by the number that the switch has for each. */
  SortedMap<Integer, Adjacency> ports(TestbedSwitch box) {
    Switch sw = part(box);
    SortedMap<Integer, Adjacency> byNumber = new TreeMap<>();
    for (Adjacency way : topology.adjacencies(sw)) {
      byNumber.put(number(sw, way.port(), way.peer()), way);
    }
    return byNumber;
  }

  /** The settings of these ports; their own number is that of the switch. */
  SortedMap<Integer, PortSetup> setups(TestbedSwitch box) {
    SortedMap<Integer, PortSetup> setups = new TreeMap<>();
    ports(box)
        .forEach((number, port) ->
            setups.put(
                number,
                new PortSetup(
                    port.link().rateBps(),
                    Wire.of(topology, part(box), port, 0),
                    ports.queues(port))));
    return setups;
  }

  /** The chassis configuration of a Tofino. */
  public ChassisPlan chassis(TestbedSwitch box) {
    Switch sw = part(box);
    TofinoSettings tofino = TofinoSettings.SECTION.read(spec.settings());
    List<TofinoQueue> queues = new ArrayList<>();
    for (Adjacency way : topology.adjacencies(sw)) {
      PortPlan plan = ports.plan(way);
      queues.add(
          new TofinoQueue(
              TofinoPort.parse(box.port(sw.name(), way.peer().node().name())),
              // Lanes keep their speed; a dilated experiment shapes its ports.
              Math.round(way.link().rateBps() * spec.dilation()),
              way.link().rateBps(),
              plan.dataBytes(),
              plan.red().kminBytes(),
              plan.red().kmaxBytes(),
              plan.red().pmax()));
    }
    try {
      return new ChassisPlan(
          box.name(),
          queues,
          tofino.cellBytes(),
          tofino.poolCells(),
          spec.trimming() == Trimming.OFF ? List.of() : deflectPorts(tofino.deflectPorts()),
          new PortLine(tofino.fec(), tofino.autoneg()));
    } catch (StratumException e) {
      throw new UserInputException(e);
    }
  }

  private static List<Integer> deflectPorts(String text) {
    List<Integer> ports = new ArrayList<>();
    for (String port : text.split("\\s*,\\s*", -1)) {
      if (!port.matches("\\d{1,3}")) {
        throw new UserInputException(
            "tofino.deflect-ports: '" + text + "': write SDK ports with commas between, 68,196");
      }
      ports.add(Integer.parseInt(port));
    }
    return ports;
  }

  private Switch part(TestbedSwitch box) {
    return topology
        .node(box.name())
        .filter(Switch.class::isInstance)
        .map(Switch.class::cast)
        .orElseThrow(() ->
            new UserInputException(
                "switches.%s: topology %s has no switch of that name"
                    .formatted(box.name(), topology.name())));
  }

  private FabricModel model() {
    Map<Attachment.SwitchPort, List<AqmSettings>> queues = new HashMap<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency way : topology.adjacencies(sw)) {
        if (box(sw).runsBmv2Json()) {
          queues.put(
              new Attachment.SwitchPort(sw.id() - 1, number(sw, way.port(), way.peer())),
              ports.settings(way));
        }
      }
    }
    return new FabricModel(
        // Every Stratum may have device id 1; a model's are all different.
        topology.switches().stream()
            .map(sw ->
                new FabricModel.FabricSwitch(
                    box(sw).deviceId() << 16 | sw.id(),
                    sw.name(),
                    sw.id(),
                    box(sw).runsBmv2Json()
                        ? ports
                            .entries(topology)
                            .of(sw.name(), () -> ports(box(sw)).keySet().stream())
                        : List.of()))
            .toList(),
        topology.hosts().stream()
            .map(host -> new FabricModel.FabricHost(host.name(), host.ipv4(), facts.mac(host)))
            .toList(),
        topology.links().stream()
            .filter(topology::isUp)
            .map(link ->
                new FabricModel.FabricLink(
                    end(link.a(), link.b()),
                    end(link.b(), link.a()),
                    link.rateBps(),
                    link.backBps()))
            .toList(),
        queues,
        ports.dscp());
  }

  private Attachment end(Port port, Port peer) {
    return switch (port.node()) {
      case Host host -> new Attachment.HostPort(host.index());
      case Switch sw -> new Attachment.SwitchPort(sw.id() - 1, number(sw, port.number(), peer));
    };
  }

  private int number(Switch sw, int port, Port peer) {
    TestbedSwitch box = box(sw);
    if (box.target() == TargetKind.STRATUM) {
      return TofinoPort.parse(box.port(sw.name(), peer.node().name())).id();
    }
    if (box.ports().isEmpty()) {
      return port;
    }
    String text = box.port(sw.name(), peer.node().name());
    if (!text.matches("\\d{1,3}")) {
      throw new UserInputException(
          "switches." + box.name() + ".ports: '" + text + "' is not a port number");
    }
    return Integer.parseInt(text);
  }

  private TestbedSwitch box(Switch sw) {
    TestbedSwitch box = boxes.get(sw.name());
    if (box == null) {
      throw new UserInputException("switches." + sw.name() + " is missing: the network needs it");
    }
    return box;
  }

  /**
   * The settings that Tofino switches are configured with.
   *
   * @param deflectPorts SDK ports with commas between
   */
  public record TofinoSettings(
      @Setting(
              defaultValue = "tofino",
              meaning = "The ASIC: tofino. Stratum is built without tofino2, which is refused.")
          Chip chip,
      @Setting(defaultValue = "80", meaning = "Bytes of a buffer cell: 80 on Tofino 1.")
          int cellBytes,
      @Setting(defaultValue = "20000", meaning = "Cells of the egress pool of data and control.")
          int poolCells,
      @Setting(
              defaultValue = "68,196",
              meaning = "SDK port of each pipe to which packets go that do not fit, for trimming.")
          String deflectPorts,
      @Setting(
              defaultValue = "true",
              meaning =
                  "Forward error correction of every port: Reed-Solomon at 25, 50 and 100 Gbps,"
                      + " Firecode at 10 and 40.")
          boolean fec,
      @Setting(
              defaultValue = "on",
              meaning =
                  "Autonegotiation of every port: on (copper cables without a board support"
                      + " package), off, platform.")
          PortLine.Autoneg autoneg) {

    /** The keys {@code tofino.*}. */
    static final SettingsSection<TofinoSettings> SECTION =
        new SettingsSection<>("tofino", TofinoSettings.class);

    /** Generations of the ASIC. */
    public enum Chip {
      TOFINO,
      TOFINO2
    }

    private static final int LEAST_CELL = 16;
    private static final int MOST_CELL = 4096;
    private static final int MOST_CELLS = 1_000_000;

    /** Checks the numbers, and that Stratum can drive the ASIC (its build-bf-sde.sh:165). */
    public TofinoSettings {
      if (chip == Chip.TOFINO2) {
        throw new IllegalArgumentException(
            "tofino2: Stratum is built with an SDE for Tofino 1 alone; docs/operate/tofino.md"
                + " has what differs");
      }
      SettingRange.require("cell-bytes", cellBytes, LEAST_CELL, MOST_CELL);
      SettingRange.require("pool-cells", poolCells, 1, MOST_CELLS);
    }
  }
}

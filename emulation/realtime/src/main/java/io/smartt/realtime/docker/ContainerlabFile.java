package io.smartt.realtime.docker;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.othertools.ClabFile;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.realtime.containers.AddressBlock;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.RunSecrets;

/**
 * A fabric of containers as a containerlab file: a node of kind {@code linux} a host and a switch,
 * and one without links that runs the experiment. Containerlab plugs links in while containers run,
 * so that each waits for its interfaces. Labels keep what containerlab has no word for, so that the
 * file is a topology again.
 */
public final class ContainerlabFile {
  private static final String NO_RESTART = "no";

  private final Topology topology;
  private final NodePrograms.FabricImages images;
  private final RunSecrets secrets;
  private final NodePrograms programs;

  /**
   * @param topology with rates and latencies as they are to be imported again
   * @param seed of the switches' random numbers
   * @param secrets of this file
   * @throws UserInputException if switches are BMv2's, or a node has the controller's name
   */
  public ContainerlabFile(
      Topology topology, NodePrograms.FabricImages images, long seed, RunSecrets secrets) {
    this.topology = topology;
    this.images = images;
    this.secrets = secrets;
    if (images.bmv2().isPresent()) {
      throw new UserInputException(
          "switch is bmv2: a containerlab file has switches of this program's image only");
    }
    ComposeFile.requireNameOfController(topology);
    programs =
        new NodePrograms(
            topology,
            images,
            seed,
            ContainerlabFile::interfaceName,
            port -> new AddressBlock(port.number()));
  }

  /**
   * The file.
   *
   * @param experiment what the controller runs, an {@code experiment.yaml}
   * @throws UserInputException if a link has two rates
   */
  public String text(String experiment) {
    Map<String, Object> nodes = new LinkedHashMap<>();
    for (Node node : NodePrograms.nodes(topology)) {
      nodes.put(node.name(), node(node));
    }
    nodes.put(ComposeFile.CONTROLLER, controller(experiment));
    Map<String, Object> defaults = new LinkedHashMap<>();
    defaults.put("kind", "linux");
    defaults.put("image", images.own());
    // Another start would be in a network namespace without links.
    defaults.put("restart-policy", NO_RESTART);
    Map<String, Object> top = new LinkedHashMap<>();
    String name = name();
    top.put("name", name);
    top.put(
        "mgmt", Map.of("network", "smartt-" + name, "ipv4-subnet", "auto", "ipv6-subnet", "auto"));
    Map<String, Object> lab = new LinkedHashMap<>();
    lab.put("defaults", defaults);
    lab.put("nodes", nodes);
    lab.put("links", topology.links().stream().map(ContainerlabFile::link).toList());
    top.put("topology", lab);
    return "# "
        + topology.name()
        + " as a containerlab file, by smartt compose --format containerlab. Run it with:\n"
        + "#   mkdir -p runs; containerlab deploy -t FILE; docker wait clab-"
        + name
        + "-controller\n"
        + "# The run folder appears in ./runs. Keys and token are of this file alone: keep it"
        + " secret.\n"
        + "# The certificates end at "
        + secrets.validUntil()
        + "; then nothing starts, and the command writes the file anew.\n"
        + YamlEntries.textOf(top);
  }

  private String name() {
    return topology.name().replaceFirst("\\.links$", "").replaceAll("[^A-Za-z0-9]+", "-");
  }

  private Map<String, Object> node(Node node) {
    NodePrograms.NodeProgram program = programs.of(node);
    Map<String, Object> labels = new LinkedHashMap<>();
    switch (node) {
      case Host _ -> labels.put(ClabFile.NODE_LABEL, ClabFile.HOST_NODE);
      case Switch sw -> {
        labels.put(ClabFile.NODE_LABEL, ClabFile.SWITCH_NODE);
        labels.put(ClabFile.LATENCY_LABEL, Quantities.formatPicoseconds(sw.latencyPs()));
      }
    }
    List<String> waits = new ArrayList<>();
    for (Port port : NodePrograms.ports(node, topology)) {
      waits.addAll(List.of("--await", interfaceName(port)));
    }
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("cmd", command(waits, program.arguments()));
    entry.put("aliases", List.of(node.name()));
    entry.put("labels", labels);
    entry.put("env", ComposeFile.environment(secrets.nodeFiles(), secrets));
    return entry;
  }

  private Map<String, Object> controller(String experiment) {
    Map<String, String> files = new LinkedHashMap<>(secrets.controllerFiles());
    files.put(ComposeFile.EXPERIMENT, experiment);
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("cmd", command(List.of(), ComposeFile.commandOfController()));
    entry.put("binds", List.of("runs:/tmp/runs"));
    entry.put("env", ComposeFile.environment(files, secrets));
    return entry;
  }

  /** Joins the words of a command, all of which are without spaces and quotes. */
  private static String command(List<String> waits, List<String> arguments) {
    return String.join(" ", ComposeFile.unpacking(waits, arguments));
  }

  private static Map<String, Object> link(Link link) {
    if (link.rateBps() != link.backBps()) {
      throw new UserInputException(
          "link %s-%s has another rate in each direction, for which a containerlab file has no word"
              .formatted(link.a().node().name(), link.b().node().name()));
    }
    Map<String, Object> vars = new LinkedHashMap<>();
    vars.put(ClabFile.RATE_LABEL, Quantities.formatBitsPerSecond(link.rateBps()));
    vars.put(ClabFile.LATENCY_LABEL, Quantities.formatPicoseconds(link.latencyPs()));
    Map<String, Object> entry = new LinkedHashMap<>();
    entry.put("endpoints", List.of(end(link.a()), end(link.b())));
    entry.put("vars", vars);
    return entry;
  }

  private static String end(Port port) {
    return port.node().name() + ":" + interfaceName(port);
  }

  /** Containerlab's eth0 is of its management network. */
  private static String interfaceName(Port port) {
    return "eth" + (port.node() instanceof Host ? 1 : port.number());
  }
}

package io.smartt.realtime.docker;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.YamlEntries;
import io.smartt.realtime.containers.AddressBlock;
import io.smartt.realtime.containers.NodePrograms;
import io.smartt.realtime.containers.RunSecrets;
import io.smartt.realtime.docker.LinkNetworks.NetworkAttachment;

/**
 * A fabric of containers as a Compose file (Compose Specification, which has no {@code version}): a
 * service a host and a switch, a network a link, and one service that runs the experiment. Each has
 * its certificates in its environment. Interfaces are found by their IP addresses, which every
 * Compose tool can fix.
 */
public final class ComposeFile {
  /** The controller's experiment among its files, since those of a command line are not there. */
  static final String EXPERIMENT = "experiment.yaml";

  /** The controller's own name among the nodes of a file. */
  static final String CONTROLLER = "controller";

  private static final String CONTROL = "control";
  private static final String MTU = "9000";

  private final Topology topology;
  private final NodePrograms.FabricImages images;
  private final RunSecrets secrets;
  private final Map<Port, NetworkAttachment> plugs = new HashMap<>();
  private final NodePrograms programs;

  /**
   * @param seed of the switches' random numbers
   * @param secrets of this file
   * @throws io.smartt.base.input.UserInputException if a node has the controller's name
   */
  public ComposeFile(
      Topology topology, NodePrograms.FabricImages images, long seed, RunSecrets secrets) {
    requireNameOfController(topology);
    this.topology = topology;
    this.images = images;
    programs =
        new NodePrograms(
            topology, images, seed, port -> "ip:" + plug(port).ipv4(), port -> plug(port).block());
    this.secrets = secrets;
  }

  /**
   * The file.
   *
   * @param experiment arguments of {@code smartt run} for the controller
   */
  public String text(List<String> experiment) {
    List<String> command = new ArrayList<>(List.of("run"));
    command.addAll(experiment);
    command.addAll(List.of("--set", "docker.attached=true"));
    return text(command, secrets.controllerFiles());
  }

  /**
   * The file.
   *
   * @param experiment an {@code experiment.yaml} that the controller runs, where files are named
   */
  public String textOf(String experiment) {
    Map<String, String> files = new LinkedHashMap<>(secrets.controllerFiles());
    files.put(EXPERIMENT, experiment);
    return text(commandOfController(), files);
  }

  private String text(List<String> command, Map<String, String> files) {
    Map<String, Object> top = new LinkedHashMap<>();
    Map<String, Object> networkMap = networks();
    List<Node> nodes = NodePrograms.nodes(topology);
    Map<String, Object> services = new LinkedHashMap<>();
    nodes.forEach(node -> services.put(node.name(), service(node)));
    services.put(CONTROLLER, controller(nodes, command, files));
    top.put("services", services);
    top.put("networks", networkMap);
    return "# "
        + topology.name()
        + " as containers, by smartt compose. Run it with:\n"
        + "#   docker compose up --abort-on-container-exit --exit-code-from controller\n"
        + "# The run folder appears in ./runs. Certificates and token are of this file alone.\n"
        + "# The certificates end at "
        + secrets.validUntil()
        + "; then nothing starts, and smartt compose writes the file anew.\n"
        + YamlEntries.textOf(top);
  }

  private Map<String, Object> networks() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put(CONTROL, Map.of());
    for (Link link : topology.links()) {
      String name = link.a().interfaceName() + "-" + link.b().interfaceName();
      AddressBlock block = new AddressBlock(link.index());
      plugs.put(link.a(), NetworkAttachment.of(name, block, block.first()));
      plugs.put(link.b(), NetworkAttachment.of(name, block, block.second()));
      all.put(
          name,
          Map.of(
              "driver_opts", Map.of("com.docker.network.driver.mtu", MTU),
              "ipam", Map.of("config", List.of(Map.of("subnet", block.subnet())))));
    }
    return all;
  }

  private NetworkAttachment plug(Port port) {
    return Objects.requireNonNull(plugs.get(port));
  }

  private Map<String, Object> service(Node node) {
    NodePrograms.NodeProgram program = programs.of(node);
    Map<String, Object> service = new LinkedHashMap<>();
    service.put("image", program.image());
    service.put("hostname", node.name());
    if (!program.entrypoint().isEmpty()) {
      service.put("entrypoint", program.entrypoint().stream().map(ComposeFile::literal).toList());
    }
    if (program.entrypoint().isEmpty()) {
      service.put("command", unpacked(program.arguments()));
      service.put("environment", environment(secrets.nodeFiles(), secrets));
    } else {
      service.put("command", program.arguments());
      service.put("environment", NodePrograms.bmv2Environment(secrets.nodeFiles()));
    }
    if (node instanceof Switch) {
      service.put("restart", "unless-stopped");
    }
    service.put("cap_add", List.of("NET_RAW", "NET_ADMIN"));
    service.put("sysctls", Map.of("net.ipv4.ip_forward", "0"));
    Map<String, Object> networks = new LinkedHashMap<>();
    networks.put(CONTROL, Map.of());
    for (Port port : NodePrograms.ports(node, topology)) {
      networks.put(plug(port).network(), Map.of("ipv4_address", plug(port).ipv4()));
    }
    service.put("networks", networks);
    return service;
  }

  private static List<String> unpacked(List<String> command) {
    return unpacking(List.of(), command).stream().map(ComposeFile::literal).toList();
  }

  /** Compose tools put variables in for dollar signs that are not doubled. */
  private static String literal(String text) {
    return text.replace("$", "$$");
  }

  private Map<String, Object> controller(
      List<Node> nodes, List<String> command, Map<String, String> files) {
    Map<String, Object> dependencies = new LinkedHashMap<>();
    nodes.forEach(node -> dependencies.put(node.name(), Map.of("condition", "service_started")));
    Map<String, Object> service = new LinkedHashMap<>();
    service.put("image", images.own());
    service.put("command", unpacked(command));
    service.put("environment", environment(files, secrets));
    service.put("networks", Map.of(CONTROL, Map.of()));
    service.put("volumes", List.of("./runs:/tmp/runs"));
    service.put("depends_on", dependencies);
    return service;
  }

  /**
   * Refuses a network with a node of the controller's name.
   *
   * @throws UserInputException if there is one
   */
  static void requireNameOfController(Topology topology) {
    if (topology.node(CONTROLLER).isPresent()) {
      throw new UserInputException(
          topology.name() + ": a node is named 'controller', as the one that runs the experiment");
    }
  }

  /** Returns what the controller runs. */
  static List<String> commandOfController() {
    return List.of(
        "run",
        "--experiment",
        RunSecrets.FOLDER + "/" + EXPERIMENT,
        "--set",
        "docker.attached=true");
  }

  /**
   * Returns what a container runs whose files are in its environment: {@code smartt unpack} writes
   * them before the container's own command begins.
   *
   * @param waits options of {@code smartt unpack}
   * @param arguments of the command of {@code smartt} that comes after it
   */
  static List<String> unpacking(List<String> waits, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("unpack"));
    all.addAll(waits);
    all.addAll(List.of(RunSecrets.FOLDER, "--"));
    all.addAll(arguments);
    return all;
  }

  /** The variables that have the files and the token. */
  static Map<String, String> environment(Map<String, String> files, RunSecrets secrets) {
    Map<String, String> environment = new LinkedHashMap<>();
    String json = FileErrors.get(() -> new ObjectMapper().writeValueAsString(files));
    // Those who read the file put variables in for dollar signs, and templates for braces.
    environment.put("SMARTT_FILES", json.replace("$", "\\u0024").replace("{{", "{\\u007b"));
    environment.put("SMARTT_AGENT_TOKEN", secrets.token().text());
    return environment;
  }
}

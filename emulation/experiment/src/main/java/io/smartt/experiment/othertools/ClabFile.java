package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;

/**
 * Reads a containerlab topology file ({@code .clab.yml}) as a network of hosts and P4 switches. A
 * node without a link is left out. What the file says of containers has no effect.
 */
public final class ClabFile {
  /** The label that says what a node is: {@link #SWITCH_NODE} or {@link #HOST_NODE}. */
  public static final String NODE_LABEL = "smartt.node";

  /** A P4 switch. */
  public static final String SWITCH_NODE = "switch";

  /** A machine with one link. */
  public static final String HOST_NODE = "host";

  /** The label of a switch's latency, and the variable of a link's. */
  public static final String LATENCY_LABEL = "smartt.latency";

  /** The variable of a link's rate. */
  public static final String RATE_LABEL = "smartt.rate";

  private static final Pattern VARIABLE =
      Pattern.compile(
          "\\$(?:([A-Za-z_][A-Za-z0-9_]*)|\\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-=])([^}]*))?\\})");

  /** The keys of nodes of which there is nothing to say; others have no effect. */
  private static final Set<String> OF_NODES =
      Set.of("kind", "group", "image", "labels", "cmd", "entrypoint");

  private static final Set<String> OF_FILE =
      Set.of("name", "prefix", "mgmt", "topology", "settings", "debug");
  private static final String GROUP = "group";
  private static final String KIND = "kind";

  private final ClabName name;
  private final String file;
  private final YamlTree topology;
  private final Map<String, ClabNode> nodes = new LinkedHashMap<>();
  private final Set<String> ignored = new TreeSet<>();

  private ClabFile(ClabName name, String file, YamlTree topology) {
    this.name = name;
    this.file = file;
    this.topology = topology;
  }

  /**
   * The network of a file.
   *
   * @param name how the user names the file
   * @param text all of it
   * @param environment variables that the text may name
   */
  public static ImportedNetwork read(ClabName name, String text, Map<String, String> environment) {
    String file = String.valueOf(Path.of(name.path()).getFileName());
    int template = text.indexOf("{{");
    if (template >= 0) {
      throw new UserInputException(
          "%s:%d: '{{' makes this a template; name the file that containerlab deploy --export-rendered FILE writes of it"
              .formatted(
                  file, 1 + text.substring(0, template).chars().filter(c -> c == '\n').count()));
    }
    YamlTree root = YamlTree.read(file, expanded(text, environment));
    for (Map.Entry<String, YamlTree> entry : root.fields().entrySet()) {
      if (!OF_FILE.contains(entry.getKey())) {
        throw entry
            .getValue()
            .error(
                "'"
                    + entry.getKey()
                    + "' is no key of a containerlab file; "
                    + NearNames.hint(entry.getKey(), new TreeSet<>(OF_FILE)));
      }
    }
    YamlTree topology =
        root.find("topology")
            .orElseThrow(() ->
                new UserInputException(file + ": has no 'topology', as a containerlab file has"));
    return new ClabFile(name, file, topology).network();
  }

  private ImportedNetwork network() {
    Map<String, YamlTree> given = layer("nodes");
    given.forEach((node, own) -> nodes.put(node, node(node, own)));
    name.requireUsed(nodes.values());
    ClabLinks links = ClabLinks.read(topology, nodes.keySet());
    Set<String> linked = links.nodes();
    Set<String> hosts = new LinkedHashSet<>();
    Set<String> switches = new LinkedHashSet<>();
    nodes.forEach((node, it) -> {
      if (linked.contains(node)) {
        (isSwitch(it, links) ? switches : hosts).add(node);
      }
    });
    LinksText text = new LinksText(file, hosts, switches);
    text.noteAlone(nodes.keySet().stream().filter(node -> !linked.contains(node)).toList());
    ignored.addAll(links.ignored());
    text.noteUnused(ignored);
    links.notes().forEach(text::note);
    switches.forEach(sw ->
        node(sw)
            .label(LATENCY_LABEL)
            .ifPresent(latency -> {
              ClabLinks.require(latency, false);
              text.switchLatency(sw, latency.text());
            }));
    links.write(text, switches);
    return text.network(file.replaceFirst("(?i)\\.ya?ml$", ""));
  }

  private ClabNode node(String node) {
    return Optional.ofNullable(nodes.get(node)).orElseThrow();
  }

  private boolean isSwitch(ClabNode node, ClabLinks links) {
    return switch (name.role(node).orElseGet(node::role)) {
      case SWITCH -> true;
      case HOST -> {
        if (links.count(node.name()) > 1) {
          throw node.own()
              .error(
                  "node %s is a host with %d links, where a host has one; for a switch write %s,switches=%s"
                      .formatted(node.name(), links.count(node.name()), name.path(), node.name()));
        }
        yield false;
      }
      case OTHER ->
          throw node.own()
              .error(
                  "node %s is of kind %s, which does not run here; for a P4 switch in its place write %s,switches=%s"
                      .formatted(node.name(), node.kind(), name.path(), node.kind()));
    };
  }

  /** Inheritance is that of containerlab: node, group, kind, defaults. */
  private ClabNode node(String node, YamlTree own) {
    Map<String, YamlTree> kinds = layer("kinds");
    Map<String, YamlTree> groups = layer("groups");
    Optional<YamlTree> defaults = topology.find("defaults");
    Optional<String> ownGroup = text(own, GROUP);
    String kind =
        text(own, KIND)
            .or(() -> ownGroup.flatMap(group -> text(groups, group, KIND)))
            .or(() ->
                defaults
                    .flatMap(all -> text(all, GROUP))
                    .flatMap(group -> text(groups, group, KIND)))
            .or(() -> defaults.flatMap(all -> text(all, KIND)))
            .orElseThrow(() -> own.error("node " + node + " has no kind"));
    Optional<String> group =
        ownGroup
            .or(() -> text(kinds, kind, GROUP))
            .or(() -> defaults.flatMap(all -> text(all, GROUP)));
    List<YamlTree> layers = new ArrayList<>(List.of(own));
    group.map(groups::get).ifPresent(layers::add);
    Optional.ofNullable(kinds.get(kind)).ifPresent(layers::add);
    defaults.ifPresent(layers::add);
    layers.forEach(layer ->
        ignored.addAll(
            layer.fields().keySet().stream()
                .filter(key -> !OF_NODES.contains(key))
                .collect(Collectors.toSet())));
    return new ClabNode(node, kind, own, layers);
  }

  private Map<String, YamlTree> layer(String key) {
    return topology.find(key).map(YamlTree::fields).orElse(Map.of());
  }

  private static Optional<String> text(YamlTree layer, String key) {
    return layer.find(key).map(YamlTree::text);
  }

  private static Optional<String> text(Map<String, YamlTree> layers, String name, String key) {
    return Optional.ofNullable(layers.get(name)).flatMap(layer -> text(layer, key));
  }

  /**
   * Puts environment variables into a text as containerlab does: {@code $NAME}, {@code ${NAME}},
   * {@code ${NAME:-default}} and {@code ${NAME:=default}}. A variable without a value and without a
   * default stays as it is written.
   */
  static String expanded(String text, Map<String, String> environment) {
    return VARIABLE
        .matcher(text)
        .replaceAll(found -> Matcher.quoteReplacement(value(found, environment)));
  }

  private static String value(MatchResult found, Map<String, String> environment) {
    String name = found.group(1) == null ? found.group(2) : found.group(1);
    String value = environment.get(name);
    String operator = found.group(3);
    if (operator == null) {
      return value == null ? found.group() : value;
    }
    if (value == null || (operator.startsWith(":") && value.isEmpty())) {
      return Objects.requireNonNullElse(found.group(4), "");
    }
    return value;
  }

  /**
   * A node of a containerlab file. What it does not say itself it has from its group, its kind and
   * the defaults, in this order (containerlab's {@code types/topology.go}).
   *
   * @param own what the file says of this node, for errors
   * @param layers the node, its group, its kind and the defaults
   */
  record ClabNode(String name, String kind, YamlTree own, List<YamlTree> layers) {
    private static final String LINUX = "linux";
    private static final Pattern SWITCH_IMAGE =
        Pattern.compile("(^|[/_-])(bmv2|behavioral-model|stratum-bmv2|p4-?switch)([:/@_-]|$)");
    private static final Pattern SWITCH_COMMAND =
        Pattern.compile(
            "(^|[\\s/'\";&])(simple_switch(_grpc)?|stratum_bmv2|psa_switch|smartt\\s+switch)(\\s|$)");

    /** The roles of a node here. */
    enum Role {
      HOST,
      SWITCH,
      /** A router or a machine that this program has nothing for. */
      OTHER
    }

    /** Returns the role that its label, or else its kind, image and commands give it. */
    Role role() {
      Optional<String> label = label(NODE_LABEL).map(YamlTree::text);
      if (label.isPresent()) {
        return switch (label.get()) {
          case SWITCH_NODE -> Role.SWITCH;
          case HOST_NODE -> Role.HOST;
          default ->
              throw own.error(
                  "label " + NODE_LABEL + " is '" + label.get() + "', accepted: switch, host");
        };
      }
      if (!kind.equals(LINUX)) {
        return Role.OTHER;
      }
      boolean isSwitch =
          text("image").filter(image -> SWITCH_IMAGE.matcher(image).find()).isPresent()
              || commands().anyMatch(command -> SWITCH_COMMAND.matcher(command).find());
      return isSwitch ? Role.SWITCH : Role.HOST;
    }

    /** A label of the most specific layer that has it. */
    Optional<YamlTree> label(String key) {
      return layers.stream()
          .flatMap(layer -> layer.find("labels").stream())
          .flatMap(labels -> labels.find(key).stream())
          .findFirst();
    }

    private Optional<String> text(String key) {
      return layers.stream()
          .flatMap(layer -> layer.find(key).stream())
          .map(YamlTree::text)
          .findFirst();
    }

    private Stream<String> commands() {
      List<String> commands = new ArrayList<>();
      for (YamlTree layer : layers) {
        layer.find("cmd").map(YamlTree::text).ifPresent(commands::add);
        layer.find("entrypoint").map(YamlTree::text).ifPresent(commands::add);
        layer
            .find("exec")
            .filter(YamlTree::isList)
            .ifPresent(list -> list.items().forEach(item -> commands.add(item.text())));
      }
      return commands.stream();
    }
  }
}

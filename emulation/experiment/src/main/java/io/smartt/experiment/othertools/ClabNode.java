package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.experiment.othertools.ClabFile.ClabLabels;

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
    Optional<String> label = label(ClabLabels.NODE).map(YamlTree::text);
    if (label.isPresent()) {
      return switch (label.get()) {
        case ClabLabels.SWITCH -> Role.SWITCH;
        case ClabLabels.HOST -> Role.HOST;
        default ->
            throw own.error(
                "label " + ClabLabels.NODE + " is '" + label.get() + "', accepted: switch, host");
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

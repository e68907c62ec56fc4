package io.smartt.experiment.othertools;

import module java.base;

import io.smartt.base.input.UserInputException;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;
import org.yaml.snakeyaml.nodes.Tag;

/**
 * A value of a YAML file with its line. Anchors and merge keys are followed; nothing is made of
 * tags. Size, depth and the number of aliases are bounded.
 *
 * @param file for errors
 * @param path how the value is reached, for errors
 * @param place its key, or itself in a list
 */
record YamlTree(String file, String path, Node place, Node node) {
  /** The library's time for one long value grows with its square: a second for so much. */
  private static final int MOST_CHARACTERS = 1 << 20;

  private static final String MERGE = "<<";

  /** Reads a file of one document. */
  static YamlTree read(String file, String text) {
    if (text.length() > MOST_CHARACTERS) {
      throw new UserInputException(
          "%s: not YAML: has %d characters, of which there may be %d"
              .formatted(file, text.length(), MOST_CHARACTERS));
    }
    LoaderOptions options = new LoaderOptions();
    options.setAllowRecursiveKeys(false);
    try {
      Node root = new Yaml(options).compose(new StringReader(text));
      if (root == null) {
        throw new UserInputException(file + ": is empty");
      }
      return new YamlTree(file, "", root, root);
    } catch (MarkedYAMLException e) {
      String line = e.getProblemMark() == null ? "" : ":" + (e.getProblemMark().getLine() + 1);
      throw notYaml(file + line, e.getProblem(), e);
    } catch (YAMLException e) {
      throw notYaml(file, String.valueOf(e.getMessage()).lines().findFirst().orElse(""), e);
    }
  }

  /** Returns the error of the library, whose words may have the file's own characters in them. */
  private static UserInputException notYaml(String place, @Nullable String why, YAMLException e) {
    return new UserInputException(
        place + ": not YAML: " + LinksText.printable(String.valueOf(why)), e);
  }

  /** An error at this value. */
  UserInputException error(String message) {
    return new UserInputException(
        file + ":" + (place.getStartMark().getLine() + 1) + ": " + LinksText.printable(message));
  }

  /** The entries of a mapping; none if the value is left out. */
  Map<String, YamlTree> fields() {
    Map<String, YamlTree> fields = new LinkedHashMap<>();
    if (isNull()) {
      return fields;
    }
    collect(node, fields, new IdentityHashMap<>());
    return fields;
  }

  /**
   * Adds what is not there yet.
   *
   * @param merged what was merged; true: its own merges are still to come
   */
  private void collect(Node from, Map<String, YamlTree> fields, Map<Node, Boolean> merged) {
    if (!(from instanceof MappingNode mapping)) {
      throw error(name() + " has no keys and values");
    }
    merged.put(from, true);
    Map<String, YamlTree> own = new LinkedHashMap<>();
    List<Node> others = new ArrayList<>();
    for (NodeTuple tuple : mapping.getValue()) {
      String key =
          tuple.getKeyNode() instanceof ScalarNode scalar
              ? scalar.getValue()
              : "a key that is no text";
      Node value = tuple.getValueNode();
      YamlTree entry =
          new YamlTree(file, path.isEmpty() ? key : path + "." + key, tuple.getKeyNode(), value);
      if (key.equals(MERGE)) {
        others.addAll(value instanceof SequenceNode several ? several.getValue() : List.of(value));
      } else if (own.put(key, entry) != null) {
        throw entry.error("key '" + key + "' is there twice");
      }
    }
    own.forEach(fields::putIfAbsent);
    for (Node other : others) {
      Boolean underWay = merged.get(other);
      if (underWay == null) {
        collect(other, fields, merged);
      } else if (underWay) {
        throw error(name() + " merges itself");
      }
    }
    merged.put(from, false);
  }

  private String name() {
    return path.isEmpty() ? "the file" : path;
  }

  /** An entry of a mapping. */
  Optional<YamlTree> find(String key) {
    return Optional.ofNullable(fields().get(key)).filter(value -> !value.isNull());
  }

  /** The items of a list; none if the value is left out. */
  List<YamlTree> items() {
    if (isNull()) {
      return List.of();
    }
    if (!(node instanceof SequenceNode list)) {
      throw error(path + " is no list");
    }
    List<YamlTree> items = new ArrayList<>();
    for (Node item : list.getValue()) {
      items.add(new YamlTree(file, path + "[" + items.size() + "]", item, item));
    }
    return items;
  }

  boolean isList() {
    return node instanceof SequenceNode;
  }

  boolean isMapping() {
    return node instanceof MappingNode;
  }

  /** A single value. */
  String text() {
    if (!(node instanceof ScalarNode scalar)) {
      throw error(path + " has no single value");
    }
    return scalar.getValue();
  }

  private boolean isNull() {
    return node.getTag().equals(Tag.NULL);
  }
}

package io.smartt.study.paper;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;

/**
 * A declaration in YAML, one mapping of it at a time. Errors name the file and the line.
 *
 * @param file its name
 * @param node the mapping
 * @param path of the mapping in the file, a JSON pointer
 * @param lines of all that is in the file, by JSON pointer
 */
public record Declaration(
    String file, JsonNode node, JsonPointer path, Map<String, Integer> lines) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** Copies the lines. */
  public Declaration {
    lines = Map.copyOf(lines);
  }

  public static Declaration parse(String file, String text) {
    try {
      return new Declaration(file, YAML.readTree(text), JsonPointer.empty(), lines(text));
    } catch (JsonProcessingException e) {
      String first = e.getOriginalMessage().lines().findFirst().orElse("is not YAML");
      throw new UserInputException(
          e.getLocation() == null
              ? file + ": " + first
              : file + ":" + e.getLocation().getLineNr() + ": " + first,
          e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Map<String, Integer> lines(String text) throws IOException {
    Map<String, Integer> lines = new HashMap<>();
    try (JsonParser parser = YAML.getFactory().createParser(text)) {
      while (parser.nextToken() != null) {
        lines.putIfAbsent(
            parser.getParsingContext().pathAsPointer().toString(),
            parser.currentTokenLocation().getLineNr());
      }
    }
    return lines;
  }

  /** Returns where it is, for the beginning of an error: {@code my.yaml:12}. */
  public String place() {
    return place(path);
  }

  private String place(JsonPointer at) {
    JsonPointer known = at;
    while (known != null && !lines.containsKey(known.toString())) {
      known = known.head();
    }
    return known == null ? file : file + ":" + lines.get(known.toString());
  }

  private Declaration below(JsonNode below, JsonPointer at) {
    return new Declaration(file, below, at, lines);
  }

  /** Returns what a key has; an empty mapping if the key is not there. */
  public Declaration at(String key) {
    return below(node.path(key), path.appendProperty(key));
  }

  public List<Declaration> items() {
    List<Declaration> items = new ArrayList<>();
    node.forEach(item -> items.add(below(item, path.appendIndex(items.size()))));
    return items;
  }

  /** The values of a list, as texts. */
  public List<String> texts() {
    return items().stream().map(item -> item.node.asText()).toList();
  }

  /** The entries of a mapping, in their order. */
  public Map<String, Declaration> entries() {
    Map<String, Declaration> entries = new LinkedHashMap<>();
    node.properties()
        .forEach(entry ->
            entries.put(
                entry.getKey(), below(entry.getValue(), path.appendProperty(entry.getKey()))));
    return entries;
  }

  /** The value of a key that must be there. */
  public String text(String key) {
    if (!node.path(key).isValueNode()) {
      throw new UserInputException(place() + ": " + key + " is missing");
    }
    return node.path(key).asText();
  }

  /** The value of a key; empty if there is none. */
  public String optional(String key) {
    return node.path(key).asText();
  }

  /** Settings by key: {@code {link: {rate: 50Gbps}}} is {@code link.rate}. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    flatten("", node, settings);
    return settings;
  }

  private static void flatten(String prefix, JsonNode node, Map<String, String> into) {
    node.properties()
        .forEach(entry -> {
          if (entry.getValue().isObject()) {
            flatten(prefix + entry.getKey() + ".", entry.getValue(), into);
          } else {
            into.put(prefix + entry.getKey(), entry.getValue().asText());
          }
        });
  }

  /** Returns where a setting of {@link #settings} is. */
  String placeOf(String setting) {
    JsonPointer at = path;
    JsonPointer whole = path.appendProperty(setting);
    if (lines.containsKey(whole.toString())) {
      return place(whole);
    }
    for (String part : setting.split("\\.", -1)) {
      at = at.appendProperty(part);
    }
    return place(at);
  }

  /** Refuses keys that the reader does not know. */
  public void refuseOthers(Set<String> known) {
    entries()
        .keySet()
        .forEach(key -> {
          if (!known.contains(key)) {
            throw new UserInputException(
                "%s: unknown key '%s': %s"
                    .formatted(
                        place(path.appendProperty(key)),
                        key,
                        NearNames.hint(key, known.stream().sorted().toList())));
          }
        });
  }
}

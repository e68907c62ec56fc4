package io.smartt.emulation.paper;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A declaration in YAML, one mapping of it at a time. Errors name the file.
 *
 * @param file its name
 * @param node the mapping
 */
public record Declaration(String file, JsonNode node) {
  private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());

  /** The declaration of a text. */
  public static Declaration parse(String file, String text) {
    try {
      return new Declaration(file, YAML.readTree(text));
    } catch (JsonProcessingException e) {
      throw new UserInputException(file + ": " + e.getOriginalMessage(), e);
    }
  }

  /** What a key has; an empty mapping if the key is not there. */
  public Declaration at(String key) {
    return new Declaration(file, node.path(key));
  }

  /** The items of a list. */
  public List<Declaration> items() {
    List<Declaration> items = new ArrayList<>();
    node.forEach(item -> items.add(new Declaration(file, item)));
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
        .forEach(entry -> entries.put(entry.getKey(), new Declaration(file, entry.getValue())));
    return entries;
  }

  /** The value of a key that must be there. */
  public String text(String key) {
    if (!node.path(key).isValueNode()) {
      throw new UserInputException(file + ": " + key + " is missing");
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

  /** Refuses keys that the reader does not know. */
  public void refuseOthers(Set<String> known) {
    entries()
        .keySet()
        .forEach(key -> {
          if (!known.contains(key)) {
            throw new UserInputException(file + ": unknown key '" + key + "'");
          }
        });
  }
}

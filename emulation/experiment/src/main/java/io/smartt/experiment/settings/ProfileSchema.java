package io.smartt.experiment.settings;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.experiment.settings.FabricSettings.SettingFamily;
import java.util.List;

/**
 * The JSON Schema of profiles, for editors: made from a {@link SettingsCatalog}, so that both know
 * the same keys. The copy next to the profiles must equal it, which a test checks.
 */
public final class ProfileSchema {
  private ProfileSchema() {}

  /** The schema, indented, with a line end after the last line. */
  public static String text(SettingsCatalog catalog) {
    ObjectNode schema = JsonNodeFactory.instance.objectNode();
    schema.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    schema.put("title", "SMaRTT harness profile");
    schema.put("type", "object");
    schema.put("additionalProperties", false);
    ObjectNode properties = schema.putObject("properties");
    properties
        .putObject("extends")
        .put("type", "string")
        .put(
            "description", "Profile whose values hold where this one is silent: a name or a path.");
    for (SettingKey<?> key : catalog.keys()) {
      describe(key, place(properties, key.name()));
    }
    catalog.families().forEach(family -> describe(family, properties));
    describe(
        AlgorithmRole.SCHEME.choice(
            catalog.schemes(), SchemesOfHosts.PREFIX, SchemesOfHosts.MEANING),
        schema.putObject("patternProperties").putObject("^scheme\\..+$"));
    // 'switch: bmv2' is short for 'switch.kind: bmv2'.
    ((ObjectNode) properties.path("switch")).putArray("type").add("object").add("string");
    // 'swarm: true' is short for 'docker.swarm: true'.
    catalog
        .shortForms()
        .forEach((form, key) -> describe(catalog.named(key), properties.putObject(form)));
    return schema.toPrettyString() + "\n";
  }

  private static void describe(SettingFamily family, ObjectNode properties) {
    ObjectNode member =
        properties
            .putObject(family.name())
            .put("description", family.meaning())
            .put("type", "object")
            .putObject("additionalProperties")
            .put("type", "object")
            .put("additionalProperties", false)
            .putObject("properties");
    for (SettingKey<?> attribute : family.attributes()) {
      if (attribute.name().endsWith(".*")) {
        ObjectNode any =
            member
                .putObject(attribute.name().substring(0, attribute.name().length() - 2))
                .put("type", "object")
                .putObject("additionalProperties");
        describe(attribute, any);
      } else {
        describe(attribute, place(member, attribute.name()));
      }
    }
  }

  private static ObjectNode place(ObjectNode properties, String name) {
    int dot = name.indexOf('.');
    String section = name.substring(0, Math.max(dot, 0));
    if (dot < 0 || properties.path(section).has("description")) {
      // A key below one that has a value is written whole.
      return properties.putObject(name);
    }
    if (!properties.has(section)) {
      properties
          .putObject(section)
          .put("type", "object")
          .put("additionalProperties", false)
          .putObject("properties");
    }
    return place((ObjectNode) properties.path(section).path("properties"), name.substring(dot + 1));
  }

  private static void describe(SettingKey<?> key, ObjectNode into) {
    into.put("description", key.meaning() + " Default: " + key.defaultText());
    switch (key.kind()) {
      case SettingKey.Kind.Words words -> words.list().forEach(into.putArray("enum")::add);
      case SettingKey.Kind.WordsOrOwn(List<String> words) -> {
        ArrayNode either = into.putArray("anyOf");
        words.forEach(either.addObject().putArray("enum")::add);
        either.addObject().put("type", "string").put("pattern", "[./]");
      }
      case SettingKey.Kind.Numeric(boolean whole) -> into.put("type", whole ? "integer" : "number");
      case SettingKey.Kind.Flag() -> into.put("type", "boolean");
      case SettingKey.Kind.Text _, SettingKey.Kind.File _ ->
          into.putArray("type").add("string").add("integer");
    }
  }
}

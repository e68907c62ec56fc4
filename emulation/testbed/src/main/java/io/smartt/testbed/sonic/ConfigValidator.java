package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.sonic.ConfigSchema.TableRule;

/**
 * Refuses what SONiC's YANG models refuse: keys and fields they do not have, values outside their
 * ranges, names that lead nowhere and fields that contradict each other. Tables that experiments do
 * not touch are not looked at.
 */
public record ConfigValidator(ConfigDb db) {
  private static final String NONE = "NULL";

  /** Returns the problems of the whole database, one line each. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    for (String table : db.tables()) {
      db.keys(table).forEach(key -> problems.addAll(problems(table, key)));
    }
    return problems;
  }

  /** Returns the problems of one object, one line each. */
  public List<String> problems(String table, String key) {
    Optional<TableRule> rule = ConfigSchema.table(table);
    Optional<ObjectNode> fields = db.object(table, key);
    if (rule.isEmpty() || fields.isEmpty()) {
      return List.of();
    }
    List<String> problems = new ArrayList<>();
    String place = table + "|" + key;
    checkKey(rule.get(), place, key, problems);
    fields
        .get()
        .properties()
        .forEach(field -> {
          String name = field.getKey();
          if (!name.equals(NONE)) {
            checkField(rule.get(), place, name, field.getValue().asText(), problems);
          }
        });
    for (String required : rule.get().required()) {
      if (!fields.get().has(required)) {
        problems.add(place + ": field '" + required + "' is missing");
      }
    }
    problems.addAll(contradictions(table, place, fields.get()));
    return problems;
  }

  private static void checkKey(TableRule rule, String place, String key, List<String> problems) {
    String[] parts = key.split("\\|", -1);
    for (List<TableRule.FieldRule> form : rule.keys()) {
      if (form.size() == parts.length) {
        boolean fits = true;
        for (int i = 0; i < parts.length; i++) {
          fits &= form.get(i).accepts(parts[i]);
        }
        if (fits) {
          return;
        }
      }
    }
    String accepted =
        String.join(
            " or ",
            rule.keys().stream()
                .map(form ->
                    String.join(" | ", form.stream().map(TableRule.FieldRule::accepted).toList()))
                .toList());
    problems.add(place + ": the key is not one, expected " + accepted);
  }

  private void checkField(
      TableRule rule, String place, String name, String value, List<String> problems) {
    Optional<TableRule.Numbered> numbered = rule.numbered().stream().findFirst();
    if (numbered.isPresent() && !rule.fields().containsKey(name)) {
      if (!numbered.get().name().accepts(name)) {
        problems.add(
            place
                + ": field '"
                + name
                + "' is not one, expected "
                + numbered.get().name().accepted());
      } else if (!numbered.get().value().accepts(value)) {
        problems.add(wrong(place, name, value, numbered.get().value()));
      }
      return;
    }
    TableRule.FieldRule field = rule.fields().get(name);
    if (field == null) {
      problems.add(
          place
              + ": unknown field '"
              + name
              + "', it has "
              + String.join(", ", rule.fields().keySet()));
      return;
    }
    if (!field.accepts(value)) {
      problems.add(wrong(place, name, value, field));
    }
    String target = rule.references().get(name);
    if (target != null
        && db.object(target, value).isEmpty()
        && !List.of("default", NONE).contains(value)) {
      problems.add(place + ": " + name + " names " + target + "|" + value + ", which is not there");
    }
  }

  private static String wrong(String place, String name, String value, TableRule.FieldRule rule) {
    return place + ": " + name + " is '" + value + "', expected " + rule.accepted();
  }

  private List<String> contradictions(String table, String place, ObjectNode fields) {
    return switch (table) {
      case "WRED_PROFILE" -> wred(place, fields);
      case "SCHEDULER" -> scheduler(place, fields);
      case "SWITCH_TRIMMING" ->
          fields.path("dscp_value").asText().equals("from-tc") && !fields.has("tc_value")
              ? List.of(place + ": dscp_value 'from-tc' needs tc_value")
              : List.of();
      case "BUFFER_PROFILE" ->
          fields.has("static_th") && fields.has("dynamic_th")
              ? List.of(place + ": has both static_th and dynamic_th")
              : List.of();
      case "ACL_RULE" ->
          db.object("ACL_TABLE", place.split("\\|", -1)[1]).isPresent()
              ? List.of()
              : List.of(place + ": there is no such ACL_TABLE");
      case "INTERFACE", "NEIGH", "QUEUE", "BUFFER_QUEUE", "BUFFER_PG", "PORT_QOS_MAP" ->
          port(place);
      default -> List.of();
    };
  }

  private List<String> port(String place) {
    String port = place.split("\\|", -1)[1];
    return port.equals("global") || db.object("PORT", port).isPresent()
        ? List.of()
        : List.of(place + ": there is no PORT|" + port);
  }

  private static List<String> wred(String place, ObjectNode fields) {
    List<String> problems = new ArrayList<>();
    for (String colour : List.of("green", "yellow", "red")) {
      String least = colour + "_min_threshold";
      String most = colour + "_max_threshold";
      if (fields.path(least).asLong(0) > fields.path(most).asLong(Long.MAX_VALUE)) {
        problems.add(place + ": " + least + " is above " + most);
      }
    }
    return problems;
  }

  private static List<String> scheduler(String place, ObjectNode fields) {
    long cir = fields.path("cir").asLong(0);
    if (fields.has("pir") && (cir == 0 || fields.path("pir").asLong() < cir)) {
      return List.of(place + ": pir needs cir above 0 and not above it");
    }
    return List.of();
  }
}

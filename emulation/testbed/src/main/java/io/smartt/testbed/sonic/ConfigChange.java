package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One object of CONFIG_DB that is to be another.
 *
 * @param before empty: it is not there yet
 * @param after empty: it is to go
 */
public record ConfigChange(
    String table, String key, Optional<ObjectNode> before, Optional<ObjectNode> after) {
  /** Takes it back. */
  public ConfigChange reversed() {
    return new ConfigChange(table, key, after, before);
  }

  /** One line for people: what is added (+), removed (-) or another (~), by field. */
  public String describe() {
    String name = table + "|" + key;
    if (before.isEmpty()) {
      return "+ " + name + " " + after.map(ConfigChange::compact).orElse("");
    }
    if (after.isEmpty()) {
      return "- " + name + " " + compact(before.get());
    }
    StringBuilder text = new StringBuilder("~ ").append(name);
    TreeSet<String> fields = new TreeSet<>();
    before.get().fieldNames().forEachRemaining(fields::add);
    after.get().fieldNames().forEachRemaining(fields::add);
    for (String field : fields) {
      String old = before.get().has(field) ? before.get().get(field).asText() : "(none)";
      String now = after.get().has(field) ? after.get().get(field).asText() : "(none)";
      if (!old.equals(now)) {
        text.append(' ').append(field).append(": ").append(old).append(" -> ").append(now);
      }
    }
    return text.toString();
  }

  private static String compact(ObjectNode fields) {
    StringBuilder text = new StringBuilder();
    fields
        .properties()
        .forEach(field ->
            text.append(text.isEmpty() ? "" : " ")
                .append(field.getKey())
                .append('=')
                .append(field.getValue().asText()));
    return text.toString();
  }
}

package io.smartt.testbed.sonic;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * A patch that brings CONFIG_DB from one state to another, as operations on whole objects. SONiC's
 * Generic Config Updater lets packet_discard_action be set as part of a whole BUFFER_PROFILE on any
 * switch, but as a single field on a few ASICs only, of which Trident 4 is none.
 *
 * @param changes by table and key
 * @param operations the same as RFC 6902 has them; a table comes and goes with its objects, since
 *     SONiC refuses empty ones
 */
public record ConfigPatch(List<ConfigPatch.ConfigChange> changes, List<Operation> operations) {
  /** An operation on a place. */
  public enum Verb {
    /** Removes what is there. */
    REMOVE,
    /** Puts another in its place. */
    REPLACE,
    /** Puts what was not there. */
    ADD;

    /** Returns the operation's name in RFC 6902. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * One operation.
   *
   * @param path table, or table and key, as they are in CONFIG_DB
   * @param value empty for a removal
   */
  public record Operation(Verb verb, List<String> path, Optional<JsonNode> value) {
    /** The path as a JSON pointer (RFC 6901), where {@code /} in a key is {@code ~1}. */
    public String pointer() {
      return path.stream().map(part -> "/" + escaped(part)).collect(Collectors.joining());
    }

    /** One step of a JSON pointer. */
    public static String escaped(String part) {
      return part.replace("~", "~0").replace("/", "~1");
    }
  }

  /** Copies the list. */
  public ConfigPatch {
    changes = List.copyOf(changes);
    operations = List.copyOf(operations);
  }

  /** Returns the patch from one state to another. */
  public static ConfigPatch between(ConfigDb before, ConfigDb after) {
    List<ConfigChange> changes = new ArrayList<>();
    List<Operation> operations = new ArrayList<>();
    TreeSet<String> tables = new TreeSet<>(before.tables());
    tables.addAll(after.tables());
    for (String table : tables) {
      List<ConfigChange> here = changes(table, before, after);
      changes.addAll(here);
      if (before.keys(table).isEmpty()) {
        operations.add(new Operation(Verb.ADD, List.of(table), Optional.of(values(here))));
      } else if (after.keys(table).isEmpty()) {
        operations.add(new Operation(Verb.REMOVE, List.of(table), Optional.empty()));
      } else {
        here.forEach(change -> operations.add(operation(change)));
      }
    }
    operations.sort((a, b) -> a.verb().compareTo(b.verb()));
    return new ConfigPatch(changes, operations);
  }

  private static List<ConfigChange> changes(String table, ConfigDb before, ConfigDb after) {
    TreeSet<String> keys = new TreeSet<>(before.keys(table));
    keys.addAll(after.keys(table));
    return keys.stream()
        .map(key ->
            new ConfigChange(table, key, before.object(table, key), after.object(table, key)))
        .filter(change -> !change.before().equals(change.after()))
        .toList();
  }

  private static ObjectNode values(List<ConfigChange> changes) {
    ObjectNode values = JsonNodeFactory.instance.objectNode();
    changes.forEach(change -> change.after().ifPresent(after -> values.set(change.key(), after)));
    return values;
  }

  private static Operation operation(ConfigChange change) {
    Verb verb =
        change.before().isEmpty()
            ? Verb.ADD
            : change.after().isEmpty() ? Verb.REMOVE : Verb.REPLACE;
    return new Operation(
        verb, List.of(change.table(), change.key()), change.after().map(Function.identity()));
  }

  /** Returns whether a database has every object of this patch as it is after it. */
  public boolean isHeldBy(ConfigDb db) {
    return firstNotHeldBy(db).isEmpty();
  }

  /** An object that a database has otherwise than after this patch. */
  public Optional<ConfigChange> firstNotHeldBy(ConfigDb db) {
    return changes.stream()
        .filter(change -> !db.object(change.table(), change.key()).equals(change.after()))
        .findFirst();
  }

  /** A database with the objects of this patch as they are after it, and all others as they are. */
  public ConfigDb appliedTo(ConfigDb db) {
    return reversed().takenBack(db);
  }

  private ConfigPatch reversed() {
    return new ConfigPatch(changes.stream().map(ConfigChange::reversed).toList(), List.of());
  }

  /** Returns whether a database has every object of this patch as it was before it. */
  public boolean isAbsentFrom(ConfigDb db) {
    return changes.stream()
        .allMatch(change -> db.object(change.table(), change.key()).equals(change.before()));
  }

  /**
   * A database with the objects of this patch as they were before it, and all others as they are.
   */
  public ConfigDb takenBack(ConfigDb now) {
    ConfigDb result = now;
    for (ConfigChange change : changes) {
      result =
          change.before().isPresent()
              ? result.with(change.table(), change.key(), change.before().get())
              : result.without(change.table(), change.key());
    }
    return result;
  }

  /** Returns the patch as {@code config apply-patch} takes it. */
  public ArrayNode toJson() {
    ArrayNode patch = JsonNodeFactory.instance.arrayNode();
    for (Operation operation : operations) {
      Map<String, JsonNode> fields = new LinkedHashMap<>();
      fields.put("op", JsonNodeFactory.instance.textNode(operation.verb().word()));
      fields.put("path", JsonNodeFactory.instance.textNode(operation.pointer()));
      operation.value().ifPresent(value -> fields.put("value", value));
      patch.addObject().setAll(fields);
    }
    return patch;
  }

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
                  .append(field.getValue().toString().replace("\"", "")));
      return text.toString();
    }
  }
}

package io.smartt.testbed.standin.sonic;

import module java.base;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.testbed.sonic.ConfigDb;
import io.smartt.testbed.sonic.ConfigValidator;
import io.smartt.testbed.sonic.SwitchPlan.PortQueue;

/**
 * A CONFIG_DB that JSON patches (RFC 6902) change as SONiC's Generic Config Updater does: no empty
 * tables (sonic-utilities 691b1bbc, generic_config_updater/generic_updater.py:126), nothing that
 * the YANG models refuse, nothing that {@link FieldRules} refuse. What a patch does to VRFs and
 * neighbours is {@link Daemons}', how long it takes is {@link SortTime}'s.
 */
public final class ConfigStore {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Daemons daemons = new Daemons();
  private final JsonNode ports;
  private ObjectNode tables;
  private ObjectNode saved;
  private int version;
  private boolean older;
  private Optional<Integer> failAfter = Optional.empty();
  private Set<String> refused = Set.of();
  private final Map<String, JsonNode> skipped = new TreeMap<>();
  private Consumer<String> saves = text -> {};
  private Runnable changes = () -> {};

  /**
   * Makes the store of a switch that has booted.
   *
   * @param json what it holds at first
   * @param state STATE_DB
   */
  public ConfigStore(String json, String state) {
    tables = (ObjectNode) read(json);
    saved = tables.deepCopy();
    ports = read(state).path("PORT_TABLE");
    daemons.boot(tables);
  }

  /**
   * Gives what is saved to a keeper.
   *
   * @param keeper takes the text of each saved configuration
   */
  public synchronized void keepSaved(Consumer<String> keeper) {
    saves = keeper;
  }

  /**
   * Calls a follower after each change.
   *
   * @param follower called after each, with the store locked
   */
  public synchronized void follow(Runnable follower) {
    changes = follower;
    follower.run();
  }

  /** Refuses patches that are about these tables from now on. */
  public synchronized void refuse(Set<String> tablesRefused) {
    refused = Set.copyOf(tablesRefused);
  }

  /**
   * Makes the daemons skip what comes to a table from now on, as they do with what they cannot do:
   * with a line of syslog, and CONFIG_DB as it was asked for.
   */
  public synchronized void skip(Set<String> tablesSkipped) {
    for (String table : tablesSkipped) {
      skipped.put(table, table(table));
    }
    changed();
  }

  /**
   * Its gNMI server is one of before 14aa47e3 (April 2026), which shows keys that are not there.
   */
  public synchronized void makeOlder() {
    older = true;
  }

  synchronized boolean isOlder() {
    return older;
  }

  /** Returns what the daemons have of it. */
  public synchronized ObjectNode taken() {
    return taken(tables);
  }

  private ObjectNode taken(ObjectNode of) {
    ObjectNode has = of.deepCopy();
    skipped.forEach((table, objects) -> has.set(table, objects.deepCopy()));
    return has;
  }

  /** Writes the file from which the switch boots. */
  public synchronized void save() {
    saved = tables.deepCopy();
    saves.accept(text());
  }

  /** The power goes and comes: what was not saved is lost. */
  public synchronized void powerCut() {
    tables = saved.deepCopy();
    daemons.boot(taken());
    changed();
  }

  /** Everything as it is now, as a checkpoint file has it. */
  public synchronized ObjectNode snapshot() {
    return tables.deepCopy();
  }

  /** Returns what daemons made of it: INTERFACE_TABLE of STATE_DB. */
  public synchronized JsonNode interfaceTable() {
    return daemons.interfaceTable();
  }

  /** Returns what the kernel has: NEIGH_TABLE of APPL_DB. */
  public synchronized JsonNode neighbourTable() {
    return daemons.neighbourTable();
  }

  /** A port's interface is in the default VRF though CONFIG_DB has another. */
  public synchronized void unbind(String port) {
    daemons.unbind(port);
    changed();
  }

  /** The kernel forgets what a port had as neighbours, as when somebody takes the port down. */
  public synchronized void forgetNeighbours(String port) {
    daemons.forget(port);
    changed();
  }

  /** Returns how long the updater takes for a patch. */
  public synchronized Duration takes(ArrayNode patch) {
    ObjectNode next = tables.deepCopy();
    for (JsonNode operation : patch) {
      apply(next, operation);
    }
    return SortTime.of(tables, next);
  }

  /** Returns whether an operation is about something that is not there to be removed. */
  public synchronized boolean isIdle(JsonNode operation) {
    return operation.path("op").asText().equals("remove")
        && tables.at(operation.path("path").asText()).isMissingNode();
  }

  private static JsonNode read(String json) {
    try {
      return JSON.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(json, e);
    }
  }

  /** Returns the text that {@code config save} would write: everything, sorted. */
  public synchronized String text() {
    return ConfigDb.of("config_db.json", tables).toJson().toPrettyString();
  }

  public synchronized JsonNode table(String name) {
    JsonNode table = tables.path(name);
    return table.isObject() ? table.deepCopy() : JsonNodeFactory.instance.objectNode();
  }

  /** A field of the objects of a port's queues, {@code Ethernet0|0-2}, by queue. */
  public static Map<Integer, String> byQueue(
      JsonNode tables, String table, String port, String name) {
    Map<Integer, String> found = new TreeMap<>();
    for (Map.Entry<String, JsonNode> entry : tables.path(table).properties()) {
      JsonNode value = entry.getValue().path(name);
      if (!value.isMissingNode()) {
        PortQueue.of(entry.getKey()).stream()
            .filter(queue -> queue.port().equals(port))
            .forEach(queue -> found.put(queue.number(), value.asText()));
      }
    }
    return found;
  }

  /** Breaks down in the middle of the next patch, after so many operations, which stay. */
  public synchronized void failAfter(int operations) {
    failAfter = Optional.of(operations);
  }

  /** Somebody else changes an object. */
  public synchronized void put(String table, String key, Map<String, String> fields) {
    ObjectNode object = tables.withObjectProperty(table).putObject(key);
    new TreeMap<>(fields).forEach(object::put);
    changed();
  }

  /**
   * Applies a patch.
   *
   * @throws IllegalArgumentException in the words of SONiC where it refuses
   */
  public synchronized void apply(ArrayNode patch) {
    for (String table : tablesOf(patch)) {
      if (refused.contains(table)) {
        throw new IllegalArgumentException(
            "Modification of %s table is illegal- this stand-in was asked to refuse it"
                .formatted(table));
      }
    }
    ObjectNode next = tables.deepCopy();
    int done = 0;
    for (JsonNode operation : patch) {
      if (failAfter.isPresent() && failAfter.get() == done) {
        failAfter = Optional.empty();
        become(next);
        throw new IllegalStateException("GCU broke down after " + done + " operations");
      }
      apply(next, operation);
      done++;
    }
    next.properties()
        .forEach(table -> {
          if (table.getValue().isEmpty()) {
            throw new IllegalArgumentException(
                "Given patch is not valid because it has empty table: " + table.getKey());
          }
        });
    List<String> problems = new ConfigValidator(ConfigDb.of("target config", next)).problems();
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Given patch will produce invalid config. " + problems.getFirst());
    }
    FieldRules.require(tables, next, ports);
    become(next);
  }

  private void changed() {
    version++;
    changes.run();
  }

  /** Counts changes. */
  synchronized int version() {
    return version;
  }

  private void become(ObjectNode next) {
    next.properties().removeIf(table -> table.getValue().isEmpty());
    daemons.follow(taken(tables), taken(next));
    tables = next;
    changed();
  }

  /**
   * Applies one operation of a JSON patch (RFC 6902) on objects: add, replace or remove.
   *
   * @throws IllegalArgumentException naming the pointer that leads nowhere
   */
  private static void apply(ObjectNode root, JsonNode operation) {
    JsonPointer pointer = JsonPointer.compile(operation.path("path").asText());
    if (pointer.matches() || !(root.at(pointer.head()) instanceof ObjectNode object)) {
      throw new IllegalArgumentException("can't apply patch: no parent of " + pointer);
    }
    String name = pointer.last().getMatchingProperty();
    String verb = operation.path("op").asText();
    if (!verb.equals("add") && !object.has(name)) {
      throw new IllegalArgumentException("can't " + verb + " a non-existent object " + pointer);
    }
    if (verb.equals("remove")) {
      object.remove(name);
    } else {
      object.set(name, operation.path("value"));
    }
  }

  /** Returns the tables that a patch is about. */
  private static Set<String> tablesOf(Iterable<JsonNode> patch) {
    Set<String> tables = new TreeSet<>();
    for (JsonNode operation : patch) {
      JsonPointer pointer = JsonPointer.compile(operation.path("path").asText());
      tables.add(Objects.requireNonNullElse(pointer.getMatchingProperty(), ""));
    }
    return tables;
  }
}

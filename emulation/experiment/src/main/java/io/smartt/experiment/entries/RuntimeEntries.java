package io.smartt.experiment.entries;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.experiment.exercise.ExerciseJson;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import org.p4.v1.Entity;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * The entries of a {@code sX-runtime.json}, with the program's names
 * (tutorials/utils/p4runtime_lib/simple_controller.py).
 */
public record RuntimeEntries(P4InfoIndex info) {
  /** The lists of a file that are read, and what else the tutorials' files have. */
  static final List<String> LISTS =
      List.of("table_entries", "multicast_group_entries", "clone_session_entries");

  static final List<String> KEYS =
      Stream.concat(LISTS.stream(), Stream.of("target", "p4info", "bmv2_json")).toList();
  private static final List<String> ENTRY =
      List.of("table", "match", "priority", "default_action", "action_name", "action_params");

  /**
   * Returns what a file wants written, in its order.
   *
   * @throws UserInputException naming file and key
   */
  public List<Update> updates(ExerciseJson json) {
    return Stream.of(
            each(json, "table_entries", this::entry),
            each(json, "multicast_group_entries", RuntimeEntries::group),
            each(json, "clone_session_entries", RuntimeEntries::session))
        .flatMap(Function.identity())
        .map(EntityCodec::update)
        .toList();
  }

  private static <T> Stream<T> each(
      ExerciseJson json, String list, Function<ExerciseJson, T> reader) {
    return json.find(list).stream().flatMap(all -> all.list().stream()).map(reader);
  }

  private static Entity group(ExerciseJson group) {
    group.requireOnly(List.of("multicast_group_id", "replicas"));
    int id = group.get("multicast_group_id").integer();
    return P4Entity.multicastGroup(id, replicas(group)).message();
  }

  private static Entity session(ExerciseJson session) {
    session.requireOnly(List.of("clone_session_id", "packet_length_bytes", "replicas"));
    int id = session.get("clone_session_id").integer();
    Entity.Builder made = P4Entity.cloneSession(id, replicas(session)).message().toBuilder();
    made.getPacketReplicationEngineEntryBuilder()
        .getCloneSessionEntryBuilder()
        .setPacketLengthBytes(
            session.find("packet_length_bytes").map(ExerciseJson::integer).orElse(0));
    return made.build();
  }

  private static List<Replica> replicas(ExerciseJson of) {
    return each(of, "replicas", RuntimeEntries::replica).toList();
  }

  private static Replica replica(ExerciseJson replica) {
    replica.requireOnly(List.of("egress_port", "instance"));
    return P4Entity.copy(
        replica.get("egress_port").integer(),
        replica.find("instance").map(ExerciseJson::integer).orElse(0));
  }

  private Entity entry(ExerciseJson entry) {
    entry.requireOnly(ENTRY);
    boolean isDefault =
        entry.find("default_action").map(flag -> flag.node().asBoolean()).orElse(false);
    try {
      EntryBuilder builder = builder(entry);
      return new EntityCodec(info).encode(isDefault ? builder.defaultEntry() : builder.entry());
    } catch (UserInputException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UserInputException(entry.file() + ": " + entry.key() + ": " + e.getMessage(), e);
    }
  }

  private EntryBuilder builder(ExerciseJson entry) {
    TableInfo table = info.tables().named(entry.get("table").text());
    EntryBuilder builder = EntryBuilder.of(info, table.name());
    entry
        .find("match")
        .ifPresent(matches ->
            matches
                .fields()
                .forEach((name, value) -> match(builder, table.matchFields().named(name), value)));
    entry.find("priority").ifPresent(priority -> builder.priority(priority.integer()));
    entry
        .find("action_name")
        .ifPresent(name -> {
          ActionInfo action = table.actionRefs().named(name.text()).action();
          Map<String, FieldValue> arguments = new LinkedHashMap<>();
          entry
              .find("action_params")
              .ifPresent(params ->
                  params
                      .fields()
                      .forEach((param, value) ->
                          arguments.put(
                              param, value(value, action.params().named(param).width()))));
          builder.action(action.name(), arguments);
        });
    return builder;
  }

  private static void match(EntryBuilder builder, MatchFieldInfo field, ExerciseJson given) {
    int width = field.width();
    boolean pair =
        switch (field.kind()) {
          case LPM, TERNARY, RANGE -> true;
          default -> false;
        };
    if (pair && (!given.isList() || given.size() != 2)) {
      throw given.wrong(
          "is "
              + given.node()
              + "; wanted are two values, such as [\"10.0.1.0\", 24] for lpm, value and mask for"
              + " ternary, first and last for range");
    }
    switch (field.kind()) {
      case EXACT -> builder.exact(field.name(), value(single(given), width));
      case OPTIONAL -> builder.optional(field.name(), value(single(given), width));
      case LPM -> builder.lpm(field.name(), value(given.at(0), width), given.at(1).integer());
      case TERNARY ->
          builder.ternary(field.name(), value(given.at(0), width), value(given.at(1), width));
      case RANGE ->
          builder.range(field.name(), value(given.at(0), width), value(given.at(1), width));
      case OTHER -> throw given.wrong("is for a field that P4Runtime cannot match");
    }
  }

  private static ExerciseJson single(ExerciseJson given) {
    return given.isList() ? given.at(0) : given;
  }

  /** A number or an address, negative numbers in two's complement; a name where width is 0. */
  private static FieldValue value(ExerciseJson json, int width) {
    if (width == 0) {
      return FieldValue.named(json.text());
    }
    if (json.node().isIntegralNumber()) {
      BigInteger number = json.node().bigIntegerValue();
      return new FieldValue(
          number.signum() < 0 ? number.add(BigInteger.ONE.shiftLeft(width)) : number, json.text());
    }
    if (json.node().isTextual() && json.text().matches("[0-9]+")) {
      // The tutorials' own controller fails too: to it, a string that is no address is raw bytes.
      throw json.wrong(
          "is "
              + json.node()
              + "; a number stands without quotation marks, an address as 08:00:00:00:01:11 or"
              + " 10.0.1.1");
    }
    try {
      return FieldValue.parse(json.text());
    } catch (IllegalArgumentException e) {
      throw new UserInputException(json.file() + ": " + json.key() + ": " + e.getMessage(), e);
    }
  }
}

package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.ExerciseJson;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * An exercise's {@code sX-runtime.json} (tutorials/utils/p4runtime_lib/simple_controller.py): the
 * program of a switch and what is written into it.
 */
record RuntimeFile(ExerciseJson json, P4Program program) {
  static RuntimeFile read(Path file) {
    ExerciseJson json = ExerciseJson.read(file);
    String target = json.get("target").text();
    if (!target.equals("bmv2")) {
      throw json.wrong("has target '" + target + "', accepted is bmv2");
    }
    Path folder = Optional.ofNullable(file.toAbsolutePath().getParent()).orElseThrow();
    return new RuntimeFile(
        json,
        P4Program.read(
            path(json.get("bmv2_json"), folder), Optional.of(path(json.get("p4info"), folder))));
  }

  private static Path path(ExerciseJson path, Path folder) {
    return Exercise.find(folder, path.text())
        .orElseThrow(() ->
            path.wrong("names " + path.text() + ", which is not there; compile the exercise"));
  }

  /** The name of the program, as its JSON file has it. */
  String programName() {
    String name = String.valueOf(Path.of(json.get("bmv2_json").text()).getFileName());
    return name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
  }

  /** Writes all of it into a switch that runs the program. Returns how many updates that took. */
  int write(ProgrammedSwitch target) {
    int updates = 0;
    Optional<ExerciseJson> entries = json.find("table_entries");
    for (int i = 0; entries.isPresent() && i < entries.get().size(); i++) {
      entry(entries.get().at(i), target);
      updates++;
    }
    Optional<ExerciseJson> groups = json.find("multicast_group_entries");
    for (int i = 0; groups.isPresent() && i < groups.get().size(); i++) {
      ExerciseJson group = groups.get().at(i);
      MulticastGroupEntry.Builder made =
          MulticastGroupEntry.newBuilder()
              .setMulticastGroupId(group.get("multicast_group_id").integer());
      group.find("replicas").ifPresent(all -> replicas(all).forEach(made::addReplicas));
      insert(target, PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(made));
      updates++;
    }
    Optional<ExerciseJson> sessions = json.find("clone_session_entries");
    for (int i = 0; sessions.isPresent() && i < sessions.get().size(); i++) {
      ExerciseJson session = sessions.get().at(i);
      CloneSessionEntry.Builder made =
          CloneSessionEntry.newBuilder()
              .setSessionId(session.get("clone_session_id").integer())
              .setPacketLengthBytes(
                  session.find("packet_length_bytes").map(ExerciseJson::integer).orElse(0));
      session.find("replicas").ifPresent(all -> replicas(all).forEach(made::addReplicas));
      insert(target, PacketReplicationEngineEntry.newBuilder().setCloneSessionEntry(made));
      updates++;
    }
    return updates;
  }

  @SuppressWarnings("deprecation") // what the tutorials' own controller sets
  private static List<Replica> replicas(ExerciseJson all) {
    List<Replica> made = new ArrayList<>();
    for (int i = 0; i < all.size(); i++) {
      ExerciseJson replica = all.at(i);
      made.add(
          Replica.newBuilder()
              .setEgressPort(replica.get("egress_port").integer())
              .setInstance(replica.find("instance").map(ExerciseJson::integer).orElse(0))
              .build());
    }
    return made;
  }

  private static void insert(ProgrammedSwitch target, PacketReplicationEngineEntry.Builder entry) {
    target.write(
        List.of(
            Update.newBuilder()
                .setType(Update.Type.INSERT)
                .setEntity(Entity.newBuilder().setPacketReplicationEngineEntry(entry))
                .build()));
  }

  private void entry(ExerciseJson entry, ProgrammedSwitch target) {
    boolean isDefault =
        entry.find("default_action").map(flag -> flag.node().asBoolean()).orElse(false);
    P4Entity made;
    try {
      EntryBuilder builder = builder(entry);
      made = isDefault ? builder.defaultEntry() : builder.entry();
    } catch (UserInputException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new UserInputException(entry.file() + ": " + entry.key() + ": " + e.getMessage(), e);
    }
    target.write(isDefault ? Update.Type.MODIFY : Update.Type.INSERT, List.of(made));
  }

  private EntryBuilder builder(ExerciseJson entry) {
    TableInfo table = program.info().tables().named(entry.get("table").text());
    EntryBuilder builder = EntryBuilder.of(program.info(), table.name());
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

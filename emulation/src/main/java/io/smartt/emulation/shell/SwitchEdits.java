package io.smartt.emulation.shell;

import module java.base;

import com.google.protobuf.TextFormat;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import org.p4.v1.Entity;
import org.p4.v1.ReadResponse;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/** simple_switch_CLI's commands, done over P4Runtime. */
public final class SwitchEdits {
  /** The written form of each command. */
  static final Map<String, String> FORMS = forms();

  private final ShellOutput output;
  private final TableEdits tables;
  private final ArrayEdits arrays;

  /** Creates what says to an output what commands find. */
  public SwitchEdits(ShellOutput output) {
    this.output = output;
    tables = new TableEdits(output);
    arrays = new ArrayEdits(output);
  }

  private static Map<String, String> forms() {
    Map<String, String> forms = new LinkedHashMap<>();
    for (VerbParser.Form form : VerbParser.forms()) {
      if (form.name().equals(VerbParser.SWITCH)) {
        forms.put(form.form().split(" ", 3)[1], form.form());
      }
    }
    return forms;
  }

  /**
   * Runs a command of a switch.
   *
   * @param name of the switch
   * @param words the command and what follows it
   * @throws UserInputException if it is no command, or not written as one
   */
  public void perform(ProgrammedSwitch sw, String name, List<String> words) {
    List<String> rest = words.subList(1, words.size());
    String verb = words.getFirst();
    switch (verb) {
      case "table_add" -> tables.add(sw, name, rest);
      case "table_modify" -> tables.modify(sw, name, rest);
      case "table_delete" -> tables.delete(sw, name, rest);
      case "table_set_default" -> TableEdits.setDefault(sw, rest);
      case "table_dump" -> tables.dump(sw, name, need(verb, rest, 1, 1));
      case "register_read" -> arrays.readRegister(sw, need(verb, rest, 1, 2));
      case "register_write" -> ArrayEdits.writeRegister(sw, need(verb, rest, 3, 3));
      case "counter_read" -> arrays.readCounter(sw, need(verb, rest, 2, 2));
      case "mc_mgrp_create" ->
          writeGroup(sw, Update.Type.INSERT, need(verb, rest, 2, Integer.MAX_VALUE));
      case "mc_mgrp_destroy" -> writeGroup(sw, Update.Type.DELETE, need(verb, rest, 1, 1));
      case "entries" -> {
        Path file = Path.of(need(verb, rest, 1, 1).getFirst());
        output.line(file + ": " + writeEntries(sw, file) + " entities");
      }
      default ->
          throw new UserInputException(
              "'%s' is no command of a switch: %s"
                  .formatted(verb, NearNames.hint(verb, FORMS.keySet())));
    }
  }

  /** The words, if there are as many as the command takes. */
  static List<String> need(String verb, List<String> words, int least, int most) {
    if (words.size() < least || words.size() > most) {
      throw new UserInputException("write " + FORMS.get(verb));
    }
    return words;
  }

  /** Returns what is looked up by a name of the program. */
  static <T> T named(Supplier<T> lookup) {
    try {
      return lookup.get();
    } catch (UnknownNameException e) {
      throw new UserInputException(e);
    }
  }

  /** Returns the commands for completion. */
  static List<String> words() {
    return List.copyOf(FORMS.keySet());
  }

  /** {@code mc_mgrp_create} and {@code mc_mgrp_destroy}: the group, and its ports. */
  private static void writeGroup(ProgrammedSwitch sw, Update.Type type, List<String> words) {
    List<Replica> copies =
        words.stream().skip(1).map(port -> P4Entity.copy(EntryWords.index(port), 1)).toList();
    int group = EntryWords.index(words.getFirst());
    sw.write(type, List.of(P4Entity.multicastGroup(group, copies)));
  }

  /** The commands that read and write cells of registers and counters. */
  record ArrayEdits(ShellOutput output) {
    void readRegister(ProgrammedSwitch sw, List<String> words) {
      RegisterInfo register =
          SwitchEdits.named(() -> sw.info().registers().named(words.getFirst()));
      if (words.size() == 2) {
        int index = inArray(register.name(), words.get(1), register.size());
        output.line(
            "%s[%d] = %s"
                .formatted(register.name(), index, sw.register(register.name(), index).value()));
      } else {
        List<String> cells =
            sw.registers(register.name()).values().stream()
                .map(bits -> bits.value().toString())
                .toList();
        output.line(register.name() + " = " + String.join(", ", cells));
      }
    }

    private static int inArray(String array, String word, long size) {
      int index = EntryWords.index(word);
      if (index >= size) {
        throw new UserInputException("%s has %d cells: 0 to %d".formatted(array, size, size - 1));
      }
      return index;
    }

    static void writeRegister(ProgrammedSwitch sw, List<String> words) {
      RegisterInfo register =
          SwitchEdits.named(() -> sw.info().registers().named(words.getFirst()));
      int index = inArray(register.name(), words.get(1), register.size());
      int width =
          register
              .width()
              .orElseThrow(
                  () -> new UserInputException(register.name() + " does not hold bit strings"));
      Bits value = EntryWords.bits(words.get(2), width, register.name());
      sw.writeRegister(register.name(), index, value);
    }

    void readCounter(ProgrammedSwitch sw, List<String> words) {
      CounterInfo counter = SwitchEdits.named(() -> sw.info().counters().named(words.getFirst()));
      if (counter.directTableId().isPresent()) {
        throw new UserInputException(
            counter.name() + " counts entries of a table: it has no index");
      }
      int index = inArray(counter.name(), words.get(1), counter.size());
      PacketByteCount value = sw.counter(counter.name(), index);
      output.line(
          "%s[%d] = %d packets, %d bytes"
              .formatted(counter.name(), index, value.packets(), value.bytes()));
    }
  }

  /**
   * Writes the file of everything that {@code p4 trace --entries} reads of a switch: entries,
   * default actions, members and groups, as a text protobuf.
   *
   * @return how many entities it has
   * @throws RunFailedException if it cannot be written
   */
  private static int writeEntries(ProgrammedSwitch sw, Path file) {
    List<Entity> entities = new ArrayList<>();
    patterns(sw).forEach(pattern -> entities.addAll(sw.client().read(List.of(pattern))));
    entities.removeIf(entity -> isOfTheProgram(sw, entity));
    ReadResponse all = ReadResponse.newBuilder().addAllEntities(entities).build();
    RunFailedException.saying(file + ": cannot be written")
        .run(() -> Files.writeString(file, TextFormat.printer().printToString(all)));
    return entities.size();
  }

  private static List<Entity> patterns(ProgrammedSwitch sw) {
    List<Entity> patterns = new ArrayList<>();
    sw.info()
        .actionProfiles()
        .all()
        .forEach(profile -> {
          patterns.add(P4Entity.members(profile.id()));
          patterns.add(P4Entity.groups(profile.id()));
        });
    for (TableInfo table : sw.info().tables().all()) {
      patterns.add(P4Entity.entries(table.id(), false));
      patterns.add(P4Entity.entries(table.id(), true));
    }
    return patterns;
  }

  /** Tells if an entry is the program's own; what nobody may write need not be in the file. */
  private static boolean isOfTheProgram(ProgrammedSwitch sw, Entity entity) {
    if (!entity.hasTableEntry()) {
      return false;
    }
    TableInfo table = sw.info().tables().withId(entity.getTableEntry().getTableId());
    boolean isDefault = entity.getTableEntry().getIsDefaultAction();
    return entity.getTableEntry().getIsConst()
        || (isDefault
            && (table.defaultAction().constant().isPresent()
                || !entity.getTableEntry().hasAction()));
  }
}

package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
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
    forms.put("table_add", "table_add TABLE ACTION MATCH... => PARAMETER... [PRIORITY]");
    forms.put("table_modify", "table_modify TABLE ACTION HANDLE PARAMETER...");
    forms.put("table_delete", "table_delete TABLE HANDLE");
    forms.put("table_set_default", "table_set_default TABLE ACTION PARAMETER...");
    forms.put("table_dump", "table_dump TABLE");
    forms.put("register_read", "register_read REGISTER [INDEX]");
    forms.put("register_write", "register_write REGISTER INDEX VALUE");
    forms.put("counter_read", "counter_read COUNTER INDEX");
    forms.put("mc_mgrp_create", "mc_mgrp_create GROUP PORT...");
    forms.put("mc_mgrp_destroy", "mc_mgrp_destroy GROUP");
    forms.put("entries", "entries FILE");
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
      case "mc_mgrp_create" -> MulticastEdits.create(sw, need(verb, rest, 2, Integer.MAX_VALUE));
      case "mc_mgrp_destroy" -> MulticastEdits.destroy(sw, need(verb, rest, 1, 1));
      case "entries" -> {
        Path file = Path.of(need(verb, rest, 1, 1).getFirst());
        output.line(file + ": " + EntriesDump.write(sw, file) + " entities");
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
      throw new UserInputException("write SWITCH " + FORMS.get(verb));
    }
    return words;
  }

  /** Returns what is looked up by a name of the program. */
  static <T> T named(Supplier<T> lookup) {
    try {
      return lookup.get();
    } catch (UnknownNameException e) {
      throw new UserInputException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Returns the commands for completion. */
  static List<String> words() {
    return List.copyOf(FORMS.keySet());
  }

  /** The commands that make and remove multicast groups. */
  static final class MulticastEdits {
    private MulticastEdits() {}

    private static Update update(Update.Type type, int group, List<Integer> ports) {
      MulticastGroupEntry.Builder entry =
          MulticastGroupEntry.newBuilder().setMulticastGroupId(group);
      for (int port : ports) {
        entry.addReplicas(
            Replica.newBuilder().setPort(P4Bytes.encode(BigInteger.valueOf(port))).setInstance(1));
      }
      return Update.newBuilder()
          .setType(type)
          .setEntity(
              Entity.newBuilder()
                  .setPacketReplicationEngineEntry(
                      PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(entry)))
          .build();
    }

    /** {@code mc_mgrp_create}. */
    static void create(ProgrammedSwitch sw, List<String> words) {
      List<Integer> ports = words.stream().skip(1).map(EntryWords::index).toList();
      sw.write(List.of(update(Update.Type.INSERT, EntryWords.index(words.getFirst()), ports)));
    }

    /** {@code mc_mgrp_destroy}. */
    static void destroy(ProgrammedSwitch sw, List<String> words) {
      sw.write(List.of(update(Update.Type.DELETE, EntryWords.index(words.getFirst()), List.of())));
    }
  }
}

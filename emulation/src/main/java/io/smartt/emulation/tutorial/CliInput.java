package io.smartt.emulation.tutorial;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.emulation.shell.SwitchEdits;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * Commands of simple_switch_CLI from a switch's {@code cli_input}, a line each, as the tutorials'
 * run_exercise.py feeds them to it. Entries, registers and counters are as in the shell; queues,
 * mirroring and multicast nodes are written as simple_switch_CLI has them.
 */
final class CliInput {
  private final String name;
  private final ProgrammedSwitch sw;
  private final ExerciseFabric network;
  private final SwitchEdits edits = new SwitchEdits(new Silent());
  private final List<List<Replica>> nodes = new ArrayList<>();
  private final Map<Integer, List<Replica>> groups = new HashMap<>();

  /**
   * Creates what runs commands on a switch.
   *
   * @param sw with its program
   * @param network that has its queues
   */
  CliInput(String name, ProgrammedSwitch sw, ExerciseFabric network) {
    this.name = name;
    this.sw = sw;
    this.network = network;
  }

  /**
   * Runs the commands of a file.
   *
   * @return their number
   * @throws UserInputException naming file and line of a command that is not right
   * @throws RunFailedException naming file and line of a command that the switch refuses
   */
  int run(Path file) {
    List<String> lines = InputFile.text(file).lines().toList();
    int commands = 0;
    for (int i = 0; i < lines.size(); i++) {
      String line = lines.get(i).strip();
      if (line.isEmpty() || line.startsWith("#")) {
        continue;
      }
      String place = file + ":" + (i + 1);
      try {
        perform(List.of(line.split("\\s+")));
      } catch (UserInputException e) {
        throw e.at(place);
      } catch (NoSuchElementException | IllegalArgumentException e) {
        throw new UserInputException(place + ": " + e.getMessage(), e);
      } catch (P4RuntimeException e) {
        throw new RunFailedException(place + ": " + e.getMessage(), e);
      }
      commands++;
    }
    return commands;
  }

  private void perform(List<String> words) {
    String verb = words.getFirst();
    switch (verb) {
      case "set_queue_depth" -> {
        List<Integer> given = numbers(words, 1, 3, "PACKETS [PORT [PRIORITY]]");
        network.setCapacity(name, rest(given, 1), rest(given, 2), positive(given.getFirst()));
      }
      case "set_queue_rate" -> {
        List<Integer> given = numbers(words, 1, 2, "PACKETS_A_SECOND [PORT]");
        network.setPacketRate(name, rest(given, 1), given.getFirst());
      }
      case "mirroring_add" -> {
        List<Integer> given = numbers(words, 2, 2, "SESSION PORT");
        List<Replica> copies = List.of(P4Entity.copy(given.getLast(), 1));
        sw.write(Update.Type.INSERT, List.of(P4Entity.cloneSession(given.getFirst(), copies)));
      }
      case "mc_mgrp_create" ->
          write(numbers(words, 1, 1, "GROUP").getFirst(), Update.Type.INSERT, List.of());
      case "mc_node_create" -> {
        List<Integer> given = numbers(words, 2, Integer.MAX_VALUE, "REPLICATION_ID PORT...");
        nodes.add(
            given.stream().skip(1).map(port -> P4Entity.copy(port, given.getFirst())).toList());
      }
      case "mc_node_associate" -> {
        List<Integer> given = numbers(words, 2, 2, "GROUP NODE");
        if (given.getLast() >= nodes.size()) {
          throw new UserInputException(
              "no node %d: mc_node_create numbers them from 0, and made %d"
                  .formatted(given.getLast(), nodes.size()));
        }
        write(given.getFirst(), Update.Type.MODIFY, nodes.get(given.getLast()));
      }
      default -> edits.perform(sw, name, words);
    }
  }

  /** Nodes of a group add up, as in BMv2's pre_mcast. */
  private void write(int group, Update.Type type, List<Replica> more) {
    List<Replica> all = groups.computeIfAbsent(group, _ -> new ArrayList<>());
    all.addAll(more);
    sw.write(type, List.of(P4Entity.multicastGroup(group, all)));
  }

  private static List<Integer> rest(List<Integer> given, int place) {
    return given.size() > place ? List.of(given.get(place)) : List.of();
  }

  private static int positive(int packets) {
    if (packets < 1) {
      throw new UserInputException("a queue of " + packets + " packets; 1 or more is accepted");
    }
    return packets;
  }

  private static List<Integer> numbers(List<String> words, int least, int most, String form) {
    if (words.size() - 1 < least || words.size() - 1 > most) {
      throw new UserInputException("write " + words.getFirst() + " " + form);
    }
    return IntStream.range(1, words.size()).mapToObj(i -> number(words.get(i))).toList();
  }

  private static int number(String word) {
    return (int)
        Quantities.whole(word, 0, Integer.MAX_VALUE)
            .orElseThrow(() -> new UserInputException("'" + word + "' is no number"));
  }

  /** Keeps to itself what commands say: a tutorial shows its checks. */
  private static final class Silent implements ShellOutput {
    @Override
    public void line(String text) {}

    @Override
    public void table(List<String> titles, List<List<String>> rows) {}

    @Override
    public void result(RunResult result) {}

    @Override
    public <T> T during(Function<RunMonitor, T> work) {
      return work.apply(RunMonitor.NONE);
    }

    @Override
    public int program(ProcessBuilder program) {
      throw new IllegalStateException("no command of a switch runs a program");
    }
  }
}

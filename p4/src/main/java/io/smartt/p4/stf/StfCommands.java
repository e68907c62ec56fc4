package io.smartt.p4.stf;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.RegisterArray;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.CounterValue;
import io.smartt.p4.pipeline.PipelineControl;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Carries out the commands of simple_switch's command line that scripts use. */
final class StfCommands {
  private final Bmv2Config config;
  private final StfNames names;
  private final PipelineControl control;
  private final StfSwitch device;
  private final List<StfSwitch.Replica> nodes = new ArrayList<>();
  private final List<Integer> nodeHandles = new ArrayList<>();

  StfCommands(Bmv2Config config, StfNames names, PipelineControl control, StfSwitch device) {
    this.config = config;
    this.names = names;
    this.control = control;
    this.device = device;
  }

  void run(StfStatement.Command command) {
    switch (command.name()) {
      case "mirroring_add" ->
          device
              .sessions()
              .put(
                  number(command, 0),
                  new StfSwitch.Session(Optional.of(number(command, 1)), Optional.empty()));
      case "mirroring_add_mc" ->
          device
              .sessions()
              .put(
                  number(command, 0),
                  new StfSwitch.Session(Optional.empty(), Optional.of(number(command, 1))));
      case "mirroring_delete" -> device.sessions().remove(number(command, 0));
      case "mc_mgrp_create" -> device.groups().put(number(command, 0), new ArrayList<>());
      case "mc_node_create" -> {
        for (int i = 1; i < command.arguments().size(); i++) {
          nodes.add(new StfSwitch.Replica(number(command, i), number(command, 0)));
          nodeHandles.add(lastHandle() + (i == 1 ? 1 : 0));
        }
      }
      case "mc_node_associate" -> {
        List<StfSwitch.Replica> group = device.groups().get(number(command, 0));
        if (group == null) {
          throw new StfFormatException(
              command.line(), "there is no multicast group " + number(command, 0));
        }
        for (int i = 0; i < nodes.size(); i++) {
          if (nodeHandles.get(i) == number(command, 1)) {
            group.add(nodes.get(i));
          }
        }
      }
      case "register_write" -> {
        RegisterArray register = register(command);
        Bits value = StfNumber.of(argument(command, 2)).bits(register.width());
        control.apply(
            List.of(new Change.WriteRegister(register.name(), number(command, 1), value)));
      }
      case "register_reset" -> {
        RegisterArray register = register(command);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < register.size(); i++) {
          changes.add(new Change.WriteRegister(register.name(), i, Bits.zero(register.width())));
        }
        control.apply(changes);
      }
      case "counter_write" ->
          control.apply(
              List.of(
                  new Change.WriteCounter(
                      names.counter(command.line(), argument(command, 0)),
                      number(command, 1),
                      new CounterValue(number(command, 2), number(command, 3)))));
      case "counter_read", "register_read", "mirroring_get", "meter_get_rates" -> {
        // Prints on simple_switch's command line; nothing looks at it here.
      }
      default ->
          throw new StfFormatException(command.line(), command.name() + " is not supported yet");
    }
  }

  private int lastHandle() {
    return nodeHandles.isEmpty() ? -1 : nodeHandles.getLast();
  }

  private RegisterArray register(StfStatement.Command command) {
    String name = names.register(command.line(), argument(command, 0));
    return config.registerArrays().stream()
        .filter(register -> register.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static String argument(StfStatement.Command command, int at) {
    if (at >= command.arguments().size()) {
      throw new StfFormatException(
          command.line(), command.name() + " needs more than " + at + " arguments");
    }
    return command.arguments().get(at);
  }

  private static int number(StfStatement.Command command, int at) {
    try {
      return Integer.decode(argument(command, at));
    } catch (NumberFormatException e) {
      throw new StfFormatException(
          command.line(), "expected a number, found " + argument(command, at));
    }
  }
}

package io.smartt.emulation.shell;

import module java.base;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Switch;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.ActionInfo.ParamInfo;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.UnknownNameException;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend.QueueStatus;
import io.smartt.softswitch.explain.ValueFormat;

/** The views of what a switch holds and counts, read over P4Runtime where P4Runtime has it. */
record SwitchViews(LiveNetwork network, ShellOutput output) {
  /** The drops of ports, which no queue or program has: a row of each that there is. */
  private static final Map<DropReason, String> AT_PORTS =
      new EnumMap<>(
          Map.of(
              DropReason.KERNEL, "lost between kernel and switch",
              DropReason.LINK_DOWN, "lost as the link was down",
              DropReason.LINK_LOSS, "lost on the link",
              DropReason.CONTROLLER, DropReason.CONTROLLER.text()));

  void tables(Switch sw, Optional<String> only) {
    ProgrammedSwitch programmed = network.programmed(sw);
    List<List<String>> rows = new ArrayList<>();
    for (TableInfo table : chosen(programmed, only)) {
      for (TableEntry entry : programmed.entries(table.name())) {
        rows.add(
            List.of(table.name(), match(table, entry), target(programmed, table, entry.target())));
      }
      programmed
          .defaultAction(table.name())
          .ifPresent(call -> rows.add(List.of(table.name(), "default", action(programmed, call))));
    }
    output.table(List.of("table", "match", "action"), rows);
  }

  private static List<TableInfo> chosen(ProgrammedSwitch programmed, Optional<String> only) {
    try {
      return only.isPresent()
          ? List.of(programmed.info().tables().named(only.get()))
          : programmed.info().tables().all();
    } catch (UnknownNameException e) {
      throw new UserInputException("tables: " + e.getMessage(), e);
    }
  }

  static String match(TableInfo table, TableEntry entry) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < entry.key().size(); i++) {
      String field = table.matchFields().all().get(i).name();
      parts.add(field + "=" + ValueFormat.of(field, entry.key().get(i)));
    }
    return String.join(" ", parts) + (entry.priority() == 0 ? "" : " priority " + entry.priority());
  }

  static String target(ProgrammedSwitch programmed, TableInfo table, EntryTarget target) {
    return switch (target) {
      case EntryTarget.ActionCall call -> action(programmed, call);
      case EntryTarget.Member(int id) -> member(programmed, table, id);
      case EntryTarget.Group(int id) ->
          programmed.groups(profile(table)).getOrDefault(id, List.of()).stream()
              .map(one -> member(programmed, table, one.memberId()))
              .collect(Collectors.joining(" | "));
    };
  }

  private static String member(ProgrammedSwitch programmed, TableInfo table, int id) {
    return Optional.ofNullable(programmed.members(profile(table)).get(id))
        .map(call -> action(programmed, call))
        .orElse("member " + Integer.toUnsignedString(id));
  }

  private static String profile(TableInfo table) {
    return table.implementation().orElseThrow().name();
  }

  static String action(ProgrammedSwitch programmed, EntryTarget.ActionCall call) {
    ActionInfo action = programmed.info().actions().named(call.action());
    List<String> arguments = new ArrayList<>();
    for (int i = 0; i < call.arguments().size(); i++) {
      ParamInfo param = action.params().all().get(i);
      arguments.add(param.name() + "=" + ValueFormat.of(param.name(), call.arguments().get(i)));
    }
    return call.action() + "(" + String.join(", ", arguments) + ")";
  }

  void counters(Switch sw) {
    List<List<String>> rows = new ArrayList<>();
    SwitchCounters own = network.counters(sw);
    rows.add(row("received", "", own.received(), ""));
    rows.add(row("dropped by the program", "", own.droppedByProgram(), ""));
    rows.add(row("to ports that are not there", "", own.noSuchPort(), ""));
    if (own.endless() > 0) {
      rows.add(row("refused, as asked for without end", "", own.endless(), ""));
    }
    for (PortDrops port : network.counts().packets().ports()) {
      if (port.switchName().equals(sw.name())) {
        AT_PORTS.forEach((reason, name) -> {
          long lost = port.drops().of(reason).orElse(0);
          if (lost > 0) {
            rows.add(row(name, "port " + port.port(), lost, ""));
          }
        });
      }
    }
    ProgrammedSwitch programmed = network.programmed(sw);
    for (CounterInfo counter : programmed.info().counters()) {
      if (counter.directTableId().isEmpty()) {
        programmed
            .counters(counter.name())
            .forEach((index, value) -> {
              if (!value.equals(PacketByteCount.ZERO)) {
                rows.add(
                    row(
                        counter.name(),
                        Integer.toString(index),
                        value.packets(),
                        Long.toString(value.bytes())));
              }
            });
      }
    }
    output.table(List.of("counter", "index", "packets", "bytes"), rows);
  }

  private static List<String> row(String name, String index, long packets, String bytes) {
    return List.of(name, index, Long.toString(packets), bytes);
  }

  void queues(Switch sw) {
    List<List<String>> rows = new ArrayList<>();
    for (QueueStatus queue : network.queues(sw)) {
      rows.add(
          List.of(
              Integer.toString(queue.port()),
              Integer.toString(queue.queue()),
              capacity(queue.config()),
              Integer.toString(queue.depthPackets()),
              Long.toString(queue.counters().maxDepthPackets()),
              Long.toString(queue.counters().enqueued().packets()),
              Long.toString(queue.counters().dequeued().packets()),
              Long.toString(queue.counters().dropped().packets()),
              Long.toString(queue.counters().trimmed().packets()),
              Long.toString(queue.counters().marked().packets())));
    }
    output.table(
        List.of(
            "port queue capacity depth most enqueued dequeued dropped trimmed marked"
                .split(" ", -1)),
        rows);
  }

  private static String capacity(QueueConfig config) {
    return config.capacityBytes() == QueueConfig.UNLIMITED
        ? config.capacityPackets() == QueueConfig.UNLIMITED
            ? "unlimited"
            : config.capacityPackets() + " packets"
        : Quantities.formatBytes(config.capacityBytes());
  }
}

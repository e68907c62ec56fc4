package io.smartt.p4.stf;

import io.smartt.p4.bmv2.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.HeaderType;
import io.smartt.p4.bmv2.RegisterArray;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.CounterValue;
import io.smartt.p4.pipeline.EntryTarget;
import io.smartt.p4.pipeline.MatchValue;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Runs a script on a pipeline and says what was not as expected. */
public final class StfRunner {
  private final Bmv2Config config;
  private final StfNames names;
  private final PipelineControl control;
  private final StfSwitch device;
  private final Map<String, TableEntry> labels = new HashMap<>();
  private final List<TableEntry> added = new ArrayList<>();
  private final List<StfSwitch.Replica> nodes = new ArrayList<>();
  private final List<Integer> nodeHandles = new ArrayList<>();
  private final Map<Integer, StfStatement.Expect> anyExpected = new HashMap<>();
  private final Map<Integer, List<StfStatement.Expect>> expected = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  /** A runner of scripts on a fresh pipeline of a program. */
  public StfRunner(Bmv2Config config, Pipeline pipeline) {
    this.config = config;
    this.names = new StfNames(config);
    this.control = pipeline.control();
    this.device = new StfSwitch(pipeline);
  }

  /**
   * Runs a script.
   *
   * @return what went otherwise than expected, a line each; empty where the script passes
   * @throws StfFormatException where a statement does not fit the program
   */
  public List<String> run(List<StfStatement> script) {
    for (StfStatement statement : script) {
      run(statement);
    }
    checkPackets();
    return List.copyOf(failures);
  }

  private void run(StfStatement statement) {
    switch (statement) {
      case StfStatement.Add add -> add(add);
      case StfStatement.SetDefault set -> {
        TableDefinition table = names.table(set.line(), set.table());
        control.apply(
            List.of(new Change.SetDefault(table.name(), action(set.line(), table, set.call()))));
      }
      case StfStatement.RemoveAll remove -> {
        List<Change> changes = new ArrayList<>();
        for (TableEntry entry : added) {
          changes.add(new Change.RemoveEntry(entry.table(), entry.key(), entry.priority()));
        }
        control.apply(changes);
        added.clear();
      }
      case StfStatement.Packet packet ->
          device.receive(packet.port(), HexFormat.of().parseHex(packet.hex()));
      case StfStatement.Expect expect -> {
        if (expect.pattern().isEmpty()) {
          anyExpected.put(expect.port(), expect);
        } else {
          expected.computeIfAbsent(expect.port(), port -> new ArrayList<>()).add(expect);
        }
      }
      case StfStatement.NoPacket none -> {
        // That nothing else is sent is checked at the end in any case.
      }
      case StfStatement.Wait wait -> {
        // Packets are through as soon as they are sent.
      }
      case StfStatement.CheckCounter check -> check(check);
      case StfStatement.Command command -> command(command);
    }
  }

  private void add(StfStatement.Add add) {
    TableDefinition table = names.table(add.line(), add.table());
    MatchValue[] key = new MatchValue[table.key().size()];
    for (int i = 0; i < key.length; i++) {
      key[i] = whenLeftOut(table.key().get(i));
    }
    for (StfStatement.Assignment match : add.key()) {
      int at = StfNames.keyField(add.line(), table, match.name());
      key[at] = match(add.line(), table.key().get(at), match.value());
    }
    boolean hasPriority =
        table.key().stream()
            .anyMatch(field ->
                switch (field.kind()) {
                  case TERNARY, RANGE -> true;
                  case EXACT, LPM, VALID -> false;
                });
    TableEntry entry =
        TableEntry.of(
            table.name(),
            List.of(key),
            hasPriority ? add.priority().orElse(0) : 0,
            action(add.line(), table, add.call()));
    control.apply(List.of(new Change.PutEntry(entry)));
    added.add(entry);
    add.label().ifPresent(label -> labels.put(label, entry));
  }

  private MatchValue whenLeftOut(TableDefinition.KeyField field) {
    return switch (field.kind()) {
      case EXACT, VALID -> new MatchValue.Exact(Bits.zero(width(field)));
      case LPM, TERNARY, RANGE -> new MatchValue.Any();
    };
  }

  private MatchValue match(int line, TableDefinition.KeyField field, String text) {
    int width = width(field);
    int slash = text.indexOf('/');
    StfNumber number = StfNumber.of(slash < 0 ? text : text.substring(0, slash));
    return switch (field.kind()) {
      case EXACT, VALID -> new MatchValue.Exact(number.bits(width));
      case TERNARY -> number.ternary(width);
      case LPM ->
          slash < 0
              ? number.lpm(width)
              : number.lpm(width, StfNumber.of(text.substring(slash + 1)).value().intValue());
      case RANGE ->
          throw new StfFormatException(line, "a script cannot give a range: " + field.name());
    };
  }

  private int width(TableDefinition.KeyField field) {
    if (!(field.target() instanceof Value.Field(String header, String name))
        || name.equals(HeaderType.VALID)) {
      return 1;
    }
    HeaderType type =
        config.headers().stream()
            .filter(h -> h.name().equals(header))
            .findFirst()
            .orElseThrow()
            .type();
    return type.fields().get(type.indexOf(name)).width();
  }

  private EntryTarget.ActionCall action(int line, TableDefinition table, StfStatement.Call call) {
    ActionDefinition action = names.action(line, table, call.action());
    List<Bits> arguments = new ArrayList<>();
    for (ActionDefinition.Parameter parameter : action.parameters()) {
      String value =
          call.arguments().stream()
              .filter(argument -> argument.name().equals(parameter.name()))
              .findFirst()
              .orElseThrow(() ->
                  new StfFormatException(
                      line, "action " + action.name() + " needs " + parameter.name()))
              .value();
      arguments.add(StfNumber.of(value).bits(parameter.width()));
    }
    if (call.arguments().size() != arguments.size()) {
      throw new StfFormatException(
          line,
          "action "
              + action.name()
              + " has "
              + arguments.size()
              + " parameters, found "
              + call.arguments());
    }
    return new EntryTarget.ActionCall(action.name(), arguments);
  }

  private void check(StfStatement.CheckCounter check) {
    CounterValue value;
    if (check.cell().startsWith("$")) {
      TableEntry entry = labels.get(check.cell().substring(1));
      if (entry == null) {
        throw new StfFormatException(check.line(), "no entry is called " + check.cell());
      }
      value = control.directCounter(entry);
    } else {
      int cell = StfNumber.of(check.cell()).value().intValue();
      value = control.counter(names.counter(check.line(), check.counter()), cell);
    }
    if (check.condition().isPresent()) {
      StfStatement.Condition condition = check.condition().get();
      long found = condition.bytes() ? value.bytes() : value.packets();
      if (!holds(Long.compare(found, condition.value()), condition.operator())) {
        failures.add(
            "line "
                + check.line()
                + ": counter "
                + check.counter()
                + "("
                + check.cell()
                + ") is "
                + found
                + ", expected "
                + condition.operator()
                + " "
                + condition.value());
      }
    }
  }

  private static boolean holds(int order, String operator) {
    return switch (operator) {
      case "==" -> order == 0;
      case "!=" -> order != 0;
      case "<" -> order < 0;
      case "<=" -> order <= 0;
      case ">" -> order > 0;
      default -> order >= 0;
    };
  }

  private void command(StfStatement.Command command) {
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

  private void checkPackets() {
    for (int port : device.ports()) {
      if (!anyExpected.containsKey(port) && !expected.containsKey(port)) {
        failures.add(
            "port " + port + ": expected no packet, got " + hex(device.sent(port).getFirst()));
      }
    }
    anyExpected.forEach((port, expect) -> {
      if (device.sent(port).isEmpty()) {
        failures.add("line " + expect.line() + ": no packet on port " + port);
      }
    });
    expected.forEach((port, patterns) -> checkPort(port, patterns, device.sent(port)));
  }

  private void checkPort(int port, List<StfStatement.Expect> patterns, List<byte[]> packets) {
    if (packets.size() != patterns.size() && !anyExpected.containsKey(port)) {
      failures.add(
          "port "
              + port
              + ": expected "
              + patterns.size()
              + " packets, got "
              + packets.stream().map(StfRunner::hex).toList());
    }
    for (int i = 0; i < Math.min(patterns.size(), packets.size()); i++) {
      String pattern = patterns.get(i).pattern().orElse("");
      String found = hex(packets.get(i));
      if (!matches(pattern, found)) {
        failures.add("line " + patterns.get(i).line() + ": expected " + pattern + ", got " + found);
      }
    }
  }

  static boolean matches(String pattern, String found) {
    boolean whole = pattern.endsWith("$");
    String digits = whole ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (found.length() < digits.length() || (whole && found.length() > digits.length())) {
      return false;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) != '*' && digits.charAt(i) != found.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

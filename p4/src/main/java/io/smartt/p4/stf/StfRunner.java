package io.smartt.p4.stf;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.CounterValue;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Runs a script on a pipeline and says what was not as expected. */
public final class StfRunner {
  private final StfNames names;
  private final StfEntries entries;
  private final StfCommands commands;
  private final PipelineControl control;
  private final StfSwitch device;
  private final Map<String, TableEntry> labels = new HashMap<>();
  private final List<TableEntry> added = new ArrayList<>();
  private final Map<Integer, StfStatement.Expect> anyExpected = new HashMap<>();
  private final Map<Integer, List<StfStatement.Expect>> expected = new HashMap<>();
  private final List<String> failures = new ArrayList<>();

  /** A runner of scripts on a fresh pipeline of a program. */
  public StfRunner(Bmv2Config config, Pipeline pipeline) {
    this.names = new StfNames(config);
    this.entries = new StfEntries(config, names);
    this.control = pipeline.control();
    this.device = new StfSwitch(pipeline);
    this.commands = new StfCommands(config, names, control, device);
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
            List.of(
                new Change.SetDefault(
                    table.name(), entries.action(set.line(), table, set.call()))));
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
      case StfStatement.Command command -> commands.run(command);
    }
  }

  private void add(StfStatement.Add add) {
    TableEntry entry = entries.entry(add);
    control.apply(List.of(new Change.PutEntry(entry)));
    added.add(entry);
    add.label().ifPresent(label -> labels.put(label, entry));
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

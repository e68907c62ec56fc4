package io.smartt.p4.pipeline.tree;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.hash.HashAlgorithms;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ActionSchema;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;

/** Turns the names of a program into indices while its nodes are being built. */
final class ProgramIndex {
  final Bmv2Config config;
  final ProgramLayout layout;
  final ProgramSchema schema;
  final ParserErrors errors;
  final Map<Integer, ActionSchema> actions = new HashMap<>();
  final Map<String, TableSchema> tables = new HashMap<>();
  final Map<String, ProgramSchema.ValueSetSchema> valueSets = new HashMap<>();
  final Map<String, HashNode> calculations = new HashMap<>();
  private final Map<String, Integer> counters = new HashMap<>();
  private final Map<String, Integer> registers = new HashMap<>();
  private final Map<String, Integer> meters = new HashMap<>();
  private final List<String> hashes = new ArrayList<>();

  ProgramIndex(Bmv2Config config, ProgramLayout layout, ProgramSchema schema) {
    this.config = config;
    this.layout = layout;
    this.schema = schema;
    this.errors = ParserErrors.of(config);
    for (int i = 0; i < config.actions().size(); i++) {
      actions.put(config.actions().get(i).id(), new ActionSchema(i, config.actions().get(i)));
    }
    for (TableSchema table : schema.tables()) {
      tables.put(table.name(), table);
    }
    for (ProgramSchema.ValueSetSchema valueSet : schema.valueSets()) {
      valueSets.put(valueSet.name(), valueSet);
    }
    for (Bmv2Config.CounterArray counter : schema.counters()) {
      counters.put(counter.name(), counters.size());
    }
    for (Bmv2Config.MeterArray meter : schema.meters()) {
      meters.put(meter.name(), meters.size());
    }
    for (Bmv2Config.RegisterArray register : schema.registers()) {
      registers.put(register.name(), registers.size());
    }
  }

  int counter(String name, Where where) {
    Integer index = counters.get(name);
    if (index == null) {
      throw where.fail("counter " + name + " is direct and cannot be counted by index");
    }
    return index;
  }

  int meter(String name, Where where) {
    Integer index = meters.get(name);
    if (index == null) {
      throw where.fail("meter " + name + " is direct and cannot be executed by index");
    }
    return index;
  }

  int register(String name) {
    return registers.getOrDefault(name, -1);
  }

  int registerWidth(String name) {
    return schema.registers().get(register(name)).width();
  }

  /** A new hash of this algorithm for every machine. */
  int addHash(String algorithm, Where where) {
    if (!HashAlgorithms.names().contains(algorithm)) {
      throw where.fail(
          "unknown hash algorithm \""
              + algorithm
              + "\"; known are "
              + String.join(", ", HashAlgorithms.names()));
    }
    hashes.add(algorithm);
    return hashes.size() - 1;
  }

  List<String> hashes() {
    return List.copyOf(hashes);
  }

  /** The part of a program that is being built, for complaints. */
  record Where(String what) {
    Where in(String part) {
      return new Where(what + ", " + part);
    }

    Bmv2FormatException fail(String problem) {
      return new Bmv2FormatException(what, problem);
    }
  }

  /** The numbers that a program gives to the errors of P4's core library. */
  public record ParserErrors(
      int packetTooShort,
      int stackOutOfBounds,
      int headerTooShort,
      int parserTimeout,
      int parserInvalidArgument) {
    static ParserErrors of(Bmv2Config config) {
      return new ParserErrors(
          config.errors().getOrDefault("PacketTooShort", 1),
          config.errors().getOrDefault("StackOutOfBounds", 3),
          config.errors().getOrDefault("HeaderTooShort", 4),
          config.errors().getOrDefault("ParserTimeout", 5),
          config.errors().getOrDefault("ParserInvalidArgument", 6));
    }
  }
}

package io.smartt.emulation.stf;

import module java.base;

import io.smartt.emulation.stf.StfRunner.StfNumber;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.MatchValue;

/** Makes table entries of what a script says. */
record StfEntries(Bmv2Config config, StfNames names) {
  TableEntry entry(StfStatement.Add add) {
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
    return TableEntry.of(
        table.name(),
        List.of(key),
        hasPriority ? add.priority().orElse(0) : 0,
        action(add.line(), table, add.call()));
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
          throw new StfParser.StfFormatException(
              line, "a script cannot give a range: " + field.name());
    };
  }

  private int width(TableDefinition.KeyField field) {
    if (!(field.target() instanceof Value.Field(String header, String name))
        || name.equals(Bmv2Config.HeaderType.VALID)) {
      return 1;
    }
    Bmv2Config.HeaderType type =
        config.headers().stream()
            .filter(h -> h.name().equals(header))
            .findFirst()
            .orElseThrow()
            .type();
    return type.fields().get(type.indexOf(name)).width();
  }

  /** The action of a statement. */
  TableEntry.EntryTarget.ActionCall action(
      int line, TableDefinition table, StfStatement.Call call) {
    Bmv2Config.ActionDefinition action = names.action(line, table, call.action());
    List<Bits> arguments = new ArrayList<>();
    for (Bmv2Config.ActionDefinition.Parameter parameter : action.parameters()) {
      String value =
          call.arguments().stream()
              .filter(argument -> argument.name().equals(parameter.name()))
              .findFirst()
              .orElseThrow(() ->
                  new StfParser.StfFormatException(
                      line, "action " + action.name() + " needs " + parameter.name()))
              .value();
      arguments.add(StfNumber.of(value).bits(parameter.width()));
    }
    if (call.arguments().size() != arguments.size()) {
      throw new StfParser.StfFormatException(
          line,
          "action "
              + action.name()
              + " has "
              + arguments.size()
              + " parameters, found "
              + call.arguments());
    }
    return new TableEntry.EntryTarget.ActionCall(action.name(), arguments);
  }
}

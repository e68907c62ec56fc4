package io.smartt.emulation.stf;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.TableDefinition;

/** Finds what a script's short names mean: a name may leave out what comes before it. */
record StfNames(Bmv2Config config) {
  private static final Pattern ESCAPED_INDEX = Pattern.compile("(.*)\\$([0-9]+)(.*)");

  TableDefinition table(int line, String name) {
    List<TableDefinition> tables =
        config.pipelines().stream().flatMap(p -> p.tables().stream()).toList();
    return find(line, "table", name, tables, TableDefinition::name);
  }

  ActionDefinition action(int line, TableDefinition table, String name) {
    List<ActionDefinition> actions =
        config.actions().stream().filter(a -> table.actions().contains(a.id())).toList();
    return find(line, "action", name, actions, ActionDefinition::name);
  }

  String counter(int line, String name) {
    List<String> counters = config.counterArrays().stream().map(c -> c.name()).toList();
    return find(line, "counter", name, counters, Function.identity());
  }

  Bmv2Config.RegisterArray register(int line, String name) {
    return find(line, "register", name, config.registerArrays(), Bmv2Config.RegisterArray::name);
  }

  Bmv2Config.MeterArray meter(int line, String name) {
    return find(line, "meter", name, config.meterArrays(), Bmv2Config.MeterArray::name);
  }

  private static <T> T find(
      int line, String what, String name, List<T> all, Function<T, String> nameOf) {
    for (T candidate : all) {
      if (nameOf.apply(candidate).equals(name)) {
        return candidate;
      }
    }
    List<T> found = all.stream().filter(c -> nameOf.apply(c).endsWith(name)).toList();
    if (found.size() == 1) {
      return found.getFirst();
    }
    throw new StfParser.StfFormatException(
        line,
        (found.isEmpty() ? "there is no " + what + " " : "more than one " + what + " is called ")
            + name
            + "; there are "
            + String.join(", ", all.stream().map(nameOf).toList()));
  }

  /** Position of a key field in a table; stack indices may be spelt {@code stack$0}. */
  static int keyField(int line, TableDefinition table, String name) {
    Matcher escaped = ESCAPED_INDEX.matcher(name);
    String plain =
        escaped.matches()
            ? escaped.group(1) + "[" + escaped.group(2) + "]" + escaped.group(3)
            : name;
    List<String> fields = table.key().stream().map(TableDefinition.KeyField::name).toList();
    for (String candidate :
        List.of(
            plain, plain + "$", plain + ".$valid$", plain.replaceAll("valid$", "\\$valid\\$"))) {
      if (fields.contains(candidate)) {
        return fields.indexOf(candidate);
      }
    }
    int found = -1;
    for (int i = 0; i < fields.size(); i++) {
      String field = fields.get(i);
      if (field.endsWith("." + plain)
          || field.endsWith("." + plain + "$")
          || (plain.equals("valid") && field.endsWith("$valid$"))) {
        found = i;
      }
    }
    if (found < 0) {
      throw new StfParser.StfFormatException(
          line,
          "table "
              + table.name()
              + " has no key field "
              + name
              + "; it has "
              + String.join(", ", fields));
    }
    return found;
  }
}

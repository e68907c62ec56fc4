package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabFacts;
import io.smartt.emulation.lab.LabStore;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import io.smartt.switchd.options.JsonOption;
import io.smartt.switchd.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt lab list}. */
@Command(
    name = "list",
    sortOptions = false,
    header = "Lists this user's labs, and those whose process is gone.")
final class LabListCommand implements Callable<Integer> {
  private final Supplier<LabStore> labs;
  private final Console console;

  @Mixin private JsonOption json = new JsonOption();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  LabListCommand(Supplier<LabStore> labs, Console console) {
    this.labs = labs;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (Lab lab : labs.get().all()) {
      Optional<LabFacts> facts = lab.facts();
      Map<String, Object> row = new LinkedHashMap<>();
      row.put("name", lab.name());
      row.put("state", !lab.isAlive() ? "stale" : facts.isPresent() ? "up" : "starting");
      row.put("profile", facts.map(LabFacts::profile).orElse(""));
      row.put("topology", facts.map(LabFacts::topology).orElse(""));
      row.put("age", facts.map(known -> age(known.begun())).orElse(""));
      row.put("hosts", facts.map(known -> known.names("host").size()).orElse(0));
      row.put("switches", facts.map(known -> known.names("switch").size()).orElse(0));
      row.put("process", facts.map(LabFacts::process).orElse(0L));
      rows.add(row);
    }
    if (json.wanted()) {
      console.out().print(Json.pretty(rows));
    } else if (rows.isEmpty()) {
      console.out().println("no lab is up");
    } else {
      TextTable table = new TextTable(rows.getFirst().keySet().toArray(String[]::new));
      rows.forEach(
          row -> table.row(row.values().stream().map(String::valueOf).toArray(String[]::new)));
      console.out().print(table);
      if (rows.stream().anyMatch(row -> "stale".equals(row.get("state")))) {
        console.out().println("the process of a stale lab is gone: 'smartt lab down NAME'");
      }
    }
    console.out().flush();
    return 0;
  }

  private static String age(String begun) {
    Duration age = Duration.between(Instant.parse(begun), InstantSource.system().instant());
    if (age.toDays() > 0) {
      return age.toDays() + " d";
    }
    if (age.toHours() > 0) {
      return age.toHours() + " h";
    }
    return age.toMinutes() > 0 ? age.toMinutes() + " min" : age.toSeconds() + " s";
  }
}

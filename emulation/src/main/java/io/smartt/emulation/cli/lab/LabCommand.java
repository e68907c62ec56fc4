package io.smartt.emulation.cli.lab;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.Lab.LabFacts;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabClient.LabPrograms;
import io.smartt.emulation.lab.LabStore;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.SpecOrigin;
import io.smartt.experiment.run.Fabric.Stale;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.TextTable;
import io.smartt.switchd.options.CommandGroup;
import io.smartt.switchd.options.JsonOption;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab}. */
@Command(
    name = "lab",
    header = "Networks that stay until they are taken down, for shells, programs and experiments.",
    footer = {
      "",
      "Examples:",
      "  sudo ./smartt lab up mine --topology leafspine,2,2,2",
      "  sudo ./smartt lab exec mine h1 -- ping h2",
      "  sudo ./smartt shell --lab mine",
      "  sudo ./smartt run --lab mine --workload incast:3x1MiB",
      "  sudo ./smartt lab down mine"
    })
public final class LabCommand extends CommandGroup {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Fabrics fabrics;
  private final Supplier<LabStore> labs;
  private final Console console;

  private LabCommand(Fabrics fabrics, Supplier<LabStore> labs, Console console) {
    this.fabrics = fabrics;
    this.labs = labs;
    this.console = console;
  }

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(
      ExperimentLoader experiments, Fabrics fabrics, Supplier<LabStore> labs, Console console) {
    LabParts parts = new LabParts(experiments, fabrics, labs, console);
    return new CommandLine(new LabCommand(fabrics, labs, console))
        .addSubcommand(new LabUpCommand(parts))
        .addSubcommand(new LabServeCommand(parts));
  }

  /** Uses of the commands that build a lab. */
  record LabParts(
      ExperimentLoader experiments, Fabrics fabrics, Supplier<LabStore> labs, Console console) {}

  @Override
  protected String prompt() {
    return "name a command: " + subcommands().replaceFirst(", serve$", "");
  }

  @Command(
      name = "down",
      sortOptions = false,
      header = "Takes a lab down, or cleans up after one whose process is gone.",
      description = {
        "",
        "A run on it ends as interrupted, and programs in its hosts are ended.",
        ""
      })
  int down(@Parameters(paramLabel = "NAME", description = "The lab.") String name) {
    Lab lab = labs.get().find(name);
    if (lab.isAlive()) {
      end(lab);
      console.out().println("lab '" + name + "' is down");
    } else {
      Optional<LabFacts> facts = lab.facts();
      if (facts.isPresent()) {
        Stale stale = fabrics.named(facts.get().fabric()).stale();
        stale.of(facts.get().process()).forEach(left -> console.out().println("removed " + left));
        stale.remove(facts.get().process());
      }
      lab.forget();
      console.out().println("lab '" + name + "' was stale: its process was gone; it is cleaned up");
    }
    console.out().flush();
    return 0;
  }

  private static void end(Lab lab) {
    if (lab.facts().isPresent()) {
      try (LabClient client = LabClient.connect(lab, _ -> {}, _ -> {}, _ -> 1)) {
        client.down();
      }
    } else {
      throw new RunFailedException(
          "lab '" + lab.name() + "' is being built; stop the 'smartt lab up' that builds it");
    }
    boolean gone =
        Polling.until(
                "a lab to end",
                PATIENCE_NS,
                LOOK_NS,
                () -> Optional.of(true).filter(_ -> !Files.exists(lab.folder())))
            .isPresent();
    if (!gone) {
      throw new RunFailedException(
          "lab '%s' does not end; its process is %d, and its log %s"
              .formatted(lab.name(), lab.facts().map(LabFacts::process).orElse(0L), lab.log()));
    }
  }

  @Command(
      name = "exec",
      sortOptions = false,
      header = "Runs a program in a host of a lab, on this terminal.",
      description = {
        "",
        "Programs find other hosts by their names (http://h2:8000). Ends with the program's",
        "own status. On the virtual fabric hosts ping and run nothing else.",
        ""
      },
      footer = {"", "Example:", "  sudo ./smartt lab exec mine h1 -- ping -c 3 h2"})
  int exec(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name,
      @Parameters(paramLabel = "HOST", description = "A host of it.") String host,
      @Parameters(
              arity = "1..*",
              paramLabel = "COMMAND",
              description = "The program and its arguments, behind '--'.")
          List<String> command) {
    Lab lab = labs.get().find(name);
    LabPrograms programs = new LabPrograms();
    try (LabClient client =
        LabClient.connect(
            lab,
            text -> {
              console.show(text);
            },
            what -> console.err().println("smartt: " + what),
            programs)) {
      List<String> hosts = lab.facts().map(facts -> facts.names("host")).orElse(List.of());
      if (!hosts.contains(host)) {
        throw new UserInputException(
            "lab '%s' has no host '%s'; %s".formatted(name, host, NearNames.hint(host, hosts)));
      }
      String words =
          command.size() == 1
              ? command.getFirst()
              : command.stream().map(SpecOrigin::quoted).collect(Collectors.joining(" "));
      try {
        var _ = client.execute(host + " " + words);
      } catch (RunFailedException e) {
        // The program has said why itself.
        return programs.lastStatus().orElseThrow(() -> e);
      }
      return 0;
    }
  }

  @Command(
      name = "inspect",
      sortOptions = false,
      header = "Shows the nodes, addresses, namespaces and links of a lab as they are now.")
  int inspect(
      @Parameters(paramLabel = "NAME", description = "The lab.") String name,
      @Mixin JsonOption json)
      throws JsonProcessingException {
    Lab lab = labs.get().find(name);
    String text;
    try (LabClient client = LabClient.connect(lab, _ -> {}, _ -> {}, _ -> 1)) {
      text = client.inspect();
    }
    if (json.wanted()) {
      console.say(text);
      return 0;
    }
    LabFacts facts = new ObjectMapper().readValue(text, LabFacts.class);
    console
        .out()
        .printf(
            "lab '%s': %s, profile %s, fabric %s, process %d, up since %s%n",
            name,
            facts.topology(),
            facts.profile(),
            facts.fabric(),
            facts.process(),
            facts.begun());
    if (!facts.page().isEmpty()) {
      console.out().println("live page: " + facts.page());
    }
    if (!facts.p4Runtime().isEmpty()) {
      console
          .out()
          .printf("P4Runtime: %s, with the bearer token of %s%n", facts.p4Runtime(), lab.token());
    }
    TextTable nodes = new TextTable("node", "kind", "address", "namespace");
    facts
        .nodes()
        .forEach(node -> nodes.row(node.name(), node.kind(), node.address(), node.place()));
    console.out().println();
    console.out().print(nodes);
    console.out().println();
    facts.links().forEach(console.out()::println);
    console.out().flush();
    return 0;
  }

  @Command(
      name = "list",
      sortOptions = false,
      header = "Lists this user's labs, and those whose process is gone.")
  int list(@Mixin JsonOption json) {
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

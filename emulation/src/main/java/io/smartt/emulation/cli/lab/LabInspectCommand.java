package io.smartt.emulation.cli.lab;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabFacts;
import io.smartt.emulation.lab.LabStore;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import io.smartt.switchd.options.JsonOption;
import io.smartt.switchd.text.TextTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab inspect}. */
@Command(
    name = "inspect",
    sortOptions = false,
    header = "Shows the nodes, addresses, namespaces and links of a lab as they are now.")
final class LabInspectCommand implements Callable<Integer> {
  private final Supplier<LabStore> labs;
  private final Console console;

  @Parameters(paramLabel = "NAME", description = "The lab.")
  private String name = "";

  @Mixin private JsonOption json = new JsonOption();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  LabInspectCommand(Supplier<LabStore> labs, Console console) {
    this.labs = labs;
    this.console = console;
  }

  @Override
  public Integer call() throws JsonProcessingException {
    Lab lab = labs.get().find(name);
    String text;
    try (LabClient client = LabClient.connect(lab, _ -> {}, _ -> {}, _ -> 1)) {
      text = client.inspect();
    }
    if (json.wanted()) {
      console.out().println(text);
      console.out().flush();
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
}

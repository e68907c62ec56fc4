package io.smartt.emulation.cli.containers;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.run.Fabric;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code smartt clean}. */
@Command(
    name = "clean",
    sortOptions = false,
    header = "Removes what killed runs on the fabrics netns and docker left behind.",
    description = {
      "",
      "Runs remove their network namespaces and veth pairs however they end, unless they are",
      "killed outright. This removes those whose names begin with 'smartt-' and the number of a",
      "process that is gone, and nothing else; that needs root. Of a Docker engine, where there is",
      "one (DOCKER_HOST), it removes containers and networks with our label of such a process.",
      ""
    })
public final class CleanCommand implements Callable<Integer> {
  private final Fabrics fabrics;
  private final Console console;

  @Option(names = "--dry-run", description = "Only says what would be removed.")
  private boolean dryRun;

  public CleanCommand(Fabrics fabrics, Console console) {
    this.fabrics = fabrics;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> found = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    for (Fabric fabric : fabrics.all()) {
      Fabric.Stale stale = fabric.stale();
      try {
        List<String> there = stale.find();
        if (!dryRun) {
          stale.remove();
        }
        found.addAll(there);
      } catch (RunFailedException | UserInputException e) {
        // What another fabric left is looked for all the same.
        failures.add(String.valueOf(e.getMessage()));
      }
    }
    found.forEach(name -> console.out().println((dryRun ? "would remove " : "removed ") + name));
    List<String> inUse =
        fabrics.all().stream()
            .map(fabric -> fabric.stale().inUse())
            .filter(sentence -> !sentence.isEmpty())
            .toList();
    inUse.forEach(console.out()::println);
    if (inUse.isEmpty() && found.isEmpty() && failures.isEmpty()) {
      console.out().println("nothing to remove");
    }
    console.out().flush();
    if (!failures.isEmpty()) {
      throw new RunFailedException(String.join("; ", failures));
    }
    return 0;
  }
}

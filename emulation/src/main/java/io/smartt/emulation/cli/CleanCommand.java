package io.smartt.emulation.cli;

import io.smartt.emulation.fabric.docker.DockerEngine;
import io.smartt.emulation.fabric.docker.DockerLeftovers;
import io.smartt.emulation.fabric.netns.Leftovers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class CleanCommand implements Callable<Integer> {
  private final Console console;

  @Option(names = "--dry-run", description = "Only says what would be removed.")
  private boolean dryRun;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  CleanCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> leftovers = new ArrayList<>(Leftovers.find());
    if (!dryRun) {
      Leftovers.removeAll(leftovers);
    }
    leftovers.addAll(containers());
    leftovers.forEach(
        name -> console.out().println((dryRun ? "would remove " : "removed ") + name));
    int inUse = Leftovers.inUse().size();
    if (inUse > 0) {
      console.out().println(inUse + " network namespaces of runs that go on stay");
    } else if (leftovers.isEmpty()) {
      console.out().println("nothing to remove");
    }
    console.out().flush();
    return 0;
  }

  private List<String> containers() {
    Optional<DockerEngine> engine = DockerEngine.connectIfThere();
    if (engine.isEmpty()) {
      return List.of();
    }
    try (DockerEngine found = engine.get()) {
      DockerLeftovers leftovers = new DockerLeftovers(found);
      List<String> fabrics = leftovers.find();
      if (!dryRun) {
        fabrics.forEach(leftovers::remove);
      }
      return fabrics.stream().map(name -> name + " (containers and networks)").toList();
    }
  }
}

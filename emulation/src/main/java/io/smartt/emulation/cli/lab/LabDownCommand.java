package io.smartt.emulation.cli.lab;

import module java.base;

import io.smartt.base.concurrent.Polling;
import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.lab.Lab;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabFacts;
import io.smartt.emulation.lab.LabStore;
import io.smartt.experiment.run.Fabric.Stale;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt lab down}. */
@Command(
    name = "down",
    sortOptions = false,
    header = "Takes a lab down, or cleans up after one whose process is gone.",
    description = {"", "A run on it ends as interrupted, and programs in its hosts are ended.", ""})
final class LabDownCommand implements Callable<Integer> {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(60);
  private static final long LOOK_NS = TimeUnit.MILLISECONDS.toNanos(50);

  private final Fabrics fabrics;
  private final Supplier<LabStore> labs;
  private final Console console;

  @Parameters(paramLabel = "NAME", description = "The lab.")
  private String name = "";

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  LabDownCommand(Fabrics fabrics, Supplier<LabStore> labs, Console console) {
    this.fabrics = fabrics;
    this.labs = labs;
    this.console = console;
  }

  @Override
  public Integer call() {
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

  private void end(Lab lab) {
    if (lab.facts().isPresent()) {
      try (LabClient client = LabClient.connect(lab, _ -> {}, _ -> {}, _ -> 1)) {
        client.down();
      }
    } else {
      throw new RunFailedException(
          "lab '" + name + "' is being built; stop the 'smartt lab up' that builds it");
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
              .formatted(name, lab.facts().map(LabFacts::process).orElse(0L), lab.log()));
    }
  }
}

package io.smartt.emulation.cli;

import io.smartt.controller.sonic.GnmiSwitch;
import io.smartt.controller.sonic.Reconfiguration;
import io.smartt.controller.sonic.SonicException;
import io.smartt.controller.tls.TlsException;
import io.smartt.emulation.experiment.Experiments;
import io.smartt.emulation.experiment.TargetKind;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.testbed.Box;
import io.smartt.emulation.testbed.TestbedFacts;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt revert}. */
@Command(
    name = "revert",
    sortOptions = false,
    header = "Takes back what 'smartt apply' changed on the switches of a testbed.",
    description = {
      "",
      "Every object that was changed becomes what it was before the first apply; what others",
      "changed meanwhile stays. A switch that cannot be reached does not keep the others from",
      "being taken back.",
      ""
    })
final class RevertCommand implements Callable<Integer> {
  private final Experiments experiments;
  private final Console console;

  @Mixin private TestbedOptions options = new TestbedOptions();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  RevertCommand(Experiments experiments, Console console) {
    this.experiments = experiments;
    this.console = console;
  }

  @Override
  public Integer call() {
    TestbedFacts facts = new TestbedFacts(options.experiment(experiments).settings());
    Reconfiguration reconfiguration =
        new Reconfiguration(options.checkpoints(), console.out()::println);
    List<String> failed = new ArrayList<>();
    for (Box box : options.boxes(facts)) {
      if (box.target() != TargetKind.SONIC) {
        console.out().println(box.name() + ": runs a P4 program; load the one it had, if any");
        continue;
      }
      try (GnmiSwitch device = options.connect(box, facts)) {
        var _ = reconfiguration.revert(device);
      } catch (SonicException | TlsException e) {
        failed.add(String.valueOf(e.getMessage()));
      }
    }
    console.out().flush();
    if (!failed.isEmpty()) {
      throw new RunFailedException(String.join("\n  ", failed));
    }
    return 0;
  }
}

package io.smartt.emulation.cli.live;

import module java.base;

import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.experiment.control.RunningRun;
import io.smartt.switchd.console.Console;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code smartt link}. */
@Command(
    name = "link",
    sortOptions = false,
    header = "Changes a link of an experiment that runs.",
    description = {
      "",
      "The experiment runs on fabric netns, docker or physical, started by 'smartt run' in another",
      "terminal by the same user. The change is among the run's events (events.csv, the page).",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt link runs/x leaf1-spine2 down",
      "  smartt link incast leaf1-spine2 up",
      "  smartt link runs/x leaf1-spine2 rate=10Gbps loss=0.5 delay=5us",
      "",
      "On switches of a testbed other than 'smartt switch', links go down and up, no more.",
      "Ends with 0 if the link is as asked for, 1 if a switch did not do it, 2 if the request was",
      "wrong."
    })
public final class LinkCommand implements Callable<Integer> {
  private static final Path RUNS = Path.of("runs");

  private final Console console;

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "A run folder, its name in runs/, or the end of that: the experiment's name.")
  private String run = "";

  @Parameters(index = "1", paramLabel = "LINK", description = "Its two nodes: leaf1-spine2.")
  private String link = "";

  @Parameters(
      index = "2..*",
      arity = "1..*",
      paramLabel = "CHANGE",
      description = {
        "down, up, rate=10Gbps, loss=1 (percent) or delay=5us. Rates and times are before",
        "dilation, as in profiles; a rate is at most what the link began with."
      })
  private List<String> changes = new ArrayList<>();

  public LinkCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    // A word that is none needs no run to say so.
    changes.forEach(LinkChange::parse);
    String answer = RunningRun.find(RUNS, run).ask(link + " " + String.join(" ", changes));
    console.say(answer);
    return 0;
  }
}

package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureCopy;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.experiment.trace.analysis.Sighting;
import io.smartt.experiment.trace.analysis.TracedInterface;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code smartt trace merge}. */
@Command(
    name = "merge",
    sortOptions = false,
    header = "Merges captures of several hosts into one file, by time.",
    description = {
      "",
      "Each interface keeps its name, or gets that of its file; where two have the same name, the",
      "file's comes before it. Files NAME_in.pcap and NAME_out.pcap are one interface. Clocks are",
      "taken for what they say.",
      ""
    },
    footer = {"", "Example:", "  smartt trace merge h1.pcap h2.pcap -o both.pcapng"})
final class TraceMergeCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private CaptureOutput output = new CaptureOutput();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  TraceMergeCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path file = output.file();
    for (Path input : files.paths()) {
      if (input.toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize())) {
        throw new UserInputException(file + ": is an input, name another file to write");
      }
    }
    long packets = 0;
    try (CaptureSet captures = files.open(console);
        CaptureCopy copy = output.create("of " + files.paths())) {
      int described = 0;
      for (Optional<Sighting> next = captures.next(); next.isPresent(); next = captures.next()) {
        for (; described < captures.interfaces().size(); described++) {
          TracedInterface each = captures.interfaces().get(described);
          copy.describe(new CaptureInterface(each.name(), "", each.rateBps()));
        }
        copy.packet(next.get().seen(), next.get().interfaceId());
        packets++;
      }
      copy.complete(captures.hostNames());
    }
    console.err().println("smartt: " + file + ": " + HumanFormat.count(packets) + " packets");
    return 0;
  }
}

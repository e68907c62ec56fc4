package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureCopy;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt trace convert}. */
@Command(
    name = "convert",
    sortOptions = false,
    header = "Writes a capture in another format: pcap or pcapng, microseconds or nanoseconds.",
    description = {
      "",
      "pcap has no place for interfaces, directions, comments and names; they are left out.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt trace convert trace.pcapng trace.pcap",
      "  smartt trace convert old.pcap new.pcapng --stamps us"
    })
final class TraceConvertCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(index = "0", paramLabel = "FROM", description = "A pcap or pcapng file.")
  private Path from = Path.of("");

  @Parameters(index = "1", paramLabel = "TO", description = "The file to write.")
  private Path to = Path.of("");

  @Mixin private CaptureFormat format = new CaptureFormat();

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  TraceConvertCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (from.toAbsolutePath().normalize().equals(to.toAbsolutePath().normalize())) {
      throw new UserInputException(to + ": is the input, name another file to write");
    }
    long packets = 0;
    try (CaptureReader reader = CaptureReader.open(from);
        CaptureCopy copy = format.create(to, "of " + from)) {
      int described = 0;
      for (Optional<RecordedPacket> next = reader.next(); next.isPresent(); next = reader.next()) {
        for (; described < reader.interfaces().size(); described++) {
          copy.describe(reader.interfaces().get(described));
        }
        copy.packet(next.get(), next.get().interfaceId());
        packets++;
      }
      copy.complete(reader.hostNames());
    }
    console.err().println("smartt: " + to + ": " + HumanFormat.count(packets) + " packets");
    return 0;
  }
}

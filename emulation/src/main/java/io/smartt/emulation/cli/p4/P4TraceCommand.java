package io.smartt.emulation.cli.p4;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.emulation.cli.p4.P4Command.ProgramOptions;
import io.smartt.emulation.p4tools.TraceJson;
import io.smartt.emulation.p4tools.TraceText;
import io.smartt.emulation.p4tools.TraceText.PacketTracer;
import io.smartt.experiment.entries.EntriesFile;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt p4 trace}. */
@Command(
    name = "trace",
    sortOptions = false,
    header = "Follows one packet through a program and prints everything that happens to it.",
    description = {
      "",
      "Parser states and headers, tables with key, hit or miss, actions with what they change,",
      "checksums, queue, clones and copies, and what leaves on which port.",
      ""
    },
    footer = {
      "",
      "The entries are protobuf text: a p4.v1.WriteRequest (p4c --p4runtime-entries-files writes",
      "one), a ReadResponse, or entities such as table_entry { ... } one after the other. In a",
      "file that ends in .json they are the p4lang tutorials' table_entries, by names.",
      "",
      "Examples:",
      "  smartt p4 trace prog.json --packet 0a000001...",
      "  smartt p4 trace prog.json --p4info prog.p4info.txtpb --entries entries.txtpb \\",
      "      --pcap trace.pcapng --frame 12 --port 3",
      "  smartt p4 trace prog.json --packet 0a000001... --json | jq '.events[].table'"
    })
final class P4TraceCommand implements Callable<Integer> {
  private static final int MAX_PORT = 511;

  private final Console console;

  @Mixin private ProgramOptions program = new ProgramOptions();

  @Option(
      names = "--entries",
      paramLabel = "FILE",
      description = "What to write into the switch before, over P4Runtime.")
  private @Nullable Path entries;

  @ArgGroup(multiplicity = "1")
  private Source source = new Source();

  @Option(names = "--port", paramLabel = "N", description = "Where it comes in. Default: 1.")
  private int port = 1;

  @Mixin private JsonOption json = new JsonOption();

  /** The options that say where the packet is from. */
  static final class Source {
    @Option(names = "--packet", paramLabel = "HEX", description = "The packet in hexadecimal.")
    private @Nullable String hex;

    @ArgGroup(exclusive = false)
    private @Nullable InCapture capture;
  }

  /** A packet of a capture file. */
  static final class InCapture {
    @Option(
        names = "--pcap",
        required = true,
        paramLabel = "FILE",
        description = "A pcap or pcapng file with the packet.")
    private @Nullable Path file;

    @Option(
        names = "--frame",
        paramLabel = "N",
        description = "Which of its packets, from 1. Default: 1.")
    private int frame = 1;
  }

  P4TraceCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (port < 0 || port > MAX_PORT) {
      throw new UserInputException("--port " + port + ": accepted are 0 to " + MAX_PORT);
    }
    byte[] packet = packet();
    try (PacketTracer tracer = new PacketTracer(program.read())) {
      Optional.ofNullable(entries).ifPresent(path -> write(tracer, path));
      List<SwitchEvent> events = tracer.trace(port, packet);
      console.show(
          json.wanted() ? TraceJson.of(events) + System.lineSeparator() : TraceText.of(events));
    }
    return 0;
  }

  private static void write(PacketTracer tracer, Path path) {
    List<WriteFailure> failures = tracer.write(EntriesFile.read(path, tracer.info()));
    if (!failures.isEmpty()) {
      throw new UserInputException(
          "%s: the switch refuses %d of its entries, first %s"
              .formatted(path, failures.size(), failures.getFirst()));
    }
  }

  private byte[] packet() {
    InCapture capture = source.capture;
    if (capture != null) {
      return frame(Optional.ofNullable(capture.file).orElseThrow(), capture.frame);
    }
    String digits =
        Optional.ofNullable(source.hex)
            .orElse("")
            .replaceAll("[\\s:]", "")
            .toLowerCase(Locale.ROOT)
            .replaceFirst("^0x", "");
    if (digits.isEmpty()) {
      throw new UserInputException("--packet: it has no bytes");
    }
    try {
      return HexFormat.of().parseHex(digits);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(
          "--packet: accepted is an even number of hexadecimal digits: " + e.getMessage(), e);
    }
  }

  private static byte[] frame(Path file, int number) {
    if (number < 1) {
      throw new UserInputException("--frame " + number + ": packets have numbers from 1");
    }
    try (CaptureReader capture = CaptureReader.open(file)) {
      for (int i = 1; ; i++) {
        Optional<RecordedPacket> packet = capture.next();
        if (packet.isEmpty()) {
          throw new UserInputException(
              "--frame %d: %s has %d packets".formatted(number, file, i - 1));
        }
        if (i == number) {
          return packet.get().bytes();
        }
      }
    } catch (CaptureReader.CaptureFormatException e) {
      throw new UserInputException(e);
    }
  }
}

package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureCopy;
import io.smartt.base.trace.CaptureInterface.StampUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say what kind of capture file to write. */
class CaptureFormat {
  /** Names of the formats. */
  enum Kind {
    pcap,
    pcapng
  }

  /** Names of the stamps' units. */
  enum Unit {
    us,
    ns
  }

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = "${COMPLETION-CANDIDATES}. Default: what the file's name ends in.")
  private @Nullable Kind format;

  @Option(
      names = "--stamps",
      paramLabel = "UNIT",
      description = "Unit of the stamps: ${COMPLETION-CANDIDATES}. Default: ns.")
  private Unit stamps = Unit.ns;

  /** Starts a file. */
  CaptureCopy create(Path file, String comment) {
    return CaptureCopy.create(
        file,
        formatOf(file) == Kind.pcap ? CaptureCopy.Format.PCAP : CaptureCopy.Format.PCAPNG,
        stamps == Unit.us ? StampUnit.MICROSECOND : StampUnit.NANOSECOND,
        comment);
  }

  private Kind formatOf(Path file) {
    if (format != null) {
      return format;
    }
    String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
    if (name.endsWith(".pcapng") || name.endsWith(".ntar")) {
      return Kind.pcapng;
    }
    if (name.endsWith(".pcap") || name.endsWith(".cap") || name.endsWith(".dmp")) {
      return Kind.pcap;
    }
    throw new UserInputException(
        file + ": its name does not say which format it is to have; say --format pcap or pcapng");
  }

  /** The options that say which capture file to write. */
  static final class CaptureOutput extends CaptureFormat {
    @Option(
        names = {"-o", "--out"},
        required = true,
        paramLabel = "FILE",
        description = "The file to write.")
    private @Nullable Path out;

    Path file() {
      return Optional.ofNullable(out).orElseThrow();
    }

    CaptureCopy create(String comment) {
      return create(file(), comment);
    }
  }
}

package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureCopy;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.trace.CaptureFormat.CaptureOutput;
import io.smartt.host.capture.LiveCapture;
import io.smartt.host.capture.LiveCapture.CaptureException;
import io.smartt.host.capture.LiveCapture.CaptureSettings;
import io.smartt.switchd.console.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt trace capture}. */
@Command(
    name = "capture",
    sortOptions = false,
    header = "Captures what passes an interface, until Ctrl-C, a count or a time.",
    description = {
      "",
      "Through libpcap, with the kernel's stamps in nanoseconds. Needs the right to capture, on",
      "Linux that of root or CAP_NET_RAW. The file appears when the capture ends.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  sudo ./smartt trace capture eth1 -o h1.pcapng --filter 'udp port 4793' --duration 10s"
    })
final class TraceCaptureCommand implements Callable<Integer> {
  private final Console console;

  @Parameters(paramLabel = "IFACE", description = "The interface, such as eth0.")
  private String interfaceName = "";

  @Mixin private CaptureOutput output = new CaptureOutput();

  @Option(
      names = "--filter",
      paramLabel = "EXPRESSION",
      description = "Which frames, as tcpdump takes it. Default: all.")
  private @Nullable String filter;

  @Option(
      names = "--snap",
      paramLabel = "BYTES",
      description = "How much of each frame. Default: all.")
  private int snapBytes = CaptureSettings.DEFAULT.snapBytes();

  @Option(names = "--count", paramLabel = "N", description = "Ends after so many frames.")
  private long count = Long.MAX_VALUE;

  @Option(names = "--duration", paramLabel = "TIME", description = "Ends after this time: 10s.")
  private @Nullable String duration;

  TraceCaptureCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path file = output.file();
    long limitNs = duration == null ? Long.MAX_VALUE : Quantities.picoseconds(duration) / 1_000;
    if (limitNs <= 0 || count <= 0) {
      throw new UserInputException("--duration and --count: accepted is above 0");
    }
    try (Interruption interruption = Interruption.watch();
        LiveCapture capture =
            LiveCapture.open(
                interfaceName, new CaptureSettings(snapBytes, true, Optional.ofNullable(filter)));
        CaptureCopy copy = output.create("captured on " + interfaceName)) {
      int number = copy.describe(new CaptureInterface(interfaceName, "", 0));
      long beganNs = System.nanoTime();
      long taken = 0;
      while (taken < count && !interruption.requested() && System.nanoTime() - beganNs < limitNs) {
        if (capture.next(
            (timeNs, bytes, originalBytes) ->
                copy.packet(RecordedPacket.of(timeNs, bytes, originalBytes, number), number))) {
          taken++;
        }
      }
      copy.complete(Map.of());
      console
          .err()
          .printf(
              "smartt: %s: %d packets, %d missed by the kernel%n", file, taken, capture.dropped());
      return 0;
    } catch (CaptureException e) {
      throw new RunFailedException(e);
    }
  }
}

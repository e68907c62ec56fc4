package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.host.capture.LiveCapture.CaptureException;
import io.smartt.host.capture.LiveCapture.CaptureSettings;
import io.smartt.realtime.wireshark.PortStream;
import io.smartt.realtime.wireshark.PortStream.RunningPort;
import io.smartt.switchd.console.Console;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code smartt wireshark extcap}: what Wireshark calls to list interfaces and to capture on one
 * (Wireshark's extcap(4)).
 */
@Command(
    name = "extcap",
    sortOptions = false,
    header = "Answers Wireshark, which calls it: ports of running fabrics of namespaces.",
    description = {
      "",
      "Wireshark starts this through the script that 'install' writes. The ports are those of runs",
      "and shells with --profile netns on this machine; entering their namespaces needs root.",
      ""
    })
final class ExtcapCommand implements Callable<Integer> {
  private static final int LINKTYPE_ETHERNET = 1;

  private final Console console;

  @Option(names = "--extcap-interfaces", description = "Lists the interfaces.")
  private boolean interfaces;

  @Option(
      names = "--extcap-version",
      arity = "0..1",
      fallbackValue = "",
      paramLabel = "VERSION",
      description = "Of the Wireshark that asks; not looked at.")
  @SuppressWarnings("UnusedVariable") // Wireshark sends it
  private @Nullable String version;

  @Option(
      names = "--extcap-interface",
      paramLabel = "NAME",
      description = "The interface that is meant.")
  private @Nullable String name;

  @Option(names = "--extcap-dlts", description = "Lists the link types of the interface.")
  private boolean linkTypes;

  @Option(names = "--extcap-config", description = "Lists what can be set for the interface.")
  private boolean config;

  @Option(names = "--capture", description = "Captures on the interface.")
  private boolean capture;

  @Option(names = "--fifo", paramLabel = "FILE", description = "The pipe to write to.")
  private @Nullable Path fifo;

  @Option(
      names = "--extcap-capture-filter",
      paramLabel = "EXPRESSION",
      description = "Which frames, as tcpdump takes it.")
  private @Nullable String filter;

  @Option(names = "--snap", paramLabel = "BYTES", description = "How much of each frame.")
  private int snapBytes = CaptureSettings.DEFAULT.snapBytes();

  ExtcapCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    PrintWriter out = console.out();
    if (interfaces) {
      out.println("extcap {version=1.0}{display=SMaRTT: ports of running fabrics}");
      for (RunningPort port : RunningPort.all()) {
        out.printf("interface {value=%s}{display=SMaRTT %s}%n", port.name(), port.interfaceName());
      }
    } else if (linkTypes) {
      var _ = port();
      out.printf("dlt {number=%d}{name=EN10MB}{display=Ethernet}%n", LINKTYPE_ETHERNET);
    } else if (config) {
      var _ = port();
      out.printf(
          "arg {number=0}{call=--snap}{display=Bytes of each frame}{type=integer}{range=1,%d}"
              + "{default=%d}{tooltip=Headers of the transport end at 102}%n",
          CaptureSettings.DEFAULT.snapBytes(), CaptureSettings.DEFAULT.snapBytes());
    } else if (capture) {
      capture();
    } else if (filter != null) {
      check();
    } else {
      throw new UserInputException(
          "accepted are --extcap-interfaces, or --extcap-interface NAME with --extcap-dlts,"
              + " --extcap-config or --capture --fifo FILE");
    }
    out.flush();
    return 0;
  }

  private RunningPort port() {
    String wanted =
        Optional.ofNullable(name)
            .orElseThrow(() -> new UserInputException("--extcap-interface is missing"));
    List<RunningPort> all = RunningPort.all();
    return all.stream()
        .filter(port -> port.name().equals(wanted))
        .findFirst()
        .orElseThrow(() ->
            new UserInputException(
                all.isEmpty()
                    ? "'" + wanted + "': no fabric of namespaces runs here, or root is needed"
                    : "'"
                        + wanted
                        + "' is no port of a running fabric: "
                        + NearNames.hint(wanted, all.stream().map(RunningPort::name).toList())));
  }

  private void capture() {
    Path pipe =
        Optional.ofNullable(fifo).orElseThrow(() -> new UserInputException("--fifo is missing"));
    RunningPort port = port();
    try (Interruption interruption = Interruption.watch()) {
      var _ = new PortStream(port, settings()).into(pipe, interruption::requested);
    }
  }

  /** Wireshark shows what is printed here as the fault of a filter. */
  private void check() {
    try {
      new PortStream(port(), settings()).check();
    } catch (RunFailedException e) {
      console.out().println(e.getMessage());
    }
  }

  private CaptureSettings settings() {
    Optional<String> wanted = Optional.ofNullable(filter).filter(text -> !text.isBlank());
    try {
      return new CaptureSettings(snapBytes, true, wanted);
    } catch (CaptureException e) {
      throw new UserInputException(e);
    }
  }
}

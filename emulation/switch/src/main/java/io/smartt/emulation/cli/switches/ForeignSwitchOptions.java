package io.smartt.emulation.cli.switches;

import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Options of simple_switch_grpc that this switch has no use for: most are let pass with a note,
 * those without which a switch would do something else than asked are refused.
 */
final class ForeignSwitchOptions {
  // What stands between simple_switch's options and those of its target.
  @Option(names = "--", hidden = true)
  @SuppressWarnings("UnusedVariable")
  private boolean separator;

  @Option(names = "--nanolog", hidden = true)
  private @Nullable String nanolog;

  @Option(names = "--notifications-addr", hidden = true)
  private @Nullable String notifications;

  @Option(names = "--debugger", hidden = true)
  private boolean debugger;

  @Option(names = "--debugger-addr", hidden = true)
  private @Nullable String debuggerAddress;

  @Option(names = "--log-file-max-size", hidden = true)
  private @Nullable String logFileSize;

  @Option(names = "--log-file-max-files", hidden = true)
  private @Nullable String logFiles;

  @Option(names = "--max-port-count", hidden = true)
  private @Nullable String maxPorts;

  @Option(names = "--disable-swap", hidden = true)
  private boolean disableSwap;

  @Option(names = "--enable-swap", hidden = true)
  private boolean enableSwap;

  @Option(names = "--max-mc-groups", hidden = true)
  private @Nullable String groupLimit;

  @Option(names = "--max-l1-entries", hidden = true)
  private @Nullable String firstLevelLimit;

  @Option(names = "--max-l2-entries", hidden = true)
  private @Nullable String secondLevelLimit;

  @Option(names = "--restore-state", hidden = true)
  private @Nullable String restoreState;

  @Option(names = "--packet-in", hidden = true)
  private @Nullable String packetIn;

  @Option(names = "--dp-grpc-server-addr", hidden = true)
  private @Nullable String dataPlaneAddress;

  @Option(names = "--load-modules", hidden = true)
  private @Nullable String modules;

  /**
   * Returns what to tell of options that do nothing here.
   *
   * @throws UserInputException naming an option that cannot be had
   */
  List<String> notes() {
    refuse("--restore-state", restoreState, "state is kept by the controller, who writes it again");
    refuse("--packet-in", packetIn, "nanomsg is not spoken here; use -i PORT@FILE.pcap");
    refuse(
        "--dp-grpc-server-addr",
        dataPlaneAddress,
        "packets arrive on interfaces and from capture files");
    refuse("--load-modules", modules, "modules of simple_switch are C++ code");
    List<String> notes = new ArrayList<>();
    note(
        notes,
        "--nanolog",
        nanolog != null,
        "there is no nanomsg logger; use --log-console or --log-file");
    note(
        notes,
        "--notifications-addr",
        notifications != null,
        "digests and idle timeouts come over P4Runtime");
    note(notes, "--debugger", debugger || debuggerAddress != null, "there is no nanomsg debugger");
    note(notes, "--log-file-max-size", logFileSize != null, "log files are not rotated");
    note(notes, "--log-file-max-files", logFiles != null, "log files are not rotated");
    note(notes, "--max-port-count", maxPorts != null, "every port 0 to 511 may be used");
    note(notes, "--disable-swap", disableSwap, "a controller may always bring another program");
    note(notes, "--enable-swap", enableSwap, "a controller may always bring another program");
    note(
        notes,
        "--max-mc-groups, --max-l1-entries, --max-l2-entries",
        groupLimit != null || firstLevelLimit != null || secondLevelLimit != null,
        "multicast has no such limits");
    return notes;
  }

  private static void refuse(String option, @Nullable String value, String why) {
    if (value != null) {
      throw new UserInputException(option + " is not supported: " + why);
    }
  }

  private static void note(List<String> notes, String option, boolean given, String why) {
    if (given) {
      notes.add(option + " is ignored: " + why);
    }
  }
}

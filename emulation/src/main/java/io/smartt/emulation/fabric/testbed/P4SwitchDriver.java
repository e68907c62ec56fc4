package io.smartt.emulation.fabric.testbed;

import io.smartt.controller.forwarding.DesiredState;
import io.smartt.controller.target.SwitchSession;
import io.smartt.emulation.softswitch.backend.PortSetup;
import io.smartt.emulation.softswitch.backend.SwitchBackend;
import io.smartt.emulation.softswitch.backend.SwitchCounts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Supplier;

/**
 * A switch that runs a P4 program. An embedded one says what its queues counted; of others only the
 * program's own counters are known.
 *
 * @param session empty: it runs another program, or none
 * @param backend empty: its rates and queues come from elsewhere
 * @param setups of its ports, as planned
 * @param programCounts reads the counters of its program
 */
record P4SwitchDriver(
    TestbedSwitch box,
    Optional<SwitchSession> session,
    Optional<SwitchBackend> backend,
    SortedMap<Integer, PortSetup> setups,
    DesiredState desired,
    Supplier<SwitchCounts> programCounts)
    implements SwitchUnderTest {
  @Override
  public Optional<String> difference() {
    if (session.isEmpty()) {
      return Optional.of("does not run the program");
    }
    int entries = session.get().changes(desired).size();
    return entries > 0
        ? Optional.of(entries + (entries == 1 ? " entry differs" : " entries differ"))
        : portDifference();
  }

  private Optional<String> portDifference() {
    return backend.flatMap(open -> open.difference(setups));
  }

  /** What 'smartt apply' would do, for people. */
  List<String> changes() {
    List<String> lines = new ArrayList<>();
    if (session.isEmpty()) {
      lines.add(
          "%s: the program would be loaded, with %d table entries, members and groups"
              .formatted(box.name(), desired.entities().size()));
    } else {
      List<String> entries = session.get().changes(desired);
      lines.add(
          entries.isEmpty()
              ? box.name() + ": nothing to change in its tables"
              : "%s: %d of %d table entries, members and groups"
                  .formatted(box.name(), entries.size(), desired.entities().size()));
      entries.forEach(entry -> lines.add("  " + entry));
    }
    portDifference().ifPresent(difference -> lines.add("  " + difference));
    return lines;
  }

  @Override
  public List<String> warnings() {
    return List.of();
  }

  @Override
  public SwitchCounts counted() {
    return backend.map(SwitchBackend::counts).orElseGet(programCounts);
  }

  @Override
  public Duration countsLag() {
    return Duration.ZERO;
  }

  @Override
  public OptionalLong routerMac() {
    return OptionalLong.empty();
  }

  @Override
  public void close() {
    session.ifPresent(SwitchSession::close);
    backend.ifPresent(SwitchBackend::close);
  }
}

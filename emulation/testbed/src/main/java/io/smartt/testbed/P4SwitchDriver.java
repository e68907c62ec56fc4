package io.smartt.testbed;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.softswitch.backend.LinkState;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.Wire;

/**
 * A switch that runs a P4 program. An embedded one says what its queues counted; of others only the
 * program's own counters are known.
 *
 * @param session empty: it runs another program, or none
 * @param backend empty: its rates and queues come from elsewhere
 * @param setups of its ports, as planned
 * @param programCounts reads the counters of its program
 * @param ways what is at its ports, by its own numbers
 */
record P4SwitchDriver(
    TestbedSwitch box,
    Optional<SwitchSession> session,
    Optional<SwitchBackend> backend,
    SortedMap<Integer, PortSetup> setups,
    DesiredState desired,
    Supplier<SwitchCounts> programCounts,
    Map<Integer, Adjacency> ways)
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

  /** Returns what 'smartt apply' would do, for people. */
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
  public void requireChange(LinkState before, LinkState after) {
    String cannot =
        switch (box.target()) {
          case EMBEDDED -> "";
          case BMV2 -> "BMv2 takes no link down and delays and loses nothing";
          // Stratum 07b0135a, hal/lib/barefoot/bfrt_switch.cc: SetValue.
          case STRATUM ->
              "Stratum changes no port of a Tofino before its chassis configuration is pushed"
                  + " again";
          case SONIC -> throw new IllegalStateException("SONiC runs no P4 program");
        };
    if (!cannot.isEmpty()) {
      throw new UserInputException(box.name() + ": " + cannot);
    }
  }

  @Override
  public void change(List<Port> ends, LinkState after) {
    SortedMap<Integer, PortSetup> changed = new TreeMap<>();
    ways.forEach((number, way) -> {
      for (Port end : ends) {
        PortSetup planned = setups.get(number);
        if (end.number() == way.port() && planned != null) {
          changed.put(
              number,
              new PortSetup(
                  after.rateBps(), Wire.of((Switch) end.node(), way, after), planned.queues()));
        }
      }
    });
    backend.orElseThrow().setUp(changed);
  }

  @Override
  public void close() {
    session.ifPresent(SwitchSession::close);
    backend.ifPresent(SwitchBackend::close);
  }
}

package io.smartt.controller.sonic;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of speeds and error correction against what STATE_DB says that each port can. */
final class LineChecks {
  /** What SONiC takes where a port does not say (field_operation_validators.py:14). */
  private static final List<String> USUAL_FECS = List.of("rs", "fc", "none", "auto");

  private static final String NO_FEC = "N/A";

  private final SwitchPlan plan;
  private final ConfigDb after;
  private final SwitchState state;

  LineChecks(SwitchPlan plan, ConfigDb after, SwitchState state) {
    this.plan = plan;
    this.after = after;
    this.state = state;
  }

  List<Finding> findings() {
    List<Finding> findings = new ArrayList<>();
    for (SwitchPlan.RoutedPort port : plan.ports()) {
      speed(port).ifPresent(findings::add);
      fec(port).ifPresent(findings::add);
    }
    return findings;
  }

  private Optional<Finding> speed(SwitchPlan.RoutedPort port) {
    List<String> speeds = state.speeds().getOrDefault(port.name(), List.of());
    return speeds.isEmpty() || speeds.contains(Long.toString(port.speedMbps()))
        ? Optional.empty()
        : Optional.of(
            Finding.error(
                "speed",
                port.name()
                    + " cannot run at "
                    + port.speedMbps()
                    + " Mbps; its supported_speeds are "
                    + String.join(", ", speeds)));
  }

  private Optional<Finding> fec(SwitchPlan.RoutedPort port) {
    Optional<String> fec =
        plan.line().fec(port.speedMbps(), ConfigPlanner.lanes(after, port.name()));
    List<String> can = state.fecs().getOrDefault(port.name(), USUAL_FECS);
    return fec.filter(wanted -> can.contains(NO_FEC) || !can.contains(wanted))
        .map(wanted ->
            Finding.error(
                "fec",
                port.name()
                    + " cannot have fec "
                    + wanted
                    + "; its supported_fecs are "
                    + String.join(", ", can)
                    + "; sonic.fec chooses"));
  }
}

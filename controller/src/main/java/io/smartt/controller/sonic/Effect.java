package io.smartt.controller.sonic;

import java.util.Optional;

/**
 * What SONiC makes of an object of CONFIG_DB, as another database shows it. CONFIG_DB alone says
 * what was asked for: SONiC skips much of what it does not do with a line of syslog.
 */
public sealed interface Effect {
  /** Returns whether the switch shows it. */
  boolean shownBy(LiveState live);

  /** An interface that is gone, so that it can be bound to another VRF. */
  record Unbound(String port) implements Effect {
    @Override
    public boolean shownBy(LiveState live) {
      return !live.vrfs().containsKey(port);
    }

    @Override
    public String toString() {
      return port + " is an interface still";
    }
  }

  /**
   * An interface in a VRF.
   *
   * @param vrf empty: the default
   */
  record Bound(String port, String vrf) implements Effect {
    @Override
    public boolean shownBy(LiveState live) {
      return vrf.equals(live.vrfs().get(port));
    }

    @Override
    public String toString() {
      return port + " is not in " + (vrf.isEmpty() ? "the default VRF" : vrf);
    }
  }

  /** Returns what follows from a change; empty: nothing that a switch shows. */
  static Optional<Effect> of(Stage.StageKind kind, ConfigChange change) {
    if (!change.table().equals("INTERFACE") || change.key().contains("|")) {
      return Optional.empty();
    }
    return switch (kind) {
      case INTERFACES_OFF -> Optional.of(new Unbound(change.key()));
      case INTERFACES_ON ->
          change.after().map(fields -> new Bound(change.key(), fields.path("vrf_name").asText("")));
      default -> Optional.empty();
    };
  }
}

package io.smartt.testbed.sonic;

import module java.base;

import io.smartt.host.settings.RecordSettings;

/**
 * One step of a staged change: one Set, and what the switch makes of it.
 *
 * @param patch what is sent
 * @param effects what the switch shows in STATE_DB once it has acted on it
 */
public record Stage(StageKind kind, ConfigPatch patch, List<Effect> effects) {
  /** Copies the list. */
  public Stage {
    effects = List.copyOf(effects);
  }

  /** The stage of what it changes. */
  static Stage between(StageKind kind, ConfigDb before, ConfigDb after) {
    ConfigPatch patch = ConfigPatch.between(before, after);
    return new Stage(
        kind,
        patch,
        patch.changes().stream().flatMap(change -> Effect.of(kind, change).stream()).toList());
  }

  /** One line for people. */
  public String describe() {
    int objects = patch.changes().size();
    return kind + " (" + objects + (objects == 1 ? " object)" : " objects)");
  }

  /**
   * The steps of a staged change, in the order in which a switch takes them: first everything off,
   * the users before what they use, then everything on, the other way round. Each is one Set, which
   * SONiC's patch sorter orders in seconds. One Set for all of it takes minutes, and leaves ports
   * in their old VRF and hosts without their neighbours.
   */
  public enum StageKind {
    /**
     * Static neighbours and routes, since the kernel forgets neighbours of a port that goes down:
     * they are added again at the end.
     */
    NEIGHBOURS_OFF("neighbours and routes off"),
    /** Ports that are worked on, or the patch sorter takes each down and up by itself. */
    PORTS_DOWN("ports down"),
    /** Addresses of the interfaces that change, which keep SONiC from removing an interface. */
    ADDRESSES_OFF("addresses off"),
    /** Interfaces themselves: SONiC does not bind one to another VRF unless it was removed. */
    INTERFACES_OFF("interfaces off"),
    /** Queues and maps of ports, so that nothing uses an old profile. */
    QUEUES_OFF("queues off"),
    /** Profiles, maps and VRFs that are not wanted or that cannot be changed where they are. */
    MAPS_OFF("maps and VRFs off"),
    /** Profiles, maps and VRFs that are wanted. */
    MAPS_ON("maps and VRFs on"),
    /** Queues and maps of ports. */
    QUEUES_ON("queues on"),
    /** Speeds, and interfaces in their VRF. */
    INTERFACES_ON("interfaces in their VRF"),
    /** Addresses; ports go up. */
    ADDRESSES_ON("addresses and ports up"),
    /** Static neighbours and routes, on ports that are up. */
    NEIGHBOURS_ON("neighbours and routes on");

    private final String words;

    StageKind(String words) {
      this.words = words;
    }

    /** Returns the stage as part of a file's name. */
    public String fileName() {
      return RecordSettings.spelling(this);
    }

    /** Returns the stage for people. */
    @Override
    public String toString() {
      return words;
    }
  }

  /**
   * The effect of an object of CONFIG_DB, as another database shows it. CONFIG_DB alone says what
   * was asked for: SONiC skips much of what it does not do with a line of syslog.
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
    static Optional<Effect> of(StageKind kind, ConfigPatch.ConfigChange change) {
      if (!change.table().equals("INTERFACE") || change.key().contains("|")) {
        return Optional.empty();
      }
      return switch (kind) {
        case INTERFACES_OFF -> Optional.of(new Unbound(change.key()));
        case INTERFACES_ON ->
            change
                .after()
                .map(fields -> new Bound(change.key(), fields.path("vrf_name").asText("")));
        default -> Optional.empty();
      };
    }
  }
}

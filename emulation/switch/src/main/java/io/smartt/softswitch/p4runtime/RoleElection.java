package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.smartt.controller.p4runtime.ElectionId;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.Role;
import org.p4.v1.StreamMessageResponse;

/**
 * The election of the primary of one device and role (P4Runtime sections 5.3 and 5.4). Remembers
 * the highest election id ever seen, also when everybody has left, so nobody is promoted by
 * another's leaving.
 *
 * <p>Changes are one at a time; {@link #accepts} and {@link #rights} may be asked by any thread at
 * any time.
 */
final class RoleElection {
  private final long deviceId;
  private final String role;
  private final int maxControllers;
  private final Runnable drainWrites;
  private final List<Controller> live = new ArrayList<>();
  private Optional<ElectionId> highest = Optional.empty();
  private Optional<Any> config = Optional.empty();
  private volatile RoleRights rights = RoleRights.FULL;
  private volatile Optional<Controller> primary = Optional.empty();

  /**
   * @param drainWrites returns once no write is running
   */
  RoleElection(long deviceId, String role, int maxControllers, Runnable drainWrites) {
    this.deviceId = deviceId;
    this.role = role;
    this.maxControllers = maxControllers;
    this.drainWrites = drainWrites;
  }

  /** A new controller's first message, whose config is understood. */
  synchronized void join(Controller controller, MasterArbitrationUpdate update) {
    requireUnused(controller, update);
    if (live.size() >= maxControllers) {
      throw Refusal.full(
          "%s has %d controllers, which is the most it takes".formatted(this, live.size()));
    }
    live.add(controller);
    elect(controller, update);
  }

  /** A further message of a live controller. */
  synchronized void update(Controller controller, MasterArbitrationUpdate update) {
    requireUnderstood(update);
    requireUnused(controller, update);
    elect(controller, update);
  }

  /** A controller's stream ended. */
  synchronized void leave(Controller controller) {
    if (live.remove(controller) && isPrimary(controller)) {
      primary = Optional.empty();
      live.forEach(this::advise);
    }
  }

  /** Returns whether the client of this election id is the primary. */
  boolean accepts(Optional<ElectionId> electionId) {
    Optional<Controller> now = primary;
    return electionId.isPresent() && now.isPresent() && now.get().electionId().equals(electionId);
  }

  /** Returns whether this controller is the primary. */
  boolean isPrimary(Controller controller) {
    return primary.filter(now -> now == controller).isPresent();
  }

  Optional<Controller> primary() {
    return primary;
  }

  RoleRights rights() {
    return rights;
  }

  /** Says for messages whose writes are accepted. */
  String describePrimary() {
    return primary
        .flatMap(Controller::electionId)
        .map(id -> "the primary has election id " + id)
        .orElse("there is no primary");
  }

  @Override
  public String toString() {
    return "device %s, %s"
        .formatted(
            Long.toUnsignedString(deviceId),
            role.isEmpty() ? "default role" : "role '" + role + "'");
  }

  private void elect(Controller controller, MasterArbitrationUpdate update) {
    Optional<ElectionId> id = electionIdOf(update);
    boolean wins = id.isPresent() && (highest.isEmpty() || id.get().compareTo(highest.get()) >= 0);
    if (wins) {
      promote(controller, id, configOf(update));
    } else if (isPrimary(controller)) {
      primary = Optional.empty();
      controller.setElectionId(id);
      live.forEach(this::advise);
    } else {
      controller.setElectionId(id);
      advise(controller);
    }
  }

  /** The order is the specification's: refuse the old, tell the others, drain, accept, tell. */
  private void promote(Controller controller, Optional<ElectionId> id, Optional<Any> newConfig) {
    primary = Optional.empty();
    controller.setElectionId(id);
    config = newConfig;
    highest = id;
    for (Controller other : live) {
      if (other != controller) {
        advise(other, Code.ALREADY_EXISTS, "another controller is primary");
      }
    }
    drainWrites.run();
    rights = RoleRights.of(newConfig);
    primary = Optional.of(controller);
    advise(controller);
  }

  private void advise(Controller controller) {
    if (isPrimary(controller)) {
      advise(controller, Code.OK, "");
    } else if (primary.isPresent()) {
      advise(controller, Code.ALREADY_EXISTS, "another controller is primary");
    } else {
      advise(controller, Code.NOT_FOUND, "there is no primary");
    }
  }

  private void advise(Controller controller, Code code, String message) {
    MasterArbitrationUpdate.Builder advice =
        MasterArbitrationUpdate.newBuilder()
            .setDeviceId(deviceId)
            .setStatus(
                com.google.rpc.Status.newBuilder().setCode(code.getNumber()).setMessage(message));
    highest.ifPresent(id -> advice.setElectionId(id.toMessage()));
    if (!role.isEmpty() || config.isPresent()) {
      Role.Builder given = Role.newBuilder().setName(role);
      config.ifPresent(given::setConfig);
      advice.setRole(given);
    }
    controller.stream().send(StreamMessageResponse.newBuilder().setArbitration(advice).build());
  }

  private void requireUnused(Controller controller, MasterArbitrationUpdate update) {
    Optional<ElectionId> id = electionIdOf(update);
    if (id.isEmpty()) {
      return;
    }
    for (Controller other : live) {
      if (other != controller && other.electionId().equals(id)) {
        throw new Refusal(
            Status.Code.INVALID_ARGUMENT,
            "%s: election id %s is used by another live controller".formatted(this, id.get()));
      }
    }
  }

  /** Refuses a config that is not in the scheme. */
  static void requireUnderstood(MasterArbitrationUpdate update) {
    var _ = RoleRights.of(configOf(update));
  }

  private static Optional<ElectionId> electionIdOf(MasterArbitrationUpdate update) {
    return update.hasElectionId()
        ? Optional.of(ElectionId.of(update.getElectionId()))
        : Optional.empty();
  }

  private static Optional<Any> configOf(MasterArbitrationUpdate update) {
    return update.getRole().hasConfig()
        ? Optional.of(update.getRole().getConfig())
        : Optional.empty();
  }

  /** A live controller of one device and role. Guarded by its {@link RoleElection}. */
  static final class Controller {
    private final ControllerStream stream;
    private Optional<ElectionId> electionId = Optional.empty();

    Controller(ControllerStream stream) {
      this.stream = stream;
    }

    ControllerStream stream() {
      return stream;
    }

    Optional<ElectionId> electionId() {
      return electionId;
    }

    void setElectionId(Optional<ElectionId> id) {
      electionId = id;
    }
  }
}

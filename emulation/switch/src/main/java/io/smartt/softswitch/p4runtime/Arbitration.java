package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.controller.p4runtime.ElectionId;
import org.p4.v1.Uint128;

/** The elections of one device, one a role. The default role is always known. */
final class Arbitration {
  /** The role of a client that names none. */
  static final String DEFAULT_ROLE = "";

  private final long deviceId;
  private final int maxStreamsPerRole;
  private final Runnable drainWrites;
  private final Map<String, RoleElection> elections = new ConcurrentHashMap<>();

  Arbitration(long deviceId, int maxStreamsPerRole, Runnable drainWrites) {
    this.deviceId = deviceId;
    this.maxStreamsPerRole = maxStreamsPerRole;
    this.drainWrites = drainWrites;
    election(DEFAULT_ROLE);
  }

  /** The election of a role, which exists from now on. */
  RoleElection election(String role) {
    return elections.computeIfAbsent(
        role, name -> new RoleElection(deviceId, name, maxStreamsPerRole, drainWrites));
  }

  /** The election of a role that some controller has had; NOT_FOUND otherwise. */
  RoleElection known(String role) {
    RoleElection election = elections.get(role);
    if (election == null) {
      throw Refusal.notFound(
          "device %s has no role '%s'; leave the role unset for the default role"
              .formatted(Long.toUnsignedString(deviceId), role));
    }
    return election;
  }

  /** The rights of the primary of this role; NOT_FOUND or PERMISSION_DENIED otherwise. */
  RoleRights requirePrimary(String role, Optional<Uint128> electionId) {
    RoleElection election = known(role);
    if (!election.accepts(electionId.map(ElectionId::of))) {
      throw Refusal.denied(
          "%s: %s is not the primary's; %s"
              .formatted(
                  election,
                  electionId
                      .map(id -> "election id " + ElectionId.of(id))
                      .orElse("an unset election id"),
                  election.describePrimary()));
    }
    return election.rights();
  }

  /** The elections that have a primary. */
  Stream<RoleElection> withPrimary() {
    return elections.values().stream().filter(election -> election.primary().isPresent());
  }
}

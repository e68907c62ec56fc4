package io.smartt.emulation.softswitch.p4runtime;

import java.util.Optional;

/** A live controller of one device and role. Guarded by its {@link RoleElection}. */
final class Controller {
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

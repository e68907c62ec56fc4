package io.smartt.testbed.standin.stratum;

import module java.base;

import com.google.rpc.Code;
import io.grpc.stub.StreamObserver;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.Uint128;

/**
 * The controllers and the primary among them, by role
 * (stratum/lib/p4runtime/sdn_controller_manager.cc). The highest election id is remembered when its
 * owner has left, until Stratum starts again.
 */
final class Controllers {
  /** max_num_controllers_per_node (p4_service.cc:44). */
  private static final int MOST = 5;

  private final long deviceId;
  private final List<Connection> connections = new ArrayList<>();
  private final Map<String, Uint128> highest = new HashMap<>();

  Controllers(long deviceId) {
    this.deviceId = deviceId;
  }

  /** A stream of a controller. */
  static final class Connection {
    private final StreamObserver<StreamMessageResponse> stream;
    private Optional<String> role = Optional.empty();
    private Uint128 electionId = Uint128.getDefaultInstance();

    Connection(StreamObserver<StreamMessageResponse> stream) {
      this.stream = stream;
    }
  }

  /** A controller's first or next message. */
  synchronized void arbitrate(Connection connection, MasterArbitrationUpdate update) {
    // p4_service.cc:601, :610.
    if (update.getDeviceId() == 0) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Invalid node (aka device) ID.");
    }
    if (isZero(update.getElectionId())) {
      throw new StratumError(Code.INVALID_ARGUMENT, "Invalid election ID.");
    }
    boolean fresh = connection.role.isEmpty();
    if (fresh && update.getDeviceId() != deviceId) {
      throw new StratumError(
          Code.NOT_FOUND,
          "Node with ID "
              + update.getDeviceId()
              + " is unknown or no config has been pushed to it yet.");
    }
    if (update.getDeviceId() != deviceId) {
      throw new StratumError(
          Code.FAILED_PRECONDITION,
          "Arbitration request cannot change the device ID from '%d' to '%d'."
              .formatted(deviceId, update.getDeviceId()));
    }
    if (fresh && connections.size() >= MOST) {
      throw new StratumError(
          Code.RESOURCE_EXHAUSTED,
          "Cannot have more than %d controllers for node (aka device) with ID %d."
              .formatted(MOST, deviceId));
    }
    String role = update.getRole().getName();
    if (!fresh && !role.equals(connection.role.get())) {
      throw new StratumError(
          Code.FAILED_PRECONDITION, "Arbitration request cannot change the role.");
    }
    for (Connection other : connections) {
      if (other != connection
          && other.role.filter(role::equals).isPresent()
          && other.electionId.equals(update.getElectionId())) {
        throw new StratumError(
            Code.INVALID_ARGUMENT,
            "Election ID %s is already used by another connection with the same role."
                .formatted(text(update.getElectionId())));
      }
    }
    boolean was = isPrimary(connection);
    connection.role = Optional.of(role);
    connection.electionId = update.getElectionId();
    if (fresh) {
      connections.add(connection);
    }
    Uint128 past = highest.get(role);
    if (past == null || compare(update.getElectionId(), past) >= 0) {
      highest.put(role, update.getElectionId());
      inform(role);
    } else if (was) {
      inform(role);
    } else {
      advise(connection);
    }
  }

  synchronized void leave(Connection connection) {
    boolean was = isPrimary(connection);
    connections.remove(connection);
    if (was) {
      inform(connection.role.orElse(""));
    }
  }

  /** Forgets all: the streams end as a server's do that stops. */
  synchronized List<Connection> forget() {
    List<Connection> ended = List.copyOf(connections);
    connections.clear();
    highest.clear();
    return ended;
  }

  static void end(Connection connection, StratumError why) {
    connection.stream.onError(why.status().asRuntimeException());
  }

  synchronized boolean isPrimary(Connection connection) {
    return connection
        .role
        .map(role -> connection.electionId.equals(highest.get(role)))
        .orElse(false);
  }

  /** Requires that a request is the primary's (sdn_controller_manager.cc:523). */
  synchronized void requirePrimary(String role, Uint128 electionId) {
    Uint128 past = highest.get(role);
    if (past == null) {
      throw new StratumError(
          Code.PERMISSION_DENIED,
          "Only the primary connection can issue requests, but no primary connection has been"
              + " established.");
    }
    if (!electionId.equals(past)) {
      throw new StratumError(
          Code.PERMISSION_DENIED,
          ("Only the primary connection can issue requests, but this SDN connection for role %s"
                  + " with election ID %s is not primary.")
              .formatted(role.isEmpty() ? "<default>" : "'" + role + "'", text(electionId)));
    }
    if (connections.stream()
        .noneMatch(
            c -> c.role.filter(role::equals).isPresent() && c.electionId.equals(electionId))) {
      throw new StratumError(
          Code.PERMISSION_DENIED, "Election ID " + text(electionId) + " is not active for role");
    }
  }

  private void inform(String role) {
    connections.stream()
        .filter(connection -> connection.role.filter(role::equals).isPresent())
        .forEach(this::advise);
  }

  private void advise(Connection connection) {
    String role = connection.role.orElse("");
    Uint128 past = highest.getOrDefault(role, Uint128.getDefaultInstance());
    boolean primary = connection.electionId.equals(past);
    boolean some =
        connections.stream()
            .anyMatch(c -> c.role.filter(role::equals).isPresent() && c.electionId.equals(past));
    Code code = primary ? Code.OK : some ? Code.ALREADY_EXISTS : Code.NOT_FOUND;
    MasterArbitrationUpdate.Builder advice =
        MasterArbitrationUpdate.newBuilder().setDeviceId(deviceId).setElectionId(past);
    advice.getStatusBuilder().setCode(code.getNumber());
    if (!role.isEmpty()) {
      advice.getRoleBuilder().setName(role);
    }
    connection.stream.onNext(StreamMessageResponse.newBuilder().setArbitration(advice).build());
  }

  static boolean isZero(Uint128 id) {
    return id.getHigh() == 0 && id.getLow() == 0;
  }

  private static String text(Uint128 id) {
    return "{ high: %d low: %d }".formatted(id.getHigh(), id.getLow());
  }

  private static int compare(Uint128 a, Uint128 b) {
    int high = Long.compareUnsigned(a.getHigh(), b.getHigh());
    return high != 0 ? high : Long.compareUnsigned(a.getLow(), b.getLow());
  }
}

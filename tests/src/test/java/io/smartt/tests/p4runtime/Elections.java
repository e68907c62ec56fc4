package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.PacketOut;
import org.p4.v1.Role;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;

/**
 * A model of the elections of one device, from section 5.3 of the specification: who is primary in
 * each role, and what every controller is told when that changes.
 */
final class Elections {
  /** What a controller is told: an election's state, or that a message of its own was refused. */
  record Told(boolean error, Code code, OptionalLong highest, Optional<Any> config) {}

  private static final class Election {
    final Map<Client, OptionalLong> live = new LinkedHashMap<>();
    OptionalLong highest = OptionalLong.empty();
    Optional<Client> primary = Optional.empty();
    Optional<Any> config = Optional.empty();

    void tell(Client client) {
      Code code =
          primary.isEmpty()
              ? Code.NOT_FOUND
              : primary.get() == client ? Code.OK : Code.ALREADY_EXISTS;
      client.expect(new Told(false, code, highest, config));
    }
  }

  private final Map<String, Election> roles = new HashMap<>(Map.of("", new Election()));

  /** An arbitration message that is accepted. */
  void join(String name, Client client, OptionalLong id, Optional<Any> config) {
    Election role = roles.computeIfAbsent(name, _ -> new Election());
    boolean was = role.primary.filter(primary -> primary == client).isPresent();
    role.live.put(client, id);
    boolean wins =
        id.isPresent() && (role.highest.isEmpty() || id.getAsLong() >= role.highest.getAsLong());
    if (wins) {
      role.highest = id;
      role.primary = Optional.of(client);
      role.config = config;
    } else if (was) {
      role.primary = Optional.empty();
    }
    (wins || was ? List.copyOf(role.live.keySet()) : List.of(client)).forEach(role::tell);
  }

  void leave(Client client) {
    for (Election role : roles.values()) {
      if (role.live.remove(client) != null
          && role.primary.filter(primary -> primary == client).isPresent()) {
        role.primary = Optional.empty();
        role.live.keySet().forEach(role::tell);
      }
    }
  }

  boolean known(String role) {
    return roles.containsKey(role);
  }

  /** Whether another live controller of the role has this id. */
  boolean taken(Client client, OptionalLong id) {
    Election role = roles.get(client.role());
    return role != null
        && id.isPresent()
        && role.live.entrySet().stream()
            .anyMatch(other -> other.getKey() != client && other.getValue().equals(id));
  }

  boolean isPrimary(Client client) {
    Election role = roles.get(client.role());
    return role != null && role.primary.filter(primary -> primary == client).isPresent();
  }

  /** The id of the role's primary; empty where it has none. */
  Optional<OptionalLong> primaryId(String name) {
    Election role = roles.get(name);
    return role == null ? Optional.empty() : role.primary.map(role.live::get);
  }

  /** The config that the role's last primary gave. */
  Optional<Any> config(String role) {
    return Optional.ofNullable(roles.get(role)).flatMap(found -> found.config);
  }

  boolean accepts(String role, OptionalLong id) {
    return id.isPresent() && primaryId(role).filter(id::equals).isPresent();
  }

  /** A controller with its stream, what it was told, and what it must be told. */
  static final class Client implements StreamObserver<StreamMessageResponse> {
    /** A controller of which nobody looks at what it is told. */
    static final Client UNSEEN = new Client("unseen", "", null);

    private final String name;
    private final String role;
    private final P4RuntimeGrpc.@Nullable P4RuntimeStub stub;
    private final List<Told> told = new ArrayList<>();
    private final List<Told> expected = new ArrayList<>();
    private Optional<StreamObserver<StreamMessageRequest>> requests = Optional.empty();
    private Optional<Status> ended = Optional.empty();

    Client(String name, String role, P4RuntimeGrpc.@Nullable P4RuntimeStub stub) {
      this.name = name;
      this.role = role;
      this.stub = stub;
    }

    String role() {
      return role;
    }

    boolean live() {
      return requests.isPresent() && ended.isEmpty();
    }

    Optional<Status> ended() {
      return ended;
    }

    void open() {
      ended = Optional.empty();
      requests = Optional.ofNullable(stub).map(some -> some.streamChannel(this));
    }

    void arbitrate(long device, String toRole, OptionalLong id, Optional<Any> config) {
      MasterArbitrationUpdate.Builder update =
          MasterArbitrationUpdate.newBuilder().setDeviceId(device);
      id.ifPresent(given -> update.setElectionId(ServedSwitch.electionId(given)));
      Role.Builder named = Role.newBuilder().setName(toRole);
      config.ifPresent(named::setConfig);
      if (!toRole.isEmpty() || config.isPresent()) {
        update.setRole(named);
      }
      send(StreamMessageRequest.newBuilder().setArbitration(update));
    }

    void packetOut() {
      send(StreamMessageRequest.newBuilder().setPacket(PacketOut.getDefaultInstance()));
    }

    private void send(StreamMessageRequest.Builder message) {
      requests.orElseThrow().onNext(message.build());
    }

    /** Ends the stream, or breaks it off. */
    void leave(boolean orderly) {
      if (orderly) {
        requests.orElseThrow().onCompleted();
      } else {
        requests.orElseThrow().onError(Status.CANCELLED.asException());
      }
      requests = Optional.empty();
    }

    void expect(Told message) {
      expected.add(message);
    }

    void check(String where) {
      assertThat(told).as("%s: what %s was told", where, name).isEqualTo(expected);
      told.clear();
      expected.clear();
    }

    @Override
    public void onNext(StreamMessageResponse message) {
      if (message.hasArbitration()) {
        MasterArbitrationUpdate update = message.getArbitration();
        assertThat(update.getRole().getName()).isEqualTo(role);
        told.add(
            new Told(
                false,
                Code.forNumber(update.getStatus().getCode()),
                update.hasElectionId()
                    ? OptionalLong.of(update.getElectionId().getLow())
                    : OptionalLong.empty(),
                update.getRole().hasConfig()
                    ? Optional.of(update.getRole().getConfig())
                    : Optional.empty()));
      } else {
        told.add(
            new Told(
                true,
                Code.forNumber(message.getError().getCanonicalCode()),
                OptionalLong.empty(),
                Optional.empty()));
      }
    }

    @Override
    public void onError(Throwable cause) {
      ended = Optional.of(Status.fromThrowable(cause));
    }

    @Override
    public void onCompleted() {
      ended = Optional.of(Status.OK);
    }
  }
}

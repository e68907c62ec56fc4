package io.smartt.tests.p4runtime;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import com.google.protobuf.Any;
import com.google.rpc.Code;
import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.P4RuntimeGrpc.P4RuntimeStub;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;

/**
 * A model of the elections of one device, from section 5.3 of the specification: who is primary in
 * each role, and what every controller gets when that changes.
 */
final class Elections {
  private final Map<String, Election> roles = new HashMap<>(Map.of("", new Election()));

  private static final class Election {
    final Map<Client, OptionalLong> live = new LinkedHashMap<>();
    OptionalLong highest = OptionalLong.empty();
    Optional<Client> primary = Optional.empty();
    Optional<Any> config = Optional.empty();

    boolean led(Client client) {
      return primary.filter(now -> now == client).isPresent();
    }

    void tell(Client client) {
      Code code = primary.isEmpty() ? Code.NOT_FOUND : led(client) ? Code.OK : Code.ALREADY_EXISTS;
      client.expected.add(
          StreamMessageResponse.newBuilder()
              .setArbitration(
                  message(client.role, highest, config)
                      .setStatus(com.google.rpc.Status.newBuilder().setCode(code.getNumber())))
              .build());
    }
  }

  static MasterArbitrationUpdate.Builder message(
      String role, OptionalLong id, Optional<Any> config) {
    MasterArbitrationUpdate.Builder message =
        MasterArbitrationUpdate.newBuilder().setDeviceId(ServedSwitch.DEVICE);
    id.ifPresent(given -> message.setElectionId(ServedSwitch.electionId(given)));
    if (!role.isEmpty()) {
      message.getRoleBuilder().setName(role);
    }
    config.ifPresent(given -> message.getRoleBuilder().setConfig(given));
    return message;
  }

  /** An arbitration message that is accepted. */
  void join(Client client, OptionalLong id, Optional<Any> config) {
    Election role = roles.computeIfAbsent(client.role, _ -> new Election());
    boolean was = role.led(client);
    role.live.put(client, id);
    boolean wins = id.isPresent() && id.getAsLong() >= role.highest.orElse(0);
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
    Optional.ofNullable(roles.get(client.role))
        .filter(role -> role.live.remove(client) != null && role.led(client))
        .ifPresent(role -> {
          role.primary = Optional.empty();
          role.live.keySet().forEach(role::tell);
        });
  }

  boolean known(String role) {
    return roles.containsKey(role);
  }

  /** Whether another live controller of the role has this id. */
  boolean taken(Client client, OptionalLong id) {
    return id.isPresent()
        && Optional.ofNullable(roles.get(client.role)).stream()
            .flatMap(role -> role.live.entrySet().stream())
            .anyMatch(other -> other.getKey() != client && other.getValue().equals(id));
  }

  /** The id of the role's primary; empty where it has none. */
  Optional<OptionalLong> primaryId(String name) {
    return Optional.ofNullable(roles.get(name))
        .flatMap(role -> role.primary.flatMap(now -> Optional.ofNullable(role.live.get(now))));
  }

  /** The config that the role's last primary gave. */
  Optional<Any> config(String role) {
    return Optional.ofNullable(roles.get(role)).flatMap(found -> found.config);
  }

  /** A controller with its stream, what it got, and what it must get. */
  static final class Client implements StreamObserver<StreamMessageResponse> {
    final String role;
    private final List<StreamMessageResponse> got = Collections.synchronizedList(new ArrayList<>());
    private final List<StreamMessageResponse> expected = new ArrayList<>();
    private Optional<StreamObserver<StreamMessageRequest>> requests = Optional.empty();
    private Optional<Status> ended = Optional.empty();

    Client(String role) {
      this.role = role;
    }

    boolean live() {
      return requests.isPresent() && ended.isEmpty();
    }

    Optional<Status> ended() {
      return ended;
    }

    void open(P4RuntimeStub stub) {
      ended = Optional.empty();
      requests = Optional.of(stub.streamChannel(this));
    }

    void arbitrate(MasterArbitrationUpdate.Builder message) {
      requests
          .orElseThrow()
          .onNext(StreamMessageRequest.newBuilder().setArbitration(message).build());
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

    void check(String where) {
      assertThat(got).as("%s: what a client of role '%s' got", where, role).isEqualTo(expected);
      got.clear();
      expected.clear();
    }

    @Override
    public void onNext(StreamMessageResponse message) {
      StreamMessageResponse.Builder withoutText = message.toBuilder();
      withoutText.getArbitrationBuilder().getStatusBuilder().clearMessage();
      got.add(withoutText.build());
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

package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.grpc.stub.StreamObserver;
import org.p4.v1.DigestListAck;
import org.p4.v1.DigestListAckError;
import org.p4.v1.MasterArbitrationUpdate;
import org.p4.v1.PacketOut;
import org.p4.v1.PacketOutError;
import org.p4.v1.StreamError;
import org.p4.v1.StreamMessageRequest;
import org.p4.v1.StreamMessageResponse;
import org.p4.v1.StreamOtherError;

/** One controller's stream, from its first message to its end. */
final class StreamHandler implements StreamObserver<StreamMessageRequest> {
  /** The facts that the first message settled for good. */
  private record Session(
      DeviceSession device,
      String role,
      RoleElection election,
      RoleElection.Controller controller) {}

  private final ControllerStream stream;
  private final LongFunction<DeviceSession> devices;
  private Optional<Session> session = Optional.empty();

  /**
   * @param devices finds a device by id; NOT_FOUND where there is none
   */
  StreamHandler(ControllerStream stream, LongFunction<DeviceSession> devices) {
    this.stream = stream;
    this.devices = devices;
  }

  @Override
  public synchronized void onNext(StreamMessageRequest request) {
    switch (request.getUpdateCase()) {
      case ARBITRATION -> arbitrate(request.getArbitration());
      case PACKET -> packetOut(request.getPacket());
      case DIGEST_ACK -> acknowledge(request.getDigestAck());
      case OTHER ->
          report(
              Refusal.unimplemented(
                  "stream messages of type '%s' are not understood; accepted are arbitration, packet and digest_ack"
                      .formatted(request.getOther().getTypeUrl())),
              StreamError.newBuilder()
                  .setOther(StreamOtherError.newBuilder().setOther(request.getOther())));
      case UPDATE_NOT_SET ->
          report(
              Refusal.invalid(
                  "an empty stream message; accepted are arbitration, packet and digest_ack"),
              StreamError.newBuilder().setOther(StreamOtherError.getDefaultInstance()));
    }
  }

  @Override
  public void onError(Throwable cause) {
    cancelled();
  }

  /** The connection is gone. */
  void cancelled() {
    stream.abandon();
    leave();
  }

  @Override
  public void onCompleted() {
    stream.complete();
    leave();
  }

  private synchronized void leave() {
    session.ifPresent(s -> {
      s.election().leave(s.controller());
      stream.unsent().forEach(s.device().lost()::count);
    });
    session = Optional.empty();
  }

  private void arbitrate(MasterArbitrationUpdate update) {
    try {
      requireRoleByName(update);
      if (session.isPresent()) {
        again(session.get(), update);
      } else {
        first(update);
      }
    } catch (Refusal refusal) {
      stream.fail(refusal.status());
      leave();
    }
  }

  private void first(MasterArbitrationUpdate update) {
    DeviceSession device = devices.apply(update.getDeviceId());
    String role = update.getRole().getName();
    // Before the election, which makes the role known: a refused controller makes none.
    RoleElection.requireUnderstood(update);
    RoleElection election = device.arbitration().election(role);
    RoleElection.Controller controller = new RoleElection.Controller(stream);
    election.join(controller, update);
    session = Optional.of(new Session(device, role, election, controller));
  }

  private static void again(Session session, MasterArbitrationUpdate update) {
    if (update.getDeviceId() != session.device().id()) {
      throw Refusal.precondition(
          "this stream is for device %s, not %s; open another stream"
              .formatted(
                  Long.toUnsignedString(session.device().id()),
                  Long.toUnsignedString(update.getDeviceId())));
    }
    if (!update.getRole().getName().equals(session.role())) {
      throw Refusal.precondition(
          "this stream is for role '%s', not '%s'; open another stream"
              .formatted(session.role(), update.getRole().getName()));
    }
    session.election().update(session.controller(), update);
  }

  private static void requireRoleByName(MasterArbitrationUpdate update) {
    if (update.getRole().getName().isEmpty() && roleId(update) != 0) {
      throw Refusal.invalid(
          "role.id %s is deprecated; give role.name"
              .formatted(Long.toUnsignedString(roleId(update))));
    }
  }

  @SuppressWarnings("deprecation")
  private static long roleId(MasterArbitrationUpdate update) {
    return update.getRole().getId();
  }

  private void packetOut(PacketOut packet) {
    try {
      Session open = requireSession();
      if (!open.election().isPrimary(open.controller())) {
        throw Refusal.denied(
            "%s: only the primary may send packets; %s"
                .formatted(open.election(), open.election().describePrimary()));
      }
      if (!open.election().rights().packetOut()) {
        throw Refusal.denied(open.election() + " may not send packets");
      }
      open.device().packetOut(packet);
    } catch (Refusal refusal) {
      report(
          refusal,
          StreamError.newBuilder().setPacketOut(PacketOutError.newBuilder().setPacketOut(packet)));
    }
  }

  private void acknowledge(DigestListAck ack) {
    try {
      Session open = requireSession();
      if (!open.election().isPrimary(open.controller())) {
        throw Refusal.denied(open.election() + ": only the primary may acknowledge digests");
      }
      open.device().acknowledge(ack);
    } catch (Refusal refusal) {
      report(
          refusal,
          StreamError.newBuilder()
              .setDigestListAck(DigestListAckError.newBuilder().setDigestListAck(ack)));
    }
  }

  private Session requireSession() {
    return session.orElseThrow(() ->
        new Refusal(
            Status.Code.PERMISSION_DENIED, "send an arbitration message first on this stream"));
  }

  private void report(Refusal refusal, StreamError.Builder error) {
    StreamMessageResponse message =
        StreamMessageResponse.newBuilder()
            .setError(
                error
                    .setCanonicalCode(refusal.code().value())
                    .setMessage(String.valueOf(refusal.getMessage())))
            .build();
    if (!stream.offer(message)) {
      session.ifPresent(open -> open.device().lost().count(message));
    }
  }
}

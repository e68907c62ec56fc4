package io.smartt.emulation.softswitch.thrift;

import static io.smartt.emulation.softswitch.thrift.ThriftMethod.NOTHING;
import static io.smartt.emulation.softswitch.thrift.ThriftValue.i32;

import io.grpc.Status;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * Mirroring sessions of simple_switch.thrift, which are the clone sessions of P4Runtime. A session
 * to a multicast group has the copies that the group has when it is added.
 */
final class MirroringCalls {
  private static final int SESSION_NOT_FOUND = 1;

  /** What a session was given. */
  private record Mirror(Optional<Integer> port, Optional<Integer> group) {}

  /** That, for as long as the session has the copies that came of it. */
  private record Known(Mirror mirror, List<Replica> copies) {}

  private final Program program;
  private final Map<Integer, Known> sessions = new HashMap<>();

  MirroringCalls(Program program) {
    this.program = program;
  }

  void addTo(Map<String, ThriftMethod> methods) {
    methods.put("simple_switch:mirroring_session_add", this::add);
    methods.put("simple_switch:mirroring_session_delete", this::delete);
    methods.put("simple_switch:mirroring_session_get", this::get);
  }

  /** Adding a session again changes it, as in simple_switch. */
  private ThriftValue add(Arguments call) {
    int id = call.integer(1);
    Arguments config = call.struct(2);
    Mirror mirror =
        new Mirror(
            config.has(1) ? Optional.of(config.integer(1)) : Optional.empty(),
            config.has(2) ? Optional.of(config.integer(2)) : Optional.empty());
    List<Replica> copies = new ArrayList<>();
    mirror.group().ifPresent(group -> copies.addAll(copies(group)));
    mirror.port().ifPresent(port -> copies.add(MulticastCalls.replica(port, 0)));
    Status status = write(Update.Type.INSERT, id, copies);
    if (status.getCode() == Status.Code.ALREADY_EXISTS) {
      status = write(Update.Type.MODIFY, id, copies);
    }
    requireOk(status);
    sessions.put(id, new Known(mirror, session(id).getReplicasList()));
    return NOTHING;
  }

  private List<Replica> copies(int group) {
    return program
        .read(
            entity(
                PacketReplicationEngineEntry.newBuilder()
                    .setMulticastGroupEntry(
                        MulticastGroupEntry.newBuilder().setMulticastGroupId(group))))
        .stream()
        .findFirst()
        .map(found ->
            found.getPacketReplicationEngineEntry().getMulticastGroupEntry().getReplicasList())
        .orElseThrow(() -> new IllegalArgumentException("there is no multicast group " + group));
  }

  private ThriftValue delete(Arguments call) {
    requireOk(write(Update.Type.DELETE, call.integer(1), List.of()));
    sessions.remove(call.integer(1));
    return NOTHING;
  }

  private ThriftValue get(Arguments call) {
    CloneSessionEntry session = session(call.integer(1));
    Mirror mirror =
        Optional.ofNullable(sessions.get(call.integer(1)))
            .filter(known -> known.copies().equals(session.getReplicasList()))
            .map(Known::mirror)
            .orElseGet(() -> mirror(session));
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    mirror.port().ifPresent(port -> fields.put(1, i32(port)));
    mirror.group().ifPresent(group -> fields.put(2, i32(group)));
    return new ThriftValue.Struct(fields);
  }

  private CloneSessionEntry session(int id) {
    return program
        .read(
            entity(
                PacketReplicationEngineEntry.newBuilder()
                    .setCloneSessionEntry(CloneSessionEntry.newBuilder().setSessionId(id))))
        .stream()
        .findFirst()
        .map(found -> found.getPacketReplicationEngineEntry().getCloneSessionEntry())
        .orElseThrow(() -> new ThriftFault(SESSION_NOT_FOUND, "no session " + id));
  }

  /** A session that came over P4Runtime: its first copy's port. */
  private static Mirror mirror(CloneSessionEntry session) {
    return new Mirror(
        session.getReplicasList().stream().findFirst().map(MulticastCalls::port), Optional.empty());
  }

  private Status write(Update.Type type, int id, List<Replica> copies) {
    return program.write(
        type,
        entity(
            PacketReplicationEngineEntry.newBuilder()
                .setCloneSessionEntry(
                    CloneSessionEntry.newBuilder().setSessionId(id).addAllReplicas(copies))));
  }

  private static Entity.Builder entity(PacketReplicationEngineEntry.Builder entry) {
    return Entity.newBuilder().setPacketReplicationEngineEntry(entry);
  }

  private static void requireOk(Status status) {
    if (status.getCode() == Status.Code.NOT_FOUND) {
      throw new ThriftFault(SESSION_NOT_FOUND, String.valueOf(status.getDescription()));
    }
    if (!status.isOk()) {
      throw new IllegalArgumentException(status.getDescription());
    }
  }
}

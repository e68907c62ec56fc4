package io.smartt.emulation.softswitch.thrift;

import static io.smartt.emulation.softswitch.thrift.ThriftMethod.NOTHING;
import static io.smartt.emulation.softswitch.thrift.ThriftValue.i32;

import io.grpc.Status;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * Mirroring sessions of simple_switch.thrift, which are the clone sessions of P4Runtime. A session
 * refers to a multicast group, which may come later and change.
 */
final class MirroringCalls {
  private static final int SESSION_NOT_FOUND = 1;

  private final Program program;

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
    List<Replica> copies =
        config.has(1) ? List.of(MulticastCalls.replica(config.integer(1), 0)) : List.of();
    Status status = write(Update.Type.INSERT, id, copies);
    if (status.getCode() == Status.Code.ALREADY_EXISTS) {
      status = write(Update.Type.MODIFY, id, copies);
    }
    requireOk(status);
    program.controller().mirror(id, config.integer(2));
    return NOTHING;
  }

  private ThriftValue delete(Arguments call) {
    requireOk(write(Update.Type.DELETE, call.integer(1), List.of()));
    return NOTHING;
  }

  private ThriftValue get(Arguments call) {
    CloneSessionEntry session = session(call.integer(1));
    Map<Integer, ThriftValue> fields = new TreeMap<>();
    session.getReplicasList().stream()
        .findFirst()
        .ifPresent(copy -> fields.put(1, i32(MulticastCalls.port(copy))));
    int group = program.controller().mirroredGroup(call.integer(1));
    if (group != 0) {
      fields.put(2, i32(group));
    }
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
        .orElseThrow(() -> new ThriftMethod.ThriftFault(SESSION_NOT_FOUND, "no session " + id));
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
      throw new ThriftMethod.ThriftFault(
          SESSION_NOT_FOUND, String.valueOf(status.getDescription()));
    }
    if (!status.isOk()) {
      throw new IllegalArgumentException(status.getDescription());
    }
  }
}

package io.smartt.emulation.softswitch.p4runtime;

import java.util.Map;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/** Multicast groups and clone sessions (P4Runtime section 9.5). */
final class ReplicationWriter {
  private static final int MAX_ID = 0xffff;
  private static final int MAX_CLASS_OF_SERVICE = 7;

  private final WriteContext context;
  private final Replicas replicas;

  ReplicationWriter(WriteContext context) {
    this.context = context;
    this.replicas = new Replicas(context.ports(), context.strict());
  }

  void write(Update.Type type, PacketReplicationEngineEntry message) {
    switch (message.getTypeCase()) {
      case MULTICAST_GROUP_ENTRY -> write(type, message.getMulticastGroupEntry());
      case CLONE_SESSION_ENTRY -> write(type, message.getCloneSessionEntry());
      case TYPE_NOT_SET ->
          throw Refusal.invalid(
              "an empty packet_replication_engine_entry; accepted are multicast_group_entry and clone_session_entry");
    }
  }

  private void write(Update.Type type, MulticastGroupEntry message) {
    context.requireOwned(RoleRights.MULTICAST_GROUPS);
    int id = message.getMulticastGroupId();
    String owner = "multicast group " + Integer.toUnsignedString(id);
    requireId(owner, id);
    Map<Integer, MulticastGroupEntry> groups = context.store().multicastGroups();
    requireExistence(type, owner, groups.containsKey(id));
    ReplicationControl device = context.pipeline().device().replication();
    if (type == Update.Type.DELETE) {
      context.journal().remove(groups, id);
      context.effects().afterwards(() -> device.removeMulticastGroup(id));
      return;
    }
    replicas.check(owner, message.getReplicasList());
    MulticastGroupEntry.Builder canonical = message.toBuilder().clearReplicas();
    for (Replica replica : message.getReplicasList()) {
      canonical.addReplicas(Replicas.canonical(replica));
    }
    context.journal().put(groups, id, canonical.build());
    context
        .effects()
        .afterwards(
            () -> device.putMulticastGroup(id, replicas.current(owner, message.getReplicasList())));
  }

  private void write(Update.Type type, CloneSessionEntry message) {
    context.requireOwned(RoleRights.CLONE_SESSIONS);
    int id = message.getSessionId();
    String owner = "clone session " + Integer.toUnsignedString(id);
    requireId(owner, id);
    Map<Integer, CloneSessionEntry> sessions = context.store().cloneSessions();
    requireExistence(type, owner, sessions.containsKey(id));
    ReplicationControl device = context.pipeline().device().replication();
    context.journal().remove(context.store().mirroredGroups(), id);
    if (type == Update.Type.DELETE) {
      context.journal().remove(sessions, id);
      context.effects().afterwards(() -> device.removeCloneSession(id));
      return;
    }
    requireSession(owner, message);
    CloneSessionEntry.Builder canonical = message.toBuilder().clearReplicas();
    for (Replica replica : message.getReplicasList()) {
      canonical.addReplicas(Replicas.canonical(replica));
    }
    context.journal().put(sessions, id, canonical.build());
    context.effects().afterwards(() -> device.putCloneSession(id, session(replicas, message, 0)));
  }

  private void requireSession(String owner, CloneSessionEntry message) {
    replicas.check(owner, message.getReplicasList());
    int service = message.getClassOfService();
    if (service < 0 || service > MAX_CLASS_OF_SERVICE) {
      throw Refusal.invalid(
          "%s: class_of_service %s; accepted are 0 to %d"
              .formatted(owner, Integer.toUnsignedString(service), MAX_CLASS_OF_SERVICE));
    }
    if (message.getPacketLengthBytes() < 0) {
      throw Refusal.invalid(
          "%s: packet_length_bytes %d; accepted is 0 (all) or more"
              .formatted(owner, message.getPacketLengthBytes()));
    }
  }

  private static ReplicationControl.CloneSession session(
      Replicas replicas, CloneSessionEntry message, int group) {
    String owner = "clone session " + Integer.toUnsignedString(message.getSessionId());
    return new ReplicationControl.CloneSession(
        replicas.current(owner, message.getReplicasList()),
        message.getClassOfService(),
        message.getPacketLengthBytes(),
        group);
  }

  private static void requireId(String owner, int id) {
    if (id <= 0 || id > MAX_ID) {
      throw Refusal.invalid("%s: accepted ids are 1 to %d".formatted(owner, MAX_ID));
    }
  }

  private static void requireExistence(Update.Type type, String owner, boolean exists) {
    if (type == Update.Type.INSERT && exists) {
      throw Refusal.exists(owner + " already exists");
    }
    if (type != Update.Type.INSERT && !exists) {
      throw Refusal.notFound(owner + " does not exist");
    }
  }

  /** Gives the device every group and session again, by the ports that are up now. */
  static void refresh(InstalledPipeline pipeline, ForwardingDevice ports) {
    Replicas replicas = new Replicas(ports, false);
    ReplicationControl device = pipeline.device().replication();
    pipeline
        .store()
        .multicastGroups()
        .forEach((id, group) ->
            device.putMulticastGroup(
                id, replicas.current("multicast group " + id, group.getReplicasList())));
    pipeline
        .store()
        .cloneSessions()
        .forEach((id, session) ->
            device.putCloneSession(
                id,
                session(replicas, session, pipeline.store().mirroredGroups().getOrDefault(id, 0))));
  }
}

package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;
import org.p4.v1.BackupReplica;
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
              "an empty packet_replication_engine_entry; accepted are multicast_group_entry and"
                  + " clone_session_entry");
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
    MulticastGroupEntry.Builder canonical = message.toBuilder();
    canonical.getReplicasBuilderList().forEach(Replicas::canonicalise);
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
    CloneSessionEntry.Builder canonical = message.toBuilder();
    canonical.getReplicasBuilderList().forEach(Replicas::canonicalise);
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

  /**
   * Replicas of multicast groups and clone sessions (P4Runtime section 9.5). Ports are given as
   * bytes, or as the deprecated number that older controllers send; either reads back as written.
   */
  private record Replicas(ForwardingDevice ports, boolean strict) {
    private static final int MAX_INSTANCE = 0xffff;
    private static final int MAX_DATA_PLANE_PORT = 511;

    /** Checks replicas and backups together: every (port, instance) pair may stand once. */
    void check(String owner, List<Replica> replicas) {
      Set<List<Integer>> seen = new HashSet<>();
      for (Replica replica : replicas) {
        int port = port(owner, replica);
        requireFresh(owner, seen, port, replica.getInstance());
        Set<Integer> own = new HashSet<>(Set.of(port));
        for (BackupReplica backup : replica.getBackupReplicasList()) {
          int backupPort = port(owner, backup.getPort());
          if (!own.add(backupPort)) {
            throw Refusal.invalid(
                "%s: a replica and its backups need different ports; port %s stands twice"
                    .formatted(owner, Integer.toUnsignedString(backupPort)));
          }
          requireFresh(owner, seen, backupPort, backup.getInstance());
        }
      }
    }

    /** The copies that the data plane is to make: each by the first of its ports that is up. */
    List<ReplicationControl.Replica> current(String owner, List<Replica> replicas) {
      return replicas.stream().map(replica -> current(owner, replica)).toList();
    }

    private ReplicationControl.Replica current(String owner, Replica replica) {
      int port = port(owner, replica);
      ReplicationControl.Replica first =
          new ReplicationControl.Replica(port, replica.getInstance());
      if (replica.getBackupReplicasCount() == 0 || ports.portUp(port)) {
        return first;
      }
      for (BackupReplica backup : replica.getBackupReplicasList()) {
        int backupPort = port(owner, backup.getPort());
        if (ports.portUp(backupPort)) {
          return new ReplicationControl.Replica(backupPort, backup.getInstance());
        }
      }
      return first;
    }

    /** Gives ports their shortest form. */
    static void canonicalise(Replica.Builder replica) {
      if (replica.hasPort()) {
        replica.setPort(P4Bytes.canonical(replica.getPort()));
      }
      for (BackupReplica.Builder backup : replica.getBackupReplicasBuilderList()) {
        backup.setPort(P4Bytes.canonical(backup.getPort()));
      }
    }

    @SuppressWarnings("deprecation")
    private int port(String owner, Replica replica) {
      return switch (replica.getPortKindCase()) {
        case PORT -> port(owner, replica.getPort());
        case EGRESS_PORT -> checked(owner, replica.getEgressPort());
        case PORTKIND_NOT_SET -> throw Refusal.invalid(owner + ": a replica has no port");
      };
    }

    private int port(String owner, ByteString bytes) {
      return checked(owner, Values.port(new Place(owner, "replica", "port"), bytes));
    }

    private int checked(String owner, int port) {
      boolean known = ports.hasPort(port) || (!strict && port >= 0 && port <= MAX_DATA_PLANE_PORT);
      if (!known) {
        throw Refusal.invalid(
            "%s: the switch has no port %s".formatted(owner, Integer.toUnsignedString(port)));
      }
      return port;
    }

    private static void requireFresh(
        String owner, Set<List<Integer>> seen, int port, int instance) {
      if (instance < 0 || instance > MAX_INSTANCE) {
        throw Refusal.invalid(
            "%s: instance %s; accepted are 0 to %d"
                .formatted(owner, Integer.toUnsignedString(instance), MAX_INSTANCE));
      }
      if (!seen.add(List.of(port, instance))) {
        throw Refusal.invalid(
            "%s: port %s with instance %d stands twice"
                .formatted(owner, Integer.toUnsignedString(port), instance));
      }
    }
  }
}

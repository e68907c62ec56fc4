package io.smartt.testbed.standin.stratum;

import com.google.rpc.Code;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * The rules of Stratum for clone sessions and multicast groups (bfrt_pre_manager.cc). It reads the
 * older field of a replica's port alone.
 */
@SuppressWarnings("deprecation") // Stratum reads this field
final class ReplicationRules {
  private static final String MANAGER = "bfrt_pre_manager.cc:";

  /** bfrt_constants.h:49. */
  private static final int MOST_SESSION = 1015;

  private static final int MOST_WORD = 0xffff;
  private static final int CLASSES = 8;

  private ReplicationRules() {}

  /** Checks an update, and returns what a Read shows of it. */
  static PacketReplicationEngineEntry checked(
      Update.Type type, PacketReplicationEngineEntry entry) {
    return switch (entry.getTypeCase()) {
      case CLONE_SESSION_ENTRY ->
          PacketReplicationEngineEntry.newBuilder()
              .setCloneSessionEntry(session(type, entry.getCloneSessionEntry()))
              .build();
      case MULTICAST_GROUP_ENTRY ->
          PacketReplicationEngineEntry.newBuilder()
              .setMulticastGroupEntry(group(entry.getMulticastGroupEntry()))
              .build();
      case TYPE_NOT_SET -> throw new StratumError(Code.UNIMPLEMENTED, "Unsupported PRE entry: ");
    };
  }

  private static CloneSessionEntry session(Update.Type type, CloneSessionEntry session) {
    check(
        session.getSessionId() > 0 && session.getSessionId() <= MOST_SESSION,
        253,
        "entry.session_id() != 0 && entry.session_id() <= kMaxCloneSessionId",
        "Invalid session id in CloneSessionEntry.");
    check(
        session.getPacketLengthBytes() <= MOST_WORD,
        256,
        "entry.packet_length_bytes() <= UINT16_MAX",
        "Packet length exceeds maximum value.");
    if (type == Update.Type.DELETE) {
      return session;
    }
    boolean insert = type == Update.Type.INSERT;
    check(
        session.getReplicasCount() == 1,
        insert ? 262 : 281,
        "entry.replicas_size() == 1",
        "Multiple replicas are not supported.");
    // Only an insertion is checked so (:265).
    check(
        !insert || session.getClassOfService() < CLASSES,
        265,
        "entry.class_of_service() < 8",
        "Class of service must be smaller than 8.");
    Replica replica = session.getReplicas(0);
    check(
        replica.getEgressPort() != 0,
        insert ? 269 : 285,
        "replica.egress_port() != 0",
        "Invalid egress port in Replica.");
    check(
        replica.getInstance() == 0,
        insert ? 272 : 288,
        "replica.instance() == 0",
        "Instances on Replicas are not supported.");
    return CloneSessionEntry.newBuilder()
        .setSessionId(session.getSessionId())
        .setClassOfService(session.getClassOfService())
        .setPacketLengthBytes(session.getPacketLengthBytes())
        .addReplicas(Replica.newBuilder().setEgressPort(replica.getEgressPort()))
        .build();
  }

  private static MulticastGroupEntry group(MulticastGroupEntry group) {
    check(group.getMulticastGroupId() <= MOST_WORD, 101, "group_id <= kMaxMulticastGroupId", "");
    for (Replica replica : group.getReplicasList()) {
      check(replica.getInstance() <= MOST_WORD, 106, "replica.instance() <= UINT16_MAX", "");
    }
    return group;
  }

  private static void check(boolean holds, int line, String condition, String more) {
    StratumError.check(holds, MANAGER + line, condition, more);
  }
}

package io.smartt.controller.p4runtime;

import module java.base;

import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;

/** Forwarding state by name: what a controller puts into a switch. */
public sealed interface P4Entity {
  /** An ordinary entry. */
  record Entry(TableEntry entry) implements P4Entity {}

  /** The action of a table on a miss. */
  record DefaultEntry(String table, EntryTarget.ActionCall action) implements P4Entity {}

  /** A member of an action profile. */
  record Member(String profile, int id, EntryTarget.ActionCall action) implements P4Entity {}

  /** A group of an action selector; its members are kept by id, as their order says nothing. */
  record Group(String profile, int id, List<WeightedMember> members) implements P4Entity {
    /** Sorts the members. */
    public Group {
      members = members.stream().sorted(Comparator.comparingInt(WeightedMember::memberId)).toList();
    }
  }

  /** An entity of a user's file, as it stands there: the switch that gets it checks it. */
  record Given(Entity message, String file) implements P4Entity {}

  /** Returns a multicast group with its copies. */
  static Given multicastGroup(int id, List<Replica> copies) {
    var group = MulticastGroupEntry.newBuilder().setMulticastGroupId(id).addAllReplicas(copies);
    return replication(PacketReplicationEngineEntry.newBuilder().setMulticastGroupEntry(group));
  }

  /** Returns a clone session with its copies. */
  static Given cloneSession(int id, List<Replica> copies) {
    var session = CloneSessionEntry.newBuilder().setSessionId(id).addAllReplicas(copies);
    return replication(PacketReplicationEngineEntry.newBuilder().setCloneSessionEntry(session));
  }

  /** Returns the number of a group or session. */
  static int id(PacketReplicationEngineEntry entry) {
    return entry.hasCloneSessionEntry()
        ? entry.getCloneSessionEntry().getSessionId()
        : entry.getMulticastGroupEntry().getMulticastGroupId();
  }

  private static Given replication(PacketReplicationEngineEntry.Builder entry) {
    return new Given(Entity.newBuilder().setPacketReplicationEngineEntry(entry).build(), "");
  }

  /** Returns a copy that a group or session makes. */
  static Replica copy(int port, int instance) {
    return Replica.newBuilder().setPort(P4Bytes.encode(port)).setInstance(instance).build();
  }
}

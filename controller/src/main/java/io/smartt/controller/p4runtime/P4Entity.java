package io.smartt.controller.p4runtime;

import module java.base;

import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.CounterEntry;
import org.p4.v1.Entity;
import org.p4.v1.Index;
import org.p4.v1.MeterEntry;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.RegisterEntry;
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

  /** The pattern of all members of an action profile. */
  static Entity members(int profile) {
    var all = ActionProfileMember.newBuilder().setActionProfileId(profile);
    return Entity.newBuilder().setActionProfileMember(all).build();
  }

  /** The pattern of all groups of an action selector. */
  static Entity groups(int profile) {
    var all = ActionProfileGroup.newBuilder().setActionProfileId(profile);
    return Entity.newBuilder().setActionProfileGroup(all).build();
  }

  /** The pattern of a table's default entry, or of all others. */
  static Entity entries(int table, boolean isDefault) {
    var all = org.p4.v1.TableEntry.newBuilder().setTableId(table).setIsDefaultAction(isDefault);
    return Entity.newBuilder().setTableEntry(all).build();
  }

  /** One cell of a counter array. */
  static CounterEntry.Builder counterCell(int counter, int index) {
    return CounterEntry.newBuilder().setCounterId(counter).setIndex(index(index));
  }

  /** One cell of a register array. */
  static RegisterEntry.Builder registerCell(int register, int index) {
    return RegisterEntry.newBuilder().setRegisterId(register).setIndex(index(index));
  }

  /** One cell of a meter array. */
  static MeterEntry.Builder meterCell(int meter, int index) {
    return MeterEntry.newBuilder().setMeterId(meter).setIndex(index(index));
  }

  private static Index.Builder index(int index) {
    return Index.newBuilder().setIndex(index);
  }

  /** Returns a copy that a group or session makes. */
  static Replica copy(int port, int instance) {
    return Replica.newBuilder().setPort(P4Bytes.encode(port)).setInstance(instance).build();
  }
}

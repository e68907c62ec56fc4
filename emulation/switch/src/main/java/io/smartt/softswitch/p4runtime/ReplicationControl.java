package io.smartt.softswitch.p4runtime;

import java.util.List;

/** The packet replication engine. Arguments are checked before; {@code put} inserts or replaces. */
public interface ReplicationControl {
  /** Copies of a packet whose multicast group is this one. */
  void putMulticastGroup(int id, List<Replica> replicas);

  /** Packets of this group are dropped. */
  void removeMulticastGroup(int id);

  /** Sets what cloning into this session makes. */
  void putCloneSession(int id, CloneSession session);

  /** Cloning into this session makes nothing. */
  void removeCloneSession(int id);

  /**
   * One copy.
   *
   * @param port where to
   * @param instance the copy's {@code egress_rid}
   */
  record Replica(int port, int instance) {}

  /**
   * The copies that a clone becomes.
   *
   * @param replicas one copy each
   * @param classOfService the copy's priority
   * @param truncateToBytes most bytes of the packet in a copy; 0: all
   * @param group multicast group that has copies too, as it is at the time; 0: none
   */
  record CloneSession(List<Replica> replicas, int classOfService, int truncateToBytes, int group) {
    /** A session without a group. */
    public CloneSession(List<Replica> replicas, int classOfService, int truncateToBytes) {
      this(replicas, classOfService, truncateToBytes, 0);
    }

    /** Copies the list. */
    public CloneSession {
      replicas = List.copyOf(replicas);
    }
  }
}

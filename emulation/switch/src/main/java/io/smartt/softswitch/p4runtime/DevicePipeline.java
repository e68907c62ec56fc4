package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;

/** One program on one switch: what the control plane reads and writes. */
public interface DevicePipeline {
  /** Tables, counters, meters, registers. */
  PipelineControl control();

  /** Changes them as {@link PipelineControl#apply} does, and what the switch keeps of entries. */
  default void apply(List<PipelineControl.Change> changes) {
    control().apply(changes);
  }

  /** Multicast groups and clone sessions. */
  ReplicationControl replication();

  /** Nanoseconds since a packet last hit the entry, where the switch keeps that. */
  default OptionalLong sinceLastHitNs(TableEntry entry) {
    return OptionalLong.empty();
  }

  /**
   * The packet replication engine. Arguments are checked before; {@code put} inserts or replaces.
   */
  interface ReplicationControl {
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
    record CloneSession(
        List<Replica> replicas, int classOfService, int truncateToBytes, int group) {
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
}

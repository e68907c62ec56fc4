package io.smartt.emulation.softswitch;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The packet replication engine's tables: multicast groups and clone sessions. Written by the control
 * plane, read by the data path without a lock.
 */
public final class ReplicationEngine {
  private static final CloneSession NO_SESSION = new CloneSession(List.of(), 0, 0);

  private final Map<Integer, List<Replica>> groups = new ConcurrentHashMap<>();
  private final Map<Integer, CloneSession> sessions = new ConcurrentHashMap<>();

  /**
   * One copy of a packet.
   *
   * @param port where it goes
   * @param instance its {@code egress_rid}
   */
  public record Replica(int port, int instance) {}

  /**
   * What a clone becomes.
   *
   * @param replicas one copy each
   * @param priority of the copies
   * @param truncateToBytes most bytes that a copy keeps; 0: all
   */
  public record CloneSession(List<Replica> replicas, int priority, int truncateToBytes) {
    /** Copies the list. */
    public CloneSession {
      replicas = List.copyOf(replicas);
    }
  }

  /** Adds or replaces a multicast group. */
  public void putGroup(int id, List<Replica> replicas) {
    groups.put(id, List.copyOf(replicas));
  }

  /** Packets of this group are dropped from now on. */
  public void removeGroup(int id) {
    groups.remove(id);
  }

  /** Adds or replaces a clone session. */
  public void putSession(int id, CloneSession session) {
    sessions.put(id, session);
  }

  /** Clones into this session make nothing from now on. */
  public void removeSession(int id) {
    sessions.remove(id);
  }

  /** The copies of a group; none for one that does not exist. */
  List<Replica> group(int id) {
    return groups.getOrDefault(id, List.of());
  }

  /** A session; one without copies where it does not exist. */
  CloneSession session(int id) {
    return sessions.getOrDefault(id, NO_SESSION);
  }
}

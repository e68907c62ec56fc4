package io.smartt.softswitch;

import module java.base;

import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl;

/**
 * The packet replication engine's tables: multicast groups and clone sessions. Written by the
 * control plane, read by the data path without a lock.
 */
final class ReplicationEngine implements ReplicationControl {
  private static final CloneSession NO_SESSION = new CloneSession(List.of(), 0, 0);

  private final Map<Integer, List<Replica>> groups = new ConcurrentHashMap<>();
  private final Map<Integer, CloneSession> sessions = new ConcurrentHashMap<>();

  /** Sessions with the copies of their groups: packets read one list. */
  private final Map<Integer, CloneSession> expanded = new ConcurrentHashMap<>();

  @Override
  public void putMulticastGroup(int id, List<Replica> replicas) {
    groups.put(id, List.copyOf(replicas));
    sessions.forEach(this::expand);
  }

  @Override
  public void removeMulticastGroup(int id) {
    groups.remove(id);
    sessions.forEach(this::expand);
  }

  @Override
  public void putCloneSession(int id, CloneSession session) {
    sessions.put(id, session);
    expand(id, session);
  }

  private void expand(int id, CloneSession session) {
    List<Replica> copies = new ArrayList<>(group(session.group()));
    copies.addAll(session.replicas());
    expanded.put(id, new CloneSession(copies, session.classOfService(), session.truncateToBytes()));
  }

  @Override
  public void removeCloneSession(int id) {
    sessions.remove(id);
    expanded.remove(id);
  }

  /** The copies of a group; none for one that does not exist. */
  List<Replica> group(int id) {
    return groups.getOrDefault(id, List.of());
  }

  /** A session; one without copies where it does not exist. */
  CloneSession session(int id) {
    return expanded.getOrDefault(id, NO_SESSION);
  }
}

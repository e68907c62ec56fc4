package io.smartt.emulation.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.p4.v1.BackupReplica;
import org.p4.v1.Replica;

/**
 * Replicas of multicast groups and clone sessions (P4Runtime section 9.5). Ports are given as
 * bytes, or as the deprecated number that older controllers send; either reads back as written.
 */
final class Replicas {
  private static final int MAX_INSTANCE = 0xffff;
  private static final int MAX_DATA_PLANE_PORT = 511;

  private final ForwardingDevice ports;
  private final boolean strict;

  Replicas(ForwardingDevice ports, boolean strict) {
    this.ports = ports;
    this.strict = strict;
  }

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
    List<ReplicationControl.Replica> copies = new ArrayList<>(replicas.size());
    for (Replica replica : replicas) {
      copies.add(current(owner, replica));
    }
    return copies;
  }

  private ReplicationControl.Replica current(String owner, Replica replica) {
    int port = port(owner, replica);
    ReplicationControl.Replica first = new ReplicationControl.Replica(port, replica.getInstance());
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

  static Replica canonical(Replica replica) {
    Replica.Builder canonical = replica.toBuilder();
    if (replica.hasPort()) {
      canonical.setPort(SelectorGroups.CanonicalForm.of(replica.getPort()));
    }
    for (BackupReplica.Builder backup : canonical.getBackupReplicasBuilderList()) {
      backup.setPort(SelectorGroups.CanonicalForm.of(backup.getPort()));
    }
    return canonical.build();
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

  private static void requireFresh(String owner, Set<List<Integer>> seen, int port, int instance) {
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

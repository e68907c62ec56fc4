package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.NOTHING;
import static io.smartt.switchd.thrift.ThriftValue.i32;

import module java.base;

import io.grpc.Status;
import io.smartt.switchd.thrift.ThriftMethod.ThriftFault;
import org.p4.v1.Entity;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;
import org.p4.v1.Update;

/**
 * Multicast groups: simple_pre.thrift and simple_pre_lag.thrift. A group is made of nodes, a node
 * is a replication id, ports and LAGs; P4Runtime knows the group only. A group's handle is its id,
 * as in BMv2, which also sends all packets to a LAG by one port of it.
 */
final class MulticastCalls {
  private static final int INVALID_MGID = 2;
  private static final int INVALID_GROUP = 3;
  private static final int INVALID_NODE = 4;
  private static final int ERROR = 5;

  /** The number that BMv2 takes for the hash of each packet. */
  private static final int LAG_HASH = 0xff;

  private static final int MAX_LAG = 255;

  private record Node(int rid, List<Integer> ports, List<Integer> lags) {}

  private final Program program;
  private final Map<Integer, Node> nodes = new TreeMap<>();
  private final Map<Integer, Set<Integer>> groups = new TreeMap<>();
  private final Map<Integer, List<Integer>> lags = new TreeMap<>();
  private int of;
  private int nextNode;

  MulticastCalls(Program program) {
    this.program = program;
  }

  void addTo(Map<String, ThriftMethod> methods) {
    for (String service : List.of("simple_pre:", "simple_pre_lag:")) {
      add(methods, service + "bm_mc_mgrp_create", this::createGroup);
      add(methods, service + "bm_mc_mgrp_destroy", this::destroyGroup);
      add(methods, service + "bm_mc_node_create", this::createNode);
      add(methods, service + "bm_mc_node_update", this::updateNode);
      add(methods, service + "bm_mc_node_destroy", this::destroyNode);
      add(methods, service + "bm_mc_node_associate", this::associate);
      add(methods, service + "bm_mc_node_dissociate", this::dissociate);
      add(methods, service + "bm_mc_get_entries", _ -> ThriftValue.text(json()));
    }
    add(methods, "simple_pre_lag:bm_mc_set_lag_membership", this::setLag);
  }

  /** A reset takes nodes and LAGs away; a new program leaves them, as in BMv2. */
  private void add(Map<String, ThriftMethod> methods, String name, ThriftMethod method) {
    methods.put(
        name,
        call -> {
          if (of != program.resets()) {
            nodes.clear();
            groups.clear();
            lags.clear();
            nextNode = 0;
            of = program.resets();
          }
          adopt();
          return method.call(call);
        });
  }

  /** Takes over what came over P4Runtime: a node for each replication id of a group that is new. */
  private void adopt() {
    Map<Integer, Map<Integer, Set<Integer>>> written = written();
    groups.keySet().retainAll(written.keySet());
    written.forEach((id, byRid) -> {
      Set<Integer> members = groups.getOrDefault(id, Set.of());
      if (groups.containsKey(id) && byRid.equals(portsByRid(members))) {
        return;
      }
      groups.remove(id);
      members.stream()
          .filter(member -> groups.values().stream().noneMatch(other -> other.contains(member)))
          .forEach(nodes::remove);
      Set<Integer> adopted = new LinkedHashSet<>();
      byRid.forEach((rid, ports) -> {
        nodes.put(nextNode, new Node(rid, List.copyOf(ports), List.of()));
        adopted.add(nextNode++);
      });
      groups.put(id, adopted);
    });
  }

  /** Ports by replication id of each group that the switch has. */
  private Map<Integer, Map<Integer, Set<Integer>>> written() {
    Map<Integer, Map<Integer, Set<Integer>>> written = new TreeMap<>();
    PacketReplicationEngineEntry.Builder all =
        PacketReplicationEngineEntry.newBuilder()
            .setMulticastGroupEntry(MulticastGroupEntry.getDefaultInstance());
    for (Entity found : program.read(Entity.newBuilder().setPacketReplicationEngineEntry(all))) {
      MulticastGroupEntry group = found.getPacketReplicationEngineEntry().getMulticastGroupEntry();
      Map<Integer, Set<Integer>> byRid = new TreeMap<>();
      for (Replica replica : group.getReplicasList()) {
        byRid.computeIfAbsent(replica.getInstance(), _ -> new TreeSet<>()).add(port(replica));
      }
      written.put(group.getMulticastGroupId(), byRid);
    }
    return written;
  }

  private Map<Integer, Set<Integer>> portsByRid(Set<Integer> members) {
    Map<Integer, Set<Integer>> byRid = new TreeMap<>();
    for (int member : members) {
      Node node = node(member);
      List<Integer> ports = copies(node);
      if (!ports.isEmpty()) {
        byRid.computeIfAbsent(node.rid(), _ -> new TreeSet<>()).addAll(ports);
      }
    }
    return byRid;
  }

  private ThriftValue createGroup(Arguments call) {
    int id = call.integer(2);
    if (!groups.containsKey(id)) {
      write(Update.Type.INSERT, id, List.of(), INVALID_MGID);
      groups.put(id, new LinkedHashSet<>());
    }
    return i32(id);
  }

  private ThriftValue destroyGroup(Arguments call) {
    int id = call.integer(2);
    if (groups.remove(id) != null) {
      write(Update.Type.DELETE, id, List.of(), INVALID_GROUP);
    }
    return NOTHING;
  }

  private ThriftValue createNode(Arguments call) {
    nodes.put(nextNode, new Node(call.integer(2), ports(call, 3), ports(call, 4)));
    return i32(nextNode++);
  }

  private ThriftValue updateNode(Arguments call) {
    int handle = call.integer(2);
    nodes.put(handle, new Node(node(handle).rid(), ports(call, 3), ports(call, 4)));
    groups.forEach((id, members) -> {
      if (members.contains(handle)) {
        write(id, members);
      }
    });
    return NOTHING;
  }

  private ThriftValue setLag(Arguments call) {
    int lag = call.integer(2);
    if (lag < 0 || lag > MAX_LAG) {
      throw new ThriftFault(ERROR, "LAG " + lag + "; 0 to " + MAX_LAG + " are accepted");
    }
    lags.put(lag, ports(call, 3));
    groups.forEach(this::write);
    return NOTHING;
  }

  /** The ports that a node's copies leave by. */
  private List<Integer> copies(Node node) {
    List<Integer> copies = new ArrayList<>(node.ports());
    for (int lag : node.lags()) {
      List<Integer> ports = lags.getOrDefault(lag, List.of());
      if (!ports.isEmpty()) {
        copies.add(ports.get(LAG_HASH % ports.size()));
      }
    }
    return copies;
  }

  private ThriftValue destroyNode(Arguments call) {
    int handle = call.integer(2);
    var _ = node(handle);
    groups.forEach((id, members) -> {
      if (members.remove(handle)) {
        write(id, members);
      }
    });
    nodes.remove(handle);
    return NOTHING;
  }

  private ThriftValue associate(Arguments call) {
    int handle = call.integer(3);
    var _ = node(handle);
    Set<Integer> members = new LinkedHashSet<>(group(call.integer(2)));
    if (groups.values().stream().anyMatch(group -> group.contains(handle))) {
      throw new ThriftFault(ERROR, "node " + handle + " is in a group already");
    }
    members.add(handle);
    write(call.integer(2), members);
    groups.put(call.integer(2), members);
    return NOTHING;
  }

  private ThriftValue dissociate(Arguments call) {
    int handle = call.integer(3);
    var _ = node(handle);
    Set<Integer> members = new LinkedHashSet<>(group(call.integer(2)));
    if (!members.remove(handle)) {
      throw new ThriftFault(ERROR, "node " + handle + " is not in the group");
    }
    write(call.integer(2), members);
    groups.put(call.integer(2), members);
    return NOTHING;
  }

  private Node node(int handle) {
    return Optional.ofNullable(nodes.get(handle))
        .orElseThrow(() -> new ThriftFault(INVALID_NODE, "no node " + handle));
  }

  private Set<Integer> group(int id) {
    return Optional.ofNullable(groups.get(id))
        .orElseThrow(() -> new ThriftFault(INVALID_GROUP, "no group " + id));
  }

  /** A map of ports is text, its last character is port 0. */
  private static List<Integer> ports(Arguments call, int argument) {
    String map = call.text(argument);
    return IntStream.range(0, map.length())
        .filter(port -> map.charAt(map.length() - 1 - port) == '1')
        .boxed()
        .toList();
  }

  private void write(int group, Set<Integer> members) {
    List<Replica> replicas = new ArrayList<>();
    Set<List<Integer>> seen = new LinkedHashSet<>();
    for (int handle : members) {
      Node node = node(handle);
      for (int port : copies(node)) {
        if (seen.add(List.of(port, node.rid()))) {
          replicas.add(replica(port, node.rid()));
        }
      }
    }
    write(Update.Type.MODIFY, group, replicas, INVALID_GROUP);
  }

  /**
   * Makes a replica by the port's number, which is the data plane's in programs too that name ports
   * by strings.
   */
  @SuppressWarnings("deprecation")
  static Replica replica(int port, int instance) {
    return Replica.newBuilder().setEgressPort(port).setInstance(instance).build();
  }

  /** A replica's port, in either of the two fields that it may stand in. */
  @SuppressWarnings("deprecation")
  static int port(Replica replica) {
    return replica.hasPort()
        ? new BigInteger(1, replica.getPort().toByteArray()).intValue()
        : replica.getEgressPort();
  }

  private void write(Update.Type type, int group, List<Replica> replicas, int missing) {
    Status status =
        program.write(
            type,
            Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                    PacketReplicationEngineEntry.newBuilder()
                        .setMulticastGroupEntry(
                            MulticastGroupEntry.newBuilder()
                                .setMulticastGroupId(group)
                                .addAllReplicas(replicas))));
    if (!status.isOk()) {
      throw new ThriftFault(
          status.getCode() == Status.Code.NOT_FOUND || type == Update.Type.INSERT ? missing : ERROR,
          String.valueOf(status.getDescription()));
    }
  }

  /** Returns what {@code mc_dump} reads; an L2 node belongs to each L1 node. */
  private String json() {
    return "{\"mgrps\":[%s],\"l1_handles\":[%s],\"l2_handles\":[%s],\"lags\":[%s]}"
        .formatted(
            groups.entrySet().stream()
                .map(group ->
                    "{\"id\":%d,\"l1_handles\":[%s]}"
                        .formatted(group.getKey(), joined(group.getValue())))
                .collect(Collectors.joining(",")),
            nodes.entrySet().stream()
                .map(node ->
                    "{\"handle\":%d,\"rid\":%d,\"l2_handle\":%d}"
                        .formatted(node.getKey(), node.getValue().rid(), node.getKey()))
                .collect(Collectors.joining(",")),
            nodes.entrySet().stream()
                .map(node ->
                    "{\"handle\":%d,\"ports\":[%s],\"lags\":[%s]}"
                        .formatted(
                            node.getKey(),
                            joined(node.getValue().ports()),
                            joined(node.getValue().lags())))
                .collect(Collectors.joining(",")),
            lags.entrySet().stream()
                .map(lag ->
                    "{\"id\":%d,\"ports\":[%s]}".formatted(lag.getKey(), joined(lag.getValue())))
                .collect(Collectors.joining(",")));
  }

  private static String joined(Collection<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(","));
  }
}

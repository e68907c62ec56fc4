package io.smartt.p4.stf;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Multicast as simple_switch's command line has it: nodes, known by a handle that counts from 0,
 * are associated with groups. The device knows groups of copies only, so every group and session
 * that a change reaches is written again.
 */
final class StfReplication {
  private record Node(int instance, List<Integer> ports) {}

  private final StfDevice device;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<Integer, Set<Integer>> groups = new LinkedHashMap<>();
  private final Map<Integer, Integer> groupOfSession = new LinkedHashMap<>();

  StfReplication(StfDevice device) {
    this.device = device;
  }

  void sessionToPort(int session, int port) {
    groupOfSession.remove(session);
    device.putSession(session, List.of(new StfDevice.Replica(port, 0)));
  }

  void sessionToGroup(int session, int group) {
    groupOfSession.put(session, group);
    device.putSession(session, replicas(group));
  }

  void removeSession(int session) {
    groupOfSession.remove(session);
    device.removeSession(session);
  }

  void createGroup(int group) {
    groups.put(group, new LinkedHashSet<>());
    tell(group);
  }

  void createNode(int instance, List<Integer> ports) {
    nodes.add(new Node(instance, List.copyOf(ports)));
  }

  void updateNode(int line, int handle, List<Integer> ports) {
    requireNode(line, handle);
    nodes.set(handle, new Node(nodes.get(handle).instance(), List.copyOf(ports)));
    groups.forEach((group, handles) -> {
      if (handles.contains(handle)) {
        tell(group);
      }
    });
  }

  void associate(int line, int group, int handle) {
    requireNode(line, handle);
    if (!groups.containsKey(group)) {
      throw new StfParser.StfFormatException(line, "there is no multicast group " + group);
    }
    groups.get(group).add(handle);
    tell(group);
  }

  private void requireNode(int line, int handle) {
    if (handle < 0 || handle >= nodes.size()) {
      throw new StfParser.StfFormatException(
          line, "there is no multicast node " + handle + "; " + nodes.size() + " were created");
    }
  }

  private void tell(int group) {
    device.putGroup(group, replicas(group));
    groupOfSession.forEach((session, of) -> {
      if (of == group) {
        device.putSession(session, replicas(group));
      }
    });
  }

  private List<StfDevice.Replica> replicas(int group) {
    List<StfDevice.Replica> replicas = new ArrayList<>();
    for (int handle : groups.getOrDefault(group, Set.of())) {
      Node node = nodes.get(handle);
      node.ports().forEach(port -> replicas.add(new StfDevice.Replica(port, node.instance())));
    }
    return replicas;
  }
}

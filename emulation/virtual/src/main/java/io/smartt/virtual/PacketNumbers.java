package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;

/** Numbers for packets: each node counts its own, and no two nodes give the same. */
final class PacketNumbers {
  private final List<LongSupplier> nodes = new ArrayList<>();
  private final int hosts;

  PacketNumbers(Topology topology) {
    hosts = topology.hosts().size();
    int all = hosts + topology.switches().size();
    for (int node = 0; node < all; node++) {
      nodes.add(new Count(node + 1, all));
    }
  }

  private static final class Count implements LongSupplier {
    private final int step;
    private long next;

    Count(int first, int step) {
      this.next = first;
      this.step = step;
    }

    @Override
    public long getAsLong() {
      long number = next;
      next += step;
      return number;
    }
  }

  /** The numbers of the packets that a node makes. */
  LongSupplier of(Node node) {
    return switch (node) {
      case Host host -> nodes.get(host.index());
      case Switch sw -> nodes.get(hosts + sw.id() - 1);
    };
  }
}

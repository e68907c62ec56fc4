package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.topology.Link;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.realtime.netns.NetworkShare;
import io.smartt.realtime.netns.NetworkShare.Way;
import io.smartt.realtime.netns.VethLayout.Tunnel;
import io.smartt.realtime.netns.VethLayout.VethEnd;
import io.smartt.realtime.partition.Machine;
import io.smartt.realtime.partition.Partition;

/**
 * The share that each machine has of a network: a tunnel for each cut link, and one between every
 * two machines that share links, to measure the way between them.
 *
 * @param underlays where tunnels of each machine end
 * @param mtuBytes of the longest IP packet
 * @param queues how many each port of a switch has
 * @param firstVni numbers of tunnels count up from it
 */
record Shares(
    Partition partition,
    List<InetAddress> underlays,
    int mtuBytes,
    ToIntFunction<Switch> queues,
    int firstVni) {
  /** Tunnels have 24 bits for their number (RFC 7348). */
  private static final int VNIS = 1 << 24;

  /** A first number by chance, so that runs on the same machines do not meet. */
  static int firstVni(Partition partition, RandomGenerator random) {
    int tunnels = partition.topology().links().size() + Machine.MOST * Machine.MOST;
    return 1 + random.nextInt(VNIS - 1 - tunnels);
  }

  NetworkShare of(int machine) {
    return new NetworkShare(
        mtuBytes,
        partition.hosts(machine),
        partition.switches(machine).stream()
            .map(sw -> NetworkShare.SwitchSeat.of(partition.topology(), sw, queues.applyAsInt(sw)))
            .toList(),
        NetworkShare.pairs(partition.topology(), node -> partition.of(node) == machine),
        partition.cutAt(machine).stream().map(link -> tunnel(link, machine)).toList(),
        ways(machine));
  }

  private Tunnel tunnel(Link link, int machine) {
    Port here = partition.of(link.a().node()) == machine ? link.a() : link.b();
    Port there = here.equals(link.a()) ? link.b() : link.a();
    return new Tunnel(
        NetworkShare.end(here),
        firstVni + link.index(),
        underlays.get(machine),
        underlays.get(partition.of(there.node())));
  }

  private List<Way> ways(int machine) {
    List<Way> ways = new ArrayList<>();
    for (int other : peers(machine)) {
      int pair = Math.min(machine, other) * Machine.MOST + Math.max(machine, other);
      ways.add(
          new Way(
              new Tunnel(
                  new VethEnd(
                      Optional.of(NetworkShare.WAYS), "way" + (other + 1), Optional.empty()),
                  firstVni + partition.topology().links().size() + pair,
                  underlays.get(machine),
                  underlays.get(other)),
              address(machine, other),
              address(other, machine)));
    }
    return ways;
  }

  /** Returns the machines that a machine shares links with. */
  List<Integer> peers(int machine) {
    return IntStream.range(0, partition.machines().size())
        .filter(other -> other != machine && !partition.cutBetween(machine, other).isEmpty())
        .boxed()
        .toList();
  }

  /** The address of a machine in the tunnel to another. */
  static String address(int machine, int other) {
    return "169.254.%d.%d".formatted(machine + 1, other + 1);
  }
}

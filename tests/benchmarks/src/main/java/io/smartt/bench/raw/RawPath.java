package io.smartt.bench.raw;

import module java.base;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.host.packetio.PacketIoHandler;
import io.smartt.host.packetio.ProcessPriority;
import io.smartt.realtime.netns.NamespaceNetwork;

/**
 * Measures the raw path and prints a table; docs/internals/raw-path.md has the command. Two cores:
 * what forwards has one, what sends and receives the other. Arguments: the names of rows to
 * measure; none: all of them.
 *
 * @param topology of one switch and two hosts
 * @param sending thread of what sends
 * @param receiving thread of what receives
 */
public record RawPath(
    NamespaceNetwork network, Topology topology, EventLoop sending, EventLoop receiving) {
  private static final int[] FRAME_BYTES = {64, 4096};

  /** Alternately without and with the ring: other load of the machine comes and goes. */
  private static final int AGENT_PASSES = 3;

  private static final int NEAR = 0;
  private static final int FAR = 1;

  /** Four threads of so much, and what else there is, are less than two cores. */
  private static final int SHARD_PERCENT = 40;

  /** Runs the rows that are named. */
  public static void main(String[] rows) {
    // The raw path is measured, not other load of the machine.
    ProcessPriority.raiseProcess();
    Topology topology = Topologies.named("single,2", new LinkDefaults(1_000_000_000L, 0, 0));
    try (MultiThreadIoEventLoopGroup one = loops("raw-send", 1);
        MultiThreadIoEventLoopGroup other = loops("raw-receive", 1);
        NamespaceNetwork network = NamespaceNetwork.build(topology)) {
      for (Host host : topology.hosts()) {
        deafen(network, host);
      }
      new RawPath(network, topology, one.next(), other.next()).all(List.of(rows));
    } finally {
      // The session that called goes on, with its other programs.
      ProcessPriority.restore();
    }
  }

  /**
   * Gives a host's interface another address than the one that frames are sent to, so that its
   * kernel drops them at once: what it would do with them otherwise, on the sender's core, is three
   * times the work of sending.
   */
  private static void deafen(NamespaceNetwork network, Host host) {
    Machine.run(
        "ip",
        "-n",
        network.prefix() + host.name(),
        "link",
        "set",
        "dev",
        host.name() + "-eth0",
        "address",
        "02:ff:00:00:00:0" + (host.index() + 1));
  }

  private static MultiThreadIoEventLoopGroup loops(String name, int threads) {
    MultiThreadIoEventLoopGroup loops =
        new MultiThreadIoEventLoopGroup(
            threads,
            new DefaultThreadFactory(name, true),
            PacketIoHandler.factory(PacketIoHandler.IdleStrategy.BLOCK));
    // Threads start with their first task.
    for (int i = 0; i < threads; i++) {
      loops.next().submit(() -> {}).syncUninterruptibly();
    }
    return loops;
  }

  private static List<EventLoop> all(MultiThreadIoEventLoopGroup loops, int threads) {
    return IntStream.range(0, threads).mapToObj(_ -> (EventLoop) loops.next()).toList();
  }

  /**
   * Threads that each have a fixed part of a core, so that two a side and one a side can be
   * compared where there are not four cores.
   */
  private void shards(int threads, boolean ring) {
    try (MultiThreadIoEventLoopGroup near = loops("part-send", threads);
        MultiThreadIoEventLoopGroup far = loops("part-receive", threads)) {
      Machine.budget("part-send", SHARD_PERCENT);
      Machine.budget("part-receive", SHARD_PERCENT);
      Host from = topology.hosts().getFirst();
      print(
          threads + " + " + threads + " threads of " + SHARD_PERCENT + " % of a core",
          AgentPair.measure(network, from, all(near, threads), all(far, threads), ring));
    }
  }

  private void all(List<String> rows) {
    if (wanted(rows, "agents")) {
      Machine.pin("raw-send", NEAR);
      Machine.pin("raw-receive", FAR);
      for (int pass = 0; pass < AGENT_PASSES; pass++) {
        agents(false);
        agents(true);
      }
    }
    if (wanted(rows, "shards")) {
      for (int pass = 0; pass < AGENT_PASSES; pass++) {
        shards(1, false);
        shards(2, false);
      }
    }
    if (wanted(rows, "pair")) {
      Machine.pin("raw-send", NEAR);
      Machine.pin("raw-receive", FAR);
      for (int bytes : FRAME_BYTES) {
        OneWay way = new OneWay(network, topology, sending, receiving);
        System.out.printf(
            "one veth pair, %d B: packet channel %.0f packets/s, Pcap4J sendPacket and loop %.0f%n",
            bytes, way.packetChannel(bytes), way.pcap4j(bytes));
      }
    }
    Machine.pin("raw-send", NEAR);
    Machine.pin("raw-receive", NEAR);
    OneHop hop = new OneHop(network, topology, sending, receiving);
    Map<String, Supplier<Hop>> contenders = contenders();
    System.out.printf(
        "%-24s %6s %14s %12s %14s %14s%n",
        "one hop", "bytes", "packets/s", "ns CPU each", "added p50 us", "added p99 us");
    for (int bytes : FRAME_BYTES) {
      OneHop.Latency direct = hop.direct(bytes);
      System.out.printf(
          "%-24s %6d %14s %12s %14.1f %14.1f%n",
          "(no hop)", bytes, "", "", direct.p50Ns() / 1e3, direct.p99Ns() / 1e3);
      contenders.forEach((name, start) -> {
        if (wanted(rows, name)) {
          OneHop.Rate rate = hop.rate(start, bytes);
          OneHop.Latency latency = hop.latency(start, bytes);
          System.out.printf(
              "%-24s %6d %14.0f %12.0f %14.1f %14.1f%n",
              name,
              bytes,
              rate.packetsPerSecond(),
              rate.cpuNs(),
              (latency.p50Ns() - direct.p50Ns()) / 1e3,
              (latency.p99Ns() - direct.p50Ns()) / 1e3);
        }
      });
    }
  }

  private void agents(boolean ring) {
    print(
        ring ? "receive ring" : "recvmmsg",
        AgentPair.measure(
            network, topology.hosts().getFirst(), List.of(sending), List.of(receiving), ring));
  }

  private static void print(String what, AgentPair.Goodput pair) {
    System.out.printf(
        "agent to agent, 4 KiB packets, %s: %.2f Gbit/s of payload, a packet at the sender"
            + " %.0f + %.0f, at the receiver %.0f + %.0f ns in the process + the kernel;"
            + " %d bytes wrong, %d packets sent again%n",
        what,
        pair.bitsPerSecond() / 1e9,
        pair.sender().userNs(),
        pair.sender().systemNs(),
        pair.receiver().userNs(),
        pair.receiver().systemNs(),
        pair.mismatches(),
        pair.retransmissions());
  }

  private static boolean wanted(List<String> rows, String name) {
    return rows.isEmpty() || rows.contains("all") || rows.contains(name);
  }

  private Map<String, Supplier<Hop>> contenders() {
    Map<String, Supplier<Hop>> all = new LinkedHashMap<>();
    all.put("smartt-switch", () -> Hop.smartt(network, topology, FAR));
    all.put("smartt-switch-poll", () -> Hop.smartt(network, topology, FAR, "--poll"));
    all.put("pcap4j-bridge", () -> Hop.pcap4j(network, FAR, false));
    all.put("pcap4j-immediate", () -> Hop.pcap4j(network, FAR, true));
    bmv2()
        .ifPresentOrElse(
            binary -> all.put("bmv2", () -> Hop.bmv2(network, topology, FAR, binary)),
            () -> System.out.println("no simple_switch_grpc on the PATH: no row for BMv2"));
    return all;
  }

  /** Finds the program that is not a link to this project's launcher, which may go by that name. */
  private static Optional<Path> bmv2() {
    return SearchPath.ofEnvironment().folders().stream()
        .map(folder -> folder.resolve("simple_switch_grpc"))
        .filter(file -> Files.isExecutable(file) && !Files.isSymbolicLink(file))
        .findFirst();
  }
}

package io.smartt.realtime.netns.machines;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.realtime.netns.NetworkShare;
import io.smartt.realtime.netns.NetworkShare.SwitchSeat;
import io.smartt.realtime.netns.VethLayout.Tunnel;
import io.smartt.realtime.netns.VethLayout.VethEnd;
import io.smartt.realtime.netns.VethLayout.VethPair;
import io.smartt.realtime.worker.v1.Cable;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.End;
import io.smartt.realtime.worker.v1.Way;

/**
 * A share as it travels to a worker. What comes in becomes commands of a program that runs as root,
 * so that nothing but names, numbers and addresses passes.
 */
final class ShareMessages {
  private static final Pattern NODE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,63}");
  private static final Pattern INTERFACE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,14}");
  private static final Pattern MAC = Pattern.compile("(\\p{XDigit}{2}:){5}\\p{XDigit}{2}");
  private static final int LEAST_MTU = 68;
  private static final int MOST_MTU = 9_000;
  private static final int VNIS = 1 << 24;
  private static final int MOST_QUEUES = 32;

  /** The most ports of P4's v1model: 9 bits, and the highest means drop. */
  private static final int MOST_PORTS = 511;

  private static final int MOST_NODES = 4_096;
  private static final int MOST_CABLES = 65_536;

  private ShareMessages() {}

  static CarryRequest.Builder encode(NetworkShare share) {
    CarryRequest.Builder message = CarryRequest.newBuilder().setMtuBytes(share.mtuBytes());
    for (Host host : share.hosts()) {
      message.addHosts(
          io.smartt.realtime.worker.v1.Host.newBuilder()
              .setIndex(host.index())
              .setName(host.name())
              .setIpv4(host.ipv4())
              .setMac(host.mac()));
    }
    for (SwitchSeat seat : share.switches()) {
      message.addSwitches(
          io.smartt.realtime.worker.v1.SwitchSeat.newBuilder()
              .setName(seat.name())
              .setId(seat.id())
              .setQueues(seat.queues())
              .putAllInterfaces(seat.interfaces()));
    }
    share
        .pairs()
        .forEach(pair ->
            message.addCables(Cable.newBuilder().setA(encode(pair.a())).setB(encode(pair.b()))));
    share.tunnels().forEach(tunnel -> message.addTunnels(encode(tunnel)));
    share
        .ways()
        .forEach(way ->
            message.addWays(
                Way.newBuilder()
                    .setTunnel(encode(way.tunnel()))
                    .setOwn(way.own())
                    .setPeer(way.peer())));
    return message;
  }

  private static End encode(VethEnd end) {
    return End.newBuilder()
        .setHost(end.host().orElse(""))
        .setInterfaceName(end.interfaceName())
        .setMac(end.mac().orElse(""))
        .build();
  }

  private static io.smartt.realtime.worker.v1.Tunnel encode(Tunnel tunnel) {
    return io.smartt.realtime.worker.v1.Tunnel.newBuilder()
        .setEnd(encode(tunnel.end()))
        .setVni(tunnel.vni())
        .setRemote(tunnel.remote().getHostAddress())
        .build();
  }

  /**
   * Reads a share.
   *
   * @param local where this machine's tunnels end
   * @throws IllegalArgumentException naming what cannot be
   */
  static NetworkShare decode(CarryRequest message, InetAddress local) {
    int mtu = message.getMtuBytes();
    if (mtu < LEAST_MTU || mtu > MOST_MTU) {
      throw new IllegalArgumentException("mtu_bytes is " + mtu);
    }
    // Before anything of it is made: each is work for the kernel.
    requireAtMost(MOST_NODES, message.getHostsCount(), "hosts");
    requireAtMost(MOST_NODES, message.getSwitchesCount(), "switches");
    requireAtMost(MOST_CABLES, message.getCablesCount(), "cables");
    requireAtMost(MOST_CABLES, message.getTunnelsCount(), "tunnels");
    requireAtMost(MOST_NODES, message.getWaysCount(), "ways");
    NetworkShare share = shareOf(message, mtu, local);
    requireSound(share);
    return share;
  }

  private static void requireAtMost(int most, int count, String what) {
    if (count > most) {
      throw new IllegalArgumentException(
          "%d %s; at most %d are accepted".formatted(count, what, most));
    }
  }

  /** Each name is there once, and switches are plugged in where a cable ends. */
  private static void requireSound(NetworkShare share) {
    Set<String> names = new HashSet<>();
    Stream.concat(
            share.hosts().stream().map(Host::name), share.switches().stream().map(SwitchSeat::name))
        .forEach(name -> {
          if (!names.add(name)) {
            throw new IllegalArgumentException("there are two nodes '" + name + "'");
          }
        });
    Set<String> ends =
        Stream.concat(
                share.pairs().stream().flatMap(pair -> Stream.of(pair.a(), pair.b())),
                share.tunnels().stream().map(Tunnel::end))
            .filter(end -> end.host().isEmpty())
            .map(VethEnd::interfaceName)
            .collect(Collectors.toSet());
    for (SwitchSeat seat : share.switches()) {
      seat.interfaces()
          .forEach((port, name) -> {
            if (!ends.contains(name)) {
              throw new IllegalArgumentException(
                  "port %d of switch %s is interface '%s', where no cable ends"
                      .formatted(port, seat.name(), name));
            }
          });
    }
  }

  private static NetworkShare shareOf(CarryRequest message, int mtu, InetAddress local) {
    return new NetworkShare(
        mtu,
        message.getHostsList().stream().map(ShareMessages::decode).toList(),
        message.getSwitchesList().stream().map(ShareMessages::decode).toList(),
        message.getCablesList().stream()
            .map(cable -> new VethPair(decode(cable.getA()), decode(cable.getB())))
            .toList(),
        message.getTunnelsList().stream().map(tunnel -> decode(tunnel, local)).toList(),
        message.getWaysList().stream()
            .map(way ->
                new NetworkShare.Way(
                    decode(way.getTunnel(), local),
                    ipv4(way.getOwn()).getHostAddress(),
                    ipv4(way.getPeer()).getHostAddress()))
            .toList());
  }

  private static Host decode(io.smartt.realtime.worker.v1.Host host) {
    return new Host(
        host.getIndex(),
        matching(NODE, host.getName(), "a host"),
        host.getIpv4(),
        host.getMac(),
        0);
  }

  private static SwitchSeat decode(io.smartt.realtime.worker.v1.SwitchSeat seat) {
    TreeMap<Integer, String> interfaces = new TreeMap<>();
    seat.getInterfacesMap()
        .forEach((port, name) -> {
          if (port < 0 || port >= MOST_PORTS) {
            throw new IllegalArgumentException(
                "switch %s has a port %d; 0 to %d are accepted"
                    .formatted(seat.getName(), port, MOST_PORTS - 1));
          }
          interfaces.put(port, matching(INTERFACE, name, "an interface"));
        });
    if (seat.getQueues() < 1 || seat.getQueues() > MOST_QUEUES) {
      throw new IllegalArgumentException(
          "switch %s has %d queues a port; 1 to %d are accepted"
              .formatted(seat.getName(), seat.getQueues(), MOST_QUEUES));
    }
    return new SwitchSeat(
        matching(NODE, seat.getName(), "a switch"), seat.getId(), seat.getQueues(), interfaces);
  }

  private static VethEnd decode(End end) {
    return new VethEnd(
        end.getHost().isEmpty()
            ? Optional.empty()
            : Optional.of(matching(NODE, end.getHost(), "a host")),
        matching(INTERFACE, end.getInterfaceName(), "an interface"),
        end.getMac().isEmpty()
            ? Optional.empty()
            : Optional.of(matching(MAC, end.getMac(), "a MAC address")));
  }

  private static Tunnel decode(io.smartt.realtime.worker.v1.Tunnel tunnel, InetAddress local) {
    if (tunnel.getVni() < 1 || tunnel.getVni() >= VNIS) {
      throw new IllegalArgumentException("vni is " + tunnel.getVni());
    }
    InetAddress remote = ipv4(tunnel.getRemote());
    if (remote.isMulticastAddress() || remote.isAnyLocalAddress()) {
      throw new IllegalArgumentException(
          "a tunnel to " + tunnel.getRemote() + ", which is no machine's address");
    }
    return new Tunnel(decode(tunnel.getEnd()), tunnel.getVni(), local, remote);
  }

  static InetAddress ipv4(String text) {
    try {
      return Inet4Address.ofLiteral(text);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("'" + text + "' is no IPv4 address", e);
    }
  }

  private static String matching(Pattern pattern, String text, String what) {
    if (!pattern.matcher(text).matches()) {
      throw new IllegalArgumentException("'" + text + "' is no name of " + what);
    }
    return text;
  }
}

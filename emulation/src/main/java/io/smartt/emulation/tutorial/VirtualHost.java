package io.smartt.emulation.tutorial;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.station.LinkEnd;
import io.smartt.emulation.station.Station;
import io.smartt.emulation.station.StationNetwork;
import io.smartt.p4.pipeline.Packet;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * A host as far as exercises need one: it answers ARP and ICMP echo requests, asks for neighbours
 * it does not know, and keeps every frame that reaches its card. As a Linux host it drops what is
 * for another MAC address, and IPv4 and ICMP with a wrong checksum.
 */
final class VirtualHost implements Station {
  private final String name;
  private final int ip;
  private final long mac;
  private final StationNetwork network;
  private final LinkEnd.OfStation end;
  private final RouteTable routes;
  private final List<String> unknownCommands = new ArrayList<>();
  private final Map<Integer, Long> learnt = new HashMap<>();
  private final Map<Integer, List<LongFunction<byte[]>>> waiting = new HashMap<>();
  private final List<byte[]> received = new ArrayList<>();
  private final Set<Integer> echoes = new HashSet<>();

  VirtualHost(String name, Exercise.HostSpec spec, StationNetwork network) {
    this.name = name;
    this.network = network;
    int slash = spec.ip().indexOf('/');
    ip = Addresses.ipv4(slash < 0 ? spec.ip() : spec.ip().substring(0, slash));
    int prefixLength = slash < 0 ? 32 : prefixLength(spec.ip().substring(slash + 1));
    mac = Addresses.mac(spec.mac());
    end = new LinkEnd.OfStation(name, this);
    routes = new RouteTable(ip, prefixLength);
    for (String command : spec.commands()) {
      if (!routes.apply(command)) {
        unknownCommands.add(command);
      }
    }
  }

  private static int prefixLength(String text) {
    try {
      int length = Integer.parseInt(text);
      if (length >= 0 && length <= 32) {
        return length;
      }
    } catch (NumberFormatException e) {
      throw new UserInputException("'/" + text + "' is no prefix length", e);
    }
    throw new UserInputException("'/" + text + "' is no prefix length");
  }

  String name() {
    return name;
  }

  int ip() {
    return ip;
  }

  long mac() {
    return mac;
  }

  LinkEnd.OfStation end() {
    return end;
  }

  /** Commands that mean nothing to a virtual host. */
  List<String> unknownCommands() {
    return Collections.unmodifiableList(unknownCommands);
  }

  /** Every frame that reached the card since {@link #forget}. */
  List<byte[]> received() {
    return Collections.unmodifiableList(received);
  }

  void forget() {
    received.clear();
  }

  /** Sends a frame as it is. */
  void send(byte[] frame) {
    network.send(end, Packet.of(frame));
  }

  /** Sends an IPv4 packet, once the next hop's MAC address is known; drops it without a route. */
  void sendTo(int destination, LongFunction<byte[]> withMac) {
    Optional<Integer> hop = routes.nextHop(destination);
    if (hop.isEmpty()) {
      return;
    }
    int address = hop.get();
    Optional<Long> known =
        routes.neighbour(address).or(() -> Optional.ofNullable(learnt.get(address)));
    if (known.isPresent()) {
      send(withMac.apply(known.get()));
    } else {
      waiting.computeIfAbsent(address, _ -> new ArrayList<>()).add(withMac);
      send(Frames.arp(1, Frames.BROADCAST, mac, ip, 0, address));
    }
  }

  /** Sends an echo request; whether it is answered, {@link #wasAnswered} tells. */
  void ping(int destination, int id) {
    sendTo(destination, to -> Frames.echo(Frames.ECHO_REQUEST, to, mac, ip, destination, id, 1));
  }

  boolean wasAnswered(int id) {
    return echoes.contains(id);
  }

  @Override
  public void receive(long nowPs, Packet packet) {
    byte[] frame = packet.toByteArray();
    received.add(frame);
    if (frame.length < Frames.ETHERNET) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(frame);
    long destination = bytes.getLong(0) >>> 16;
    if (destination != mac && (destination >> 40 & 1) == 0) {
      return;
    }
    switch (bytes.getShort(12) & 0xffff) {
      case Frames.ARP -> arp(bytes);
      case Frames.IPV4 -> ipv4(frame, bytes);
      default -> {
        // Only for who looks at what was received.
      }
    }
  }

  private void arp(ByteBuffer frame) {
    if (frame.capacity() < Frames.ETHERNET + 28) {
      return;
    }
    int operation = frame.getShort(Frames.ETHERNET + 6);
    long senderMac = frame.getLong(Frames.ETHERNET + 8) >>> 16;
    int senderIp = frame.getInt(Frames.ETHERNET + 14);
    int targetIp = frame.getInt(Frames.ETHERNET + 24);
    if (targetIp != ip) {
      return;
    }
    learnt.put(senderIp, senderMac);
    if (operation == 1) {
      send(Frames.arp(2, senderMac, mac, ip, senderMac, senderIp));
    }
    List<LongFunction<byte[]>> ready = waiting.remove(senderIp);
    if (ready != null) {
      ready.forEach(packet -> send(packet.apply(senderMac)));
    }
  }

  private void ipv4(byte[] bytes, ByteBuffer frame) {
    int at = Frames.ETHERNET;
    if (frame.capacity() < at + 20) {
      return;
    }
    int header = (frame.get(at) & 0xf) * 4;
    int length = frame.getShort(at + 2) & 0xffff;
    boolean whole = header >= 20 && length >= header + 8 && at + length <= frame.capacity();
    if (!whole
        || Frames.checksum(bytes, at, header, 0) != 0
        || frame.getInt(at + 16) != ip
        || frame.get(at + 9) != Frames.ICMP) {
      return;
    }
    int icmp = at + header;
    if (Frames.checksum(bytes, icmp, length - header, 0) != 0) {
      return;
    }
    int id = frame.getShort(icmp + 4) & 0xffff;
    int sequence = frame.getShort(icmp + 6) & 0xffff;
    int from = frame.getInt(at + 12);
    if (frame.get(icmp) == Frames.ECHO_REQUEST) {
      sendTo(from, to -> Frames.echo(Frames.ECHO_REPLY, to, mac, ip, from, id, sequence));
    } else if (frame.get(icmp) == Frames.ECHO_REPLY) {
      echoes.add(id);
    }
  }
}

package io.smartt.experiment.endhost;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.controller.address.Mac;
import java.util.regex.Pattern;

/**
 * A host as far as pings and scripts need one: it answers ARP and ICMP echo requests, asks for
 * neighbours it does not know, and keeps every frame that reaches its card. As a Linux host it
 * drops what is for another MAC address, and IPv4 and ICMP with a wrong checksum.
 */
public final class EndHost {
  private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");

  private final String name;
  private final int ip;
  private final long mac;
  private final Consumer<byte[]> card;
  private final boolean answers;
  private final RouteTable routes;
  private final List<String> unknownCommands = new ArrayList<>();
  private final Map<Integer, Long> learnt = new HashMap<>();
  private final Map<Integer, List<LongFunction<byte[]>>> waiting = new HashMap<>();
  private final List<byte[]> received = new ArrayList<>();
  private final Map<Integer, Long> echoesPs = new HashMap<>();

  /**
   * A host that answers.
   *
   * @param card sends a frame
   * @param address with its prefix length
   * @param commands that set routes and neighbours, as {@link RouteTable} knows them
   * @throws UserInputException for an address that is none
   */
  public static EndHost answering(
      Consumer<byte[]> card, String name, String address, String mac, List<String> commands) {
    return new EndHost(name, address, mac, commands, card, true);
  }

  /**
   * A host whose kernel answers ARP and pings: this one only sends and reads what comes.
   *
   * @param card sends a frame
   */
  public static EndHost withKernelStack(
      Consumer<byte[]> card, String name, String address, String mac, List<String> commands) {
    return new EndHost(name, address, mac, commands, card, false);
  }

  private EndHost(
      String name,
      String address,
      String mac,
      List<String> commands,
      Consumer<byte[]> card,
      boolean answers) {
    this.name = name;
    this.card = card;
    this.answers = answers;
    int slash = address.indexOf('/');
    ip = ipv4(slash < 0 ? address : address.substring(0, slash));
    int prefixLength = slash < 0 ? 32 : prefixLength(address.substring(slash + 1));
    this.mac = mac(mac);
    routes = new RouteTable(ip, prefixLength);
    for (String command : commands) {
      if (!routes.apply(command)) {
        unknownCommands.add(command);
      }
    }
  }

  private static int prefixLength(String text) {
    return (int)
        Quantities.whole(text, 0, 32)
            .orElseThrow(() -> new UserInputException("'/" + text + "' is no prefix length"));
  }

  public String name() {
    return name;
  }

  /** Its IPv4 address. */
  public int ip() {
    return ip;
  }

  /** Its MAC address, in the low 48 bits. */
  public long mac() {
    return mac;
  }

  /** Commands that mean nothing to a virtual host. */
  public List<String> unknownCommands() {
    return Collections.unmodifiableList(unknownCommands);
  }

  /** Every frame that reached the card since {@link #forget}. */
  public List<byte[]> received() {
    return Collections.unmodifiableList(received);
  }

  /** Forgets what was received so far. */
  public void forget() {
    received.clear();
    echoesPs.clear();
  }

  public void send(byte[] frame) {
    card.accept(frame);
  }

  /** Sends an IPv4 packet, once the next hop's MAC address is known; drops it without a route. */
  public void sendTo(int destination, LongFunction<byte[]> withMac) {
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
      send(EndHostFrames.arp(1, EndHostFrames.BROADCAST, mac, ip, 0, address));
    }
  }

  /** Sends an echo request; when it was answered, {@link #answeredPs} tells. */
  public void ping(int destination, int id, int sequence) {
    sendTo(
        destination,
        to ->
            EndHostFrames.echo(EndHostFrames.ECHO_REQUEST, to, mac, ip, destination, id, sequence));
  }

  /** Returns when the echo request of this number was answered; empty if it was not. */
  public OptionalLong answeredPs(int id) {
    Long atPs = echoesPs.get(id);
    return atPs == null ? OptionalLong.empty() : OptionalLong.of(atPs);
  }

  /** A frame has arrived. */
  public void receive(long nowPs, byte[] frame) {
    received.add(frame);
    if (frame.length < EndHostFrames.ETHERNET) {
      return;
    }
    ByteBuffer bytes = ByteBuffer.wrap(frame);
    long destination = bytes.getLong(0) >>> 16;
    if (destination != mac && (destination >> 40 & 1) == 0) {
      return;
    }
    switch (bytes.getShort(12) & 0xffff) {
      case EndHostFrames.ARP -> arp(bytes);
      case EndHostFrames.IPV4 -> ipv4(nowPs, frame, bytes);
      default -> {
        // Only for who looks at what was received.
      }
    }
  }

  private void arp(ByteBuffer frame) {
    if (frame.capacity() < EndHostFrames.ETHERNET + 28) {
      return;
    }
    int operation = frame.getShort(EndHostFrames.ETHERNET + 6);
    long senderMac = frame.getLong(EndHostFrames.ETHERNET + 8) >>> 16;
    int senderIp = frame.getInt(EndHostFrames.ETHERNET + 14);
    int targetIp = frame.getInt(EndHostFrames.ETHERNET + 24);
    if (targetIp != ip) {
      return;
    }
    learnt.put(senderIp, senderMac);
    if (operation == 1 && answers) {
      send(EndHostFrames.arp(2, senderMac, mac, ip, senderMac, senderIp));
    }
    List<LongFunction<byte[]>> ready = waiting.remove(senderIp);
    if (ready != null) {
      ready.forEach(packet -> send(packet.apply(senderMac)));
    }
  }

  private void ipv4(long nowPs, byte[] bytes, ByteBuffer frame) {
    int at = EndHostFrames.ETHERNET;
    if (frame.capacity() < at + 20) {
      return;
    }
    int header = (frame.get(at) & 0xf) * 4;
    int length = frame.getShort(at + 2) & 0xffff;
    boolean whole = header >= 20 && length >= header + 8 && at + length <= frame.capacity();
    if (!whole
        || EndHostFrames.checksum(bytes, at, header, 0) != 0
        || frame.getInt(at + 16) != ip
        || frame.get(at + 9) != EndHostFrames.ICMP) {
      return;
    }
    int icmp = at + header;
    if (EndHostFrames.checksum(bytes, icmp, length - header, 0) != 0) {
      return;
    }
    int id = frame.getShort(icmp + 4) & 0xffff;
    int sequence = frame.getShort(icmp + 6) & 0xffff;
    int from = frame.getInt(at + 12);
    if (frame.get(icmp) == EndHostFrames.ECHO_REQUEST) {
      if (!answers) {
        return;
      }
      sendTo(
          from,
          to -> EndHostFrames.echo(EndHostFrames.ECHO_REPLY, to, mac, ip, from, id, sequence));
    } else if (frame.get(icmp) == EndHostFrames.ECHO_REPLY) {
      echoesPs.putIfAbsent(id, nowPs);
    }
  }

  /**
   * A host's routes and static neighbours, from the commands that exercises run on it: {@code route
   * add}, {@code ip route add}, {@code arp -s}, {@code ip neigh add}; {@code ethtool} changes
   * nothing here.
   */
  static final class RouteTable {
    private final List<Route> routes = new ArrayList<>();
    private final Map<Integer, Long> neighbours = new HashMap<>();

    private record Route(int network, int prefixLength, Optional<Integer> gateway) {}

    /** A host's whose address is this, with prefix length. */
    RouteTable(int address, int prefixLength) {
      routes.add(
          new Route(address & Ipv4Prefix.mask(prefixLength), prefixLength, Optional.empty()));
    }

    /**
     * Returns where to send what is for an address: the address itself, or a gateway; empty for
     * nowhere.
     */
    Optional<Integer> nextHop(int destination) {
      return routes.stream()
          .filter(route -> (destination & Ipv4Prefix.mask(route.prefixLength())) == route.network())
          .max(Comparator.comparingInt(Route::prefixLength))
          .map(route -> route.gateway().orElse(destination));
    }

    /** The MAC address of a neighbour, where a command said it. */
    Optional<Long> neighbour(int address) {
      return Optional.ofNullable(neighbours.get(address));
    }

    /** Changes the table as a command does. Returns false if it is none of these. */
    boolean apply(String command) {
      List<String> words = List.of(command.strip().split("\\s+"));
      try {
        return switch (words.getFirst()) {
          case "route" -> route(words);
          case "ip" -> ip(words);
          case "arp" -> arp(words);
          case "ethtool" -> true;
          default -> false;
        };
      } catch (UserInputException | NumberFormatException | IndexOutOfBoundsException e) {
        return false;
      }
    }

    private boolean route(List<String> words) {
      if (!words.get(1).equals("add")) {
        return false;
      }
      String target = words.get(2);
      int at = 3;
      if (target.equals("-net") || target.equals("-host")) {
        target = words.get(at++);
      }
      Optional<Integer> gateway = Optional.empty();
      int prefixLength = -1;
      for (; at + 1 < words.size(); at += 2) {
        switch (words.get(at)) {
          case "gw" -> gateway = Optional.of(ipv4(words.get(at + 1)));
          case "netmask" -> prefixLength = Integer.bitCount(ipv4(words.get(at + 1)));
          case "dev", "metric" -> {
            // There is one interface.
          }
          default -> {
            return false;
          }
        }
      }
      return add(target, prefixLength, gateway);
    }

    private boolean ip(List<String> words) {
      String object = words.get(1);
      String verb = words.get(2);
      if (!verb.equals("add") && !verb.equals("replace")) {
        return false;
      }
      if (object.equals("route") || object.equals("r")) {
        int via = words.indexOf("via");
        return add(
            words.get(3), -1, via < 0 ? Optional.empty() : Optional.of(ipv4(words.get(via + 1))));
      }
      if (object.startsWith("n")) {
        int lladdr = words.indexOf("lladdr");
        neighbours.put(ipv4(words.get(3)), mac(words.get(lladdr + 1)));
        return true;
      }
      return false;
    }

    private boolean arp(List<String> words) {
      int set = words.indexOf("-s");
      if (set < 0) {
        return false;
      }
      neighbours.put(ipv4(words.get(set + 1)), mac(words.get(set + 2)));
      return true;
    }

    private boolean add(String target, int givenPrefixLength, Optional<Integer> gateway) {
      if (target.equals("default")) {
        routes.add(new Route(0, 0, gateway));
        return true;
      }
      int slash = target.indexOf('/');
      int network = ipv4(slash < 0 ? target : target.substring(0, slash));
      int prefixLength =
          slash >= 0
              ? Integer.parseInt(target.substring(slash + 1))
              : givenPrefixLength >= 0 ? givenPrefixLength : 32;
      if (prefixLength > 32) {
        return false;
      }
      routes.add(new Route(network & Ipv4Prefix.mask(prefixLength), prefixLength, gateway));
      return true;
    }
  }

  /** Returns whether a text has the form of an IPv4 address; its numbers may be too large. */
  public static boolean isIpv4(String text) {
    return IPV4.matcher(text).matches();
  }

  /**
   * Parses dotted decimal.
   *
   * @throws UserInputException naming the text that is no IPv4 address
   */
  public static int ipv4(String text) {
    return Ipv4.find(text)
        .orElseThrow(() -> new UserInputException("'" + text + "' is no IPv4 address"))
        .bits();
  }

  private static long mac(String text) {
    return Mac.find(text)
        .orElseThrow(() -> new UserInputException("'" + text + "' is no MAC address"))
        .bits();
  }
}

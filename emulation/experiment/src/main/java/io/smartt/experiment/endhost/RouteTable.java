package io.smartt.experiment.endhost;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.address.Ipv4Prefix;

/**
 * A host's routes and static neighbours, from the commands that exercises run on it: {@code route
 * add}, {@code ip route add}, {@code arp -s}, {@code ip neigh add}; {@code ethtool} changes nothing
 * here.
 */
final class RouteTable {
  private final List<Route> routes = new ArrayList<>();
  private final Map<Integer, Long> neighbours = new HashMap<>();

  private record Route(int network, int prefixLength, Optional<Integer> gateway) {}

  /** A host's whose address is this, with prefix length. */
  RouteTable(int address, int prefixLength) {
    routes.add(new Route(address & Ipv4Prefix.mask(prefixLength), prefixLength, Optional.empty()));
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
        case "gw" -> gateway = Optional.of(AddressText.ipv4(words.get(at + 1)));
        case "netmask" -> prefixLength = Integer.bitCount(AddressText.ipv4(words.get(at + 1)));
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
          words.get(3),
          -1,
          via < 0 ? Optional.empty() : Optional.of(AddressText.ipv4(words.get(via + 1))));
    }
    if (object.startsWith("n")) {
      int lladdr = words.indexOf("lladdr");
      neighbours.put(AddressText.ipv4(words.get(3)), AddressText.mac(words.get(lladdr + 1)));
      return true;
    }
    return false;
  }

  private boolean arp(List<String> words) {
    int set = words.indexOf("-s");
    if (set < 0) {
      return false;
    }
    neighbours.put(AddressText.ipv4(words.get(set + 1)), AddressText.mac(words.get(set + 2)));
    return true;
  }

  private boolean add(String target, int givenPrefixLength, Optional<Integer> gateway) {
    if (target.equals("default")) {
      routes.add(new Route(0, 0, gateway));
      return true;
    }
    int slash = target.indexOf('/');
    int network = AddressText.ipv4(slash < 0 ? target : target.substring(0, slash));
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

package io.smartt.experiment.othertools;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.TopologyBuilder;

/**
 * A network of a Mininet file. Hosts and switches are in Mininet's order, by name with numbers as
 * numbers, so that addresses are those that {@code mn} gives.
 */
record MininetNetwork(String file, JsonNode network) {
  private static final Pattern TIME =
      Pattern.compile("(\\d+(?:\\.\\d+)?)\\s*(us|usecs?|ms|msecs?|s|secs?|ns|)");
  private static final BigDecimal BPS_PER_MBIT = BigDecimal.valueOf(1_000_000);
  private static final int TOO_MUCH = 1_000_000_000;

  private record Link(String a, String b, JsonNode json) {
    Optional<String> option(String key) {
      return Optional.ofNullable(json.path("options").get(key)).map(JsonNode::asText);
    }

    @Override
    public String toString() {
      return a + "-" + b;
    }
  }

  /** Returns the network as a {@code .links} file. */
  LinksText text() {
    List<Link> links = new ArrayList<>();
    network
        .path("links")
        .forEach(
            link -> links.add(new Link(link.path("a").asText(), link.path("b").asText(), link)));
    Map<String, Integer> degrees = new HashMap<>();
    for (Link link : links) {
      degrees.merge(link.a, 1, Integer::sum);
      degrees.merge(link.b, 1, Integer::sum);
    }
    Set<String> hosts = linked("hosts", degrees);
    Set<String> switches = linked("switches", degrees);
    check(hosts, links, degrees);
    LinksText text = new LinksText(file, hosts, switches);
    tell(text, degrees);
    Set<String> numbered = numbered(switches, links);
    switches.stream().filter(sw -> !numbered.contains(sw)).forEach(text::noteOwnNumbers);
    for (Link link : links) {
      text.link(end(link, "a", numbered), end(link, "b", numbered), rate(link), latency(link));
    }
    failures(text, links);
    return text;
  }

  private Set<String> linked(String kind, Map<String, Integer> degrees) {
    Set<String> nodes = new LinkedHashSet<>();
    network.path(kind).forEach(node -> nodes.add(node.asText()));
    nodes.removeIf(node -> !degrees.containsKey(node));
    return nodes;
  }

  private void check(Set<String> hosts, List<Link> links, Map<String, Integer> degrees) {
    for (Link link : links) {
      if (link.a.equals(link.b)) {
        throw wrong("a link from " + link.a + " to itself");
      }
      if (hosts.contains(link.a) && hosts.contains(link.b)) {
        throw wrong(
            "a link between hosts " + link.a + " and " + link.b + "; one end is a switch here");
      }
    }
    for (String host : hosts) {
      if (degrees.getOrDefault(host, 0) > 1) {
        throw wrong(
            "host %s has %d links, where a host has one; a router is added with addSwitch"
                .formatted(host, degrees.get(host)));
      }
    }
  }

  private void tell(LinksText text, Map<String, Integer> degrees) {
    List<String> alone = new ArrayList<>();
    for (String kind : List.of("hosts", "switches")) {
      network.path(kind).forEach(node -> alone.add(node.asText()));
    }
    alone.removeIf(degrees::containsKey);
    text.noteAlone(alone);
    Set<String> unused = new TreeSet<>();
    network.path("unused").forEach(key -> unused.add(key.asText()));
    text.noteUnused(unused);
  }

  private static OptionalInt port(Link link, String end) {
    String text = link.json.path(end + "Port").asText();
    return Quantities.whole(text, 1, TopologyBuilder.MAX_SWITCH_PORTS).stream()
        .mapToInt(Math::toIntExact)
        .findFirst();
  }

  /** The switches whose ports all have numbers, each another. */
  private static Set<String> numbered(Set<String> switches, List<Link> links) {
    Set<String> numbered = new HashSet<>(switches);
    Map<String, Set<Integer>> taken = new HashMap<>();
    for (Link link : links) {
      for (String end : List.of("a", "b")) {
        String node = end.equals("a") ? link.a : link.b;
        OptionalInt port = port(link, end);
        if (port.isEmpty()
            || !taken.computeIfAbsent(node, _ -> new HashSet<>()).add(port.getAsInt())) {
          numbered.remove(node);
        }
      }
    }
    return numbered;
  }

  private static LinksText.End end(Link link, String end, Set<String> numbered) {
    String node = end.equals("a") ? link.a : link.b;
    return new LinksText.End(node, numbered.contains(node) ? port(link, end) : OptionalInt.empty());
  }

  /** {@code bw} is in Mbit/s. */
  private String rate(Link link) {
    return link.option("bw")
        .map(bw ->
            Quantities.formatBitsPerSecond(
                Quantities.rounded(positive(link, "bw", bw).multiply(BPS_PER_MBIT))))
        .orElse(LinksFile.DEFAULT);
  }

  private BigDecimal positive(Link link, String key, String text) {
    try {
      BigDecimal value = new BigDecimal(text);
      if (value.signum() > 0 && value.compareTo(BigDecimal.valueOf(TOO_MUCH)) < 0) {
        return value;
      }
    } catch (NumberFormatException e) {
      throw wrong("link " + link + ": " + key + " is '" + text + "', not a number", e);
    }
    throw wrong(
        "link %s: %s is %s, must be above 0 and below %d".formatted(link, key, text, TOO_MUCH));
  }

  private String latency(Link link) {
    return link.option("delay")
        .map(delay -> Quantities.formatPicoseconds(picoseconds(link, "delay", delay)))
        .orElse(LinksFile.DEFAULT);
  }

  /** Times are those of tc, to which Mininet gives them: without a unit they are microseconds. */
  private long picoseconds(Link link, String key, String text) {
    Matcher time = TIME.matcher(text.strip());
    if (!time.matches() || time.group(1).length() > 12) {
      throw wrong("link " + link + ": " + key + " is '" + text + "', not a time such as 5ms");
    }
    String unit = time.group(2).isEmpty() ? "us" : time.group(2).replaceFirst("ecs?$", "");
    try {
      return Quantities.picoseconds(time.group(1) + unit);
    } catch (UserInputException e) {
      throw wrong("link " + link + ": " + key + " is '" + text + "', which is too long", e);
    }
  }

  /** A topology has no losses: a note says which setting has them. */
  private void failures(LinksText text, List<Link> links) {
    List<String> failures = new ArrayList<>();
    Set<String> queues = new TreeSet<>();
    for (Link link : links) {
      String place = text.name(link.a) + "-" + text.name(link.b);
      link.option("loss")
          .filter(loss -> !loss.matches("0*+(\\.0*)?"))
          .map(loss -> positive(link, "loss", loss.replaceFirst("%$", "")))
          .ifPresent(loss -> failures.add(place + "=loss:" + loss.toPlainString() + "%"));
      link.option("jitter")
          .map(jitter -> picoseconds(link, "jitter", jitter))
          .filter(jitter -> jitter > 0)
          .ifPresent(
              jitter -> failures.add(place + "=jitter:" + Quantities.formatPicoseconds(jitter)));
      link.option("max_queue_size").ifPresent(queues::add);
    }
    if (!failures.isEmpty()) {
      text.noteSetting(
          "loss and jitter are settings here: --set link.failures=" + String.join(",", failures));
    }
    if (!queues.isEmpty()) {
      text.note("max_queue_size has no effect: queue.size is for all ports");
    }
  }

  private UserInputException wrong(String message) {
    return new UserInputException(file + ": " + LinksText.printable(message));
  }

  private UserInputException wrong(String message, Throwable cause) {
    return new UserInputException(file + ": " + LinksText.printable(message), cause);
  }
}

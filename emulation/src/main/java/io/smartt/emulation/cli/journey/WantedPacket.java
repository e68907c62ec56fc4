package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.journey.Journey.JourneyQuery;

/**
 * Packets as users name them.
 *
 * @param prefix stands before the name of what was wrong: {@code --} on the command line
 * @param topology has its hosts; empty if nobody has a list of them
 */
record WantedPacket(String prefix, Optional<Topology> topology) {
  private static final Pattern FLOW = Pattern.compile("([^-]+)-([^-]+)");
  private static final long MAX_PSN = 0xffffffffL;

  /** Sender and receiver. */
  private record Ends(String from, String to) {}

  /** The first packet with a fate. */
  JourneyQuery first(String word) {
    for (JourneyQuery.Fate fate : JourneyQuery.Fate.values()) {
      if (fate.name().toLowerCase(Locale.ROOT).equals(word)) {
        return new JourneyQuery.First(fate);
      }
    }
    throw new UserInputException(
        "%sfirst %s: accepted are marked, trimmed, dropped, retransmitted and slowest"
            .formatted(prefix, word));
  }

  /** A packet by its number. */
  JourneyQuery numbered(String flow, long psn) {
    if (psn < 0 || psn > MAX_PSN) {
      throw new UserInputException(prefix + "psn " + psn + ": accepted are 0 to " + MAX_PSN);
    }
    Ends ends = ends(flow);
    return new JourneyQuery.ByNumber(ends.from, ends.to, (int) psn);
  }

  /** A packet by its place in its flow. */
  JourneyQuery nth(String flow, long place) {
    if (place < 1) {
      throw new UserInputException(prefix + "nth " + place + ": accepted are numbers from 1 on");
    }
    Ends ends = ends(flow);
    return new JourneyQuery.ByPlace(ends.from, ends.to, place);
  }

  private Ends ends(String flow) {
    Matcher ends = FLOW.matcher(flow);
    if (!ends.matches()) {
      throw new UserInputException(
          prefix + "flow " + flow + ": accepted is a sender and a receiver, as in h9-h1");
    }
    topology.ifPresent(known -> requireHosts(known, flow, ends.group(1), ends.group(2)));
    return new Ends(ends.group(1), ends.group(2));
  }

  private void requireHosts(Topology topology, String flow, String... names) {
    for (String name : names) {
      if (topology.hosts().stream().noneMatch(host -> host.name().equals(name))) {
        throw new UserInputException(
            "%sflow %s: there is no host '%s'; there are %s to %s"
                .formatted(
                    prefix,
                    flow,
                    name,
                    topology.hosts().getFirst().name(),
                    topology.hosts().getLast().name()));
      }
    }
  }
}

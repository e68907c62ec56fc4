package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.controller.address.Ipv4;

/**
 * A message of a trace with who sent it to whom.
 *
 * @param number from 1, by the first packet
 * @param source name of the sender, or its address
 * @param destination name of the receiver, or its address
 * @param connection that carried it
 * @param message what its packets tell
 */
public record TracedFlow(
    int number,
    String source,
    String destination,
    TracedConnection connection,
    TracedMessage message) {

  /** Returns the messages of a trace by their first packet. */
  public static List<TracedFlow> of(TraceAnalysis analysis, Map<Integer, String> hostNames) {
    record Sent(TracedConnection connection, TracedMessage message) {}

    List<Sent> sent = new ArrayList<>();
    for (TracedConnection connection : analysis.connections()) {
      connection.messages().forEach(message -> sent.add(new Sent(connection, message)));
    }
    sent.sort(Comparator.comparingLong(each -> each.message().startPs()));
    List<TracedFlow> flows = new ArrayList<>();
    for (Sent each : sent) {
      flows.add(
          new TracedFlow(
              flows.size() + 1,
              name(hostNames, each.connection().source()),
              name(hostNames, each.connection().destination()),
              each.connection(),
              each.message()));
    }
    return flows;
  }

  private static String name(Map<Integer, String> hostNames, int ipv4) {
    return hostNames.getOrDefault(ipv4, new Ipv4(ipv4).toString());
  }
}

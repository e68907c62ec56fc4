package io.smartt.experiment.traffic;

import module java.base;

import io.smartt.host.transport.TransportEndpoint;

/**
 * Frames that hosts refused, over all hosts: what a program of switches spoils, or what comes late.
 *
 * @param byReason by the name of a {@link io.smartt.host.transport.TransportCounters.DropReason}
 */
public record RefusedFrames(SortedMap<String, Long> byReason) {
  /** Copies. */
  public RefusedFrames {
    byReason = Collections.unmodifiableSortedMap(new TreeMap<>(byReason));
  }

  /** Adds what hosts say, by reason. */
  public static RefusedFrames sum(Stream<Map<String, Long>> hosts) {
    TreeMap<String, Long> sum = new TreeMap<>();
    hosts.forEach(host -> host.forEach((reason, frames) -> sum.merge(reason, frames, Long::sum)));
    return new RefusedFrames(sum);
  }

  /** Adds what endpoints refused. */
  public static RefusedFrames of(Stream<TransportEndpoint> endpoints) {
    return sum(
        endpoints.map(endpoint ->
            endpoint.refused().entrySet().stream()
                .collect(Collectors.toMap(one -> one.getKey().name(), Map.Entry::getValue))));
  }

  /** Returns the end of a sentence about a run that does not go on; empty where there are none. */
  public String words() {
    return byReason.isEmpty()
        ? ""
        : byReason.entrySet().stream()
            .map(one ->
                one.getValue() + " " + one.getKey().toLowerCase(Locale.ROOT).replace('_', ' '))
            .collect(Collectors.joining(", ", "; hosts refused frames: ", ""));
  }
}

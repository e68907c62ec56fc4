package io.smartt.experiment.trace.analysis;

import module java.base;

import io.smartt.experiment.trace.analysis.TraceReplay.ReplayedFlow;

/**
 * The order in which flows completed, recorded and replayed.
 *
 * @param recorded numbers of the flows that were recorded to their end, by time
 * @param replayed numbers of the flows of which something arrived in the replay, by time
 * @param swaps the pairs of flows that changed places
 */
public record CompletionOrder(List<Integer> recorded, List<Integer> replayed, List<Swap> swaps) {

  /**
   * Two flows of which the first completed first when recorded, and last in the replay.
   *
   * @param first a flow's number
   * @param second the other's
   * @param recordedApartPs how much later the second one completed when recorded
   */
  public record Swap(int first, int second, long recordedApartPs) {}

  /** Copies the lists. */
  public CompletionOrder {
    recorded = List.copyOf(recorded);
    replayed = List.copyOf(replayed);
    swaps = List.copyOf(swaps);
  }

  /** Returns the order of a replay's flows. */
  public static CompletionOrder of(List<ReplayedFlow> flows) {
    List<ReplayedFlow> recorded = ordered(flows, ReplayedFlow::recordedPs);
    List<Swap> swaps = new ArrayList<>();
    for (int i = 0; i < recorded.size(); i++) {
      for (int j = i + 1; j < recorded.size(); j++) {
        ReplayedFlow first = recorded.get(i);
        ReplayedFlow second = recorded.get(j);
        // A flow of which nothing arrived has no place to change.
        if (first.replayedPs().orElse(Long.MIN_VALUE)
            > second.replayedPs().orElse(Long.MAX_VALUE)) {
          swaps.add(
              new Swap(
                  number(first),
                  number(second),
                  second.recordedPs().getAsLong() - first.recordedPs().getAsLong()));
        }
      }
    }
    return new CompletionOrder(
        numbers(recorded), numbers(ordered(flows, ReplayedFlow::replayedPs)), swaps);
  }

  /**
   * Returns how far apart, at most, flows that changed places completed when recorded; 0 if none
   * did.
   */
  public long farthestSwapPs() {
    return swaps.stream().mapToLong(Swap::recordedApartPs).max().orElse(0);
  }

  private static List<ReplayedFlow> ordered(
      List<ReplayedFlow> flows, Function<ReplayedFlow, OptionalLong> completion) {
    return flows.stream()
        .filter(flow -> completion.apply(flow).isPresent())
        .sorted(Comparator.comparingLong(flow -> completion.apply(flow).getAsLong()))
        .toList();
  }

  private static List<Integer> numbers(List<ReplayedFlow> flows) {
    return flows.stream().map(CompletionOrder::number).toList();
  }

  private static int number(ReplayedFlow flow) {
    return flow.flow().number();
  }
}

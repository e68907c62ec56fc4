package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import org.jspecify.annotations.Nullable;

/**
 * A run in numbers: the content of {@code summary.json}, the same on every fabric. Immutable; a
 * view of the result that works out sums when they are asked for.
 */
public final class RunSummary {
  /** The most places of losses in a line. */
  private static final int MOST_PLACES = 4;

  private static final double PS_PER_US = 1e6;

  private final RunResult result;
  private final List<FlowRecord> finished;
  private final UnknownEnds unknown;
  private final List<SchemeShare> schemes;

  /** The sentence, once it has been asked for; it is the same however often it is worked out. */
  private @Nullable String cause;

  RunSummary(RunResult result) {
    this.result = result;
    finished = result.flows().stream().filter(FlowRecord::finished).toList();
    unknown = UnknownEnds.of(result.flows());
    schemes = SchemeShare.of(result);
  }

  /**
   * Returns a number.
   *
   * @param key of a measure, in {@code summary.json}
   */
  public OptionalDouble number(String key) {
    return Measure.ALL.stream()
        .filter(measure -> measure.key().equals(key))
        .findFirst()
        .orElseThrow()
        .of(this)
        .map(value -> OptionalDouble.of(((Number) value).doubleValue()))
        .orElseGet(OptionalDouble::empty);
  }

  /** Returns what it is a view of. */
  public RunResult result() {
    return result;
  }

  /** Returns how many flows the workload has. */
  public int flows() {
    return result.flows().size();
  }

  /** Returns how many flows finished. */
  public int finishedFlows() {
    return finished.size();
  }

  /** Returns completion times of the finished flows, microseconds; empty if there are none. */
  public Optional<Distribution> fctUs() {
    return Distribution.of(each(finished, RunSummary::completionUs));
  }

  /** Returns completion time over ideal; empty if no flow finished. */
  public Optional<Distribution> slowdown() {
    return Distribution.of(each(finished, flow -> flow.slowdown().orElseThrow()));
  }

  /** Returns of each flow the shortest RTT over its path's base RTT; empty if none was measured. */
  public Optional<Distribution> leastRtt() {
    return Distribution.of(
        each(timed(), flow -> (double) rtt(flow).leastPs() / flow.path().baseRttPs()));
  }

  /** Returns of each flow the mean difference between one RTT and the next, microseconds. */
  public Optional<Distribution> rttJitterUs() {
    return Distribution.of(each(timed(), flow -> rtt(flow).jitterPs() / PS_PER_US));
  }

  /** Returns when the last flow finished, microseconds since the experiment's start. */
  public OptionalDouble lastFinishUs() {
    return finished.stream().mapToDouble(flow -> flow.finishPs().orElseThrow() / PS_PER_US).max();
  }

  /** Returns the fairness of the finished flows' throughput, see {@link #jain(double[])}. */
  public OptionalDouble jain() {
    return jain(each(finished, flow -> flow.bytes() / completionUs(flow)));
  }

  /** Returns where the packets of the run began and ended; empty if the fabric does not say. */
  public Optional<PacketLedger> packets() {
    return result.packets();
  }

  /** Returns the sentence on what limited it; empty of a run that goes on or had no traffic. */
  public Optional<String> cause() {
    String known = cause == null ? Cause.of(this) : cause;
    cause = known;
    return Optional.of(known).filter(sentence -> !sentence.isEmpty());
  }

  /** Returns what each congestion control's flows got, where the run has several. */
  public List<SchemeShare> schemes() {
    return schemes;
  }

  /** Returns whether nobody counted what was dropped. */
  public boolean dropsAreUnknown() {
    return packets().isPresent() && packets().get().dropped().of(DropReason.QUEUE_FULL).isEmpty();
  }

  /**
   * Jain's fairness index, (sum x)^2 / (n sum x^2), of the flows' throughput (payload over
   * completion time): 1 when all are equal, 1/n when one has everything. Empty if there are no
   * values.
   */
  public static OptionalDouble jain(double[] throughput) {
    double sum = 0;
    double squares = 0;
    for (double x : throughput) {
      sum += x;
      squares += x * x;
    }
    return squares == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(sum * sum / (throughput.length * squares));
  }

  private static FlowRecord.RttRecord rtt(FlowRecord flow) {
    return flow.rtt().orElseThrow();
  }

  private static double completionUs(FlowRecord flow) {
    return flow.completionPs().orElseThrow() / PS_PER_US;
  }

  private static double[] each(List<FlowRecord> flows, ToDoubleFunction<FlowRecord> value) {
    return flows.stream().mapToDouble(value).toArray();
  }

  private List<FlowRecord> timed() {
    return result.flows().stream().filter(flow -> flow.rtt().isPresent()).toList();
  }

  /** Empty where nobody counted; where a switch did not answer, the least that can have been. */
  Optional<Long> ofSwitches(Function<QueueCounters, PacketByteCount> count) {
    long sum =
        result.queues().stream().mapToLong(queue -> count.apply(queue.counters()).packets()).sum();
    return Optional.of(sum).filter(all -> all > 0 || !someAreSilent());
  }

  private boolean someAreSilent() {
    Set<String> counted =
        result.queues().stream().map(QueueRecord::switchName).collect(Collectors.toSet());
    return dropsAreUnknown()
        && result.topology().nodes().stream()
            .anyMatch(
                node -> node.kind() == TopologyView.Kind.SWITCH && !counted.contains(node.name()));
  }

  String silentSwitches(Function<QueueCounters, PacketByteCount> count) {
    return someAreSilent() && ofSwitches(count).isPresent() ? "of switches that answer" : "";
  }

  Optional<Long> drops() {
    return Optional.of(result.drops()).filter(_ -> !dropsAreUnknown());
  }

  String dropReasons() {
    return packets().stream()
        .flatMap(packets -> packets.dropped().packets().entrySet().stream())
        .filter(count -> count.getValue() != 0)
        .map(count -> "%s %s".formatted(count.getKey().text(), grouped(count.getValue())))
        .collect(Collectors.joining(", "));
  }

  Optional<String> unaccounted() {
    return packets().map(PacketLedger::unaccounted).orElse(OptionalLong.empty()).stream()
        .filter(count -> count != 0)
        .mapToObj(count -> grouped(count) + " packets")
        .findFirst();
  }

  String losses() {
    List<String> around = result.history().losses();
    int more = around.size() - MOST_PLACES;
    return around.isEmpty()
        ? ""
        : "around "
            + String.join("; ", around.subList(0, Math.min(MOST_PLACES, around.size())))
            + (more > 0 ? " and %d more (events.csv)".formatted(more) : "");
  }

  /** Empty where no end of any flow is known that counts it. */
  Optional<Long> ofSenders(ToLongFunction<FlowCounters> value) {
    return Optional.of(flowSum(value)).filter(_ -> !unknown.allSenders());
  }

  Optional<Long> ofReceivers(ToLongFunction<FlowCounters> value) {
    return Optional.of(flowSum(value)).filter(_ -> !unknown.allReceivers());
  }

  String unknownSenders() {
    return unknown(unknown.senders(), "senders");
  }

  String unknownReceivers() {
    return unknown(unknown.receivers(), "receivers");
  }

  private static String unknown(int flows, String ends) {
    return flows == 0 ? "" : "unknown: " + ends + " of " + grouped(flows) + " flows";
  }

  /** Writes a number with a comma between thousands. */
  public static String grouped(long count) {
    return String.format(Locale.ROOT, "%,d", count);
  }

  Optional<Integer> noSenders() {
    return Optional.of(unknown.senders()).filter(_ -> unknown.any());
  }

  Optional<Integer> noReceivers() {
    return Optional.of(unknown.receivers()).filter(_ -> unknown.any());
  }

  /** Payload that nobody sent, since a run that is steady skips time. */
  long skipped() {
    return flowSum(FlowCounters::bytesSkipped);
  }

  long pauseFrames() {
    return result.switches().pauseFrames();
  }

  Optional<Integer> mostKept() {
    return result.kept().map(RunResult.ReorderPeak::packets);
  }

  /** Returns the host whose receiver kept most. */
  Optional<String> keeper() {
    return result.kept().map(RunResult.ReorderPeak::host);
  }

  private long flowSum(ToLongFunction<FlowCounters> value) {
    return result.flows().stream().map(FlowRecord::counters).mapToLong(value).sum();
  }

  /** The outcome of a run: the summary and the folder where everything is. */
  public record RunOutcome(RunSummary summary, Path folder) {}

  /**
   * The share of the flows of one congestion control, where a run has several.
   *
   * @param scheme its name
   * @param flows that it had
   * @param finished of these
   * @param fctUs completion times, microseconds; empty if no flow finished
   * @param slowdown completion time over ideal; empty if no flow finished
   * @param deliveredBytes payload that receivers have
   */
  public record SchemeShare(
      String scheme,
      int flows,
      int finished,
      Optional<Distribution> fctUs,
      Optional<Distribution> slowdown,
      long deliveredBytes) {
    /** One for each scheme of a run, by name; none where all flows have the same. */
    static List<SchemeShare> of(RunResult result) {
      if (!result.identity().isMixed()) {
        return List.of();
      }
      Map<String, List<FlowRecord>> byScheme = new TreeMap<>();
      for (FlowRecord flow : result.flows()) {
        byScheme
            .computeIfAbsent(result.identity().schemeOf(flow), _ -> new ArrayList<>())
            .add(flow);
      }
      return byScheme.entrySet().stream().map(one -> of(one.getKey(), one.getValue())).toList();
    }

    private static SchemeShare of(String scheme, List<FlowRecord> flows) {
      List<FlowRecord> finished = flows.stream().filter(FlowRecord::finished).toList();
      return new SchemeShare(
          scheme,
          flows.size(),
          finished.size(),
          Distribution.of(each(finished, RunSummary::completionUs)),
          Distribution.of(each(finished, flow -> flow.slowdown().orElseThrow())),
          flows.stream().mapToLong(flow -> flow.counters().bytesDelivered()).sum());
    }
  }

  /**
   * The number of flows that lack the counters of an end, because the agent of its host was lost.
   * The sums of a summary are then those of the other flows: the least that can have happened.
   *
   * @param flows of the run
   * @param senders flows of which the sender's counters are unknown
   * @param receivers flows of which it is unknown what their receivers placed
   */
  public record UnknownEnds(int flows, int senders, int receivers) {
    static UnknownEnds of(List<FlowRecord> flows) {
      int senders = 0;
      int receivers = 0;
      for (FlowRecord flow : flows) {
        FlowRecord.FlowEnds known = flow.counters().known();
        senders += known.sender() ? 0 : 1;
        receivers += known.receiver() ? 0 : 1;
      }
      return new UnknownEnds(flows.size(), senders, receivers);
    }

    /** Returns whether any flow lacks an end. */
    public boolean any() {
      return senders > 0 || receivers > 0;
    }

    /** Returns whether nothing is known of senders. */
    public boolean allSenders() {
      return senders == flows && flows > 0;
    }

    /** Returns whether nothing is known of receivers. */
    public boolean allReceivers() {
      return receivers == flows && flows > 0;
    }
  }
}

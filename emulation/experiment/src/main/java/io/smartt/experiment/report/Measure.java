package io.smartt.experiment.report;

import static io.smartt.experiment.report.Measure.Unit.BYTES;
import static io.smartt.experiment.report.Measure.Unit.COUNT;
import static io.smartt.experiment.report.Measure.Unit.PACKETS;
import static io.smartt.experiment.report.Measure.Unit.RATIO;
import static io.smartt.experiment.report.Measure.Unit.SECONDS;
import static io.smartt.experiment.report.Measure.Unit.TEXT;
import static io.smartt.experiment.report.Measure.Unit.US;
import static io.smartt.experiment.report.Measure.Use.SWEEP;
import static io.smartt.experiment.report.Measure.Use.TABLE;
import static io.smartt.experiment.report.Measure.Use.TABLE_IF_ANY;
import static io.smartt.experiment.report.Measure.Use.TABLE_IF_KNOWN;

import module java.base;

import io.smartt.base.counters.QueueCounters;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.p4.pipeline.PacketByteCount;

/**
 * One number of a run, or the distribution of one, declared once: {@code summary.json}, the table
 * that ends a run, sweeps, comparisons, Prometheus, the page and results.md follow from it.
 */
public final class Measure {
  /** The measures of what happened, in the order of {@code summary.json}. */
  static final List<Measure> OF_RESULT =
      List.of(
          one("flows.count", COUNT, "flows of the workload", RunSummary::flows)
              .column("flows")
              .in(1, "flows", SWEEP),
          one("flows.finished", COUNT, "flows that finished", RunSummary::finishedFlows)
              .column("finished")
              .in(2, "finished flows", SWEEP)
              .scraped("smartt_flows_finished"),
          spread("fctUs", US, "completion time", RunSummary::fctUs)
              .in(3, "completion time", SWEEP, TABLE),
          spread("slowdown", RATIO, "completion time over ideal", RunSummary::slowdown)
              .in(4, "slowdown", SWEEP, TABLE)
              .comparedFrom("median")
              .noted(_ -> "measured / max-min fair ideal"),
          spread("leastRtt", RATIO, "shortest RTT over the path's base RTT", RunSummary::leastRtt)
              .in(0, "least RTT", TABLE_IF_KNOWN)
              .noted(_ -> "measured / base"),
          spread(
                  "rttJitterUs",
                  US,
                  "mean difference between an RTT and the next",
                  RunSummary::rttJitterUs)
              .in(0, "RTT jitter", TABLE_IF_KNOWN),
          one("lastFinishUs", US, "when the last flow finished", RunSummary::lastFinishUs)
              .in(5, "last finish", SWEEP),
          one("jain", RATIO, "Jain's index of the flows' throughput", RunSummary::jain)
              .in(6, "fairness (Jain)", SWEEP, TABLE),
          ofSwitches("trims", "data packets that switches cut", QueueCounters::trimmed)
              .in(8, "trims", SWEEP, TABLE),
          ofSwitches("marks", "packets that switches marked CE", QueueCounters::marked)
              .in(7, "marks", SWEEP, TABLE),
          one("drops", PACKETS, "packets dropped, for any counted reason", RunSummary::drops)
              .in(9, "drops", SWEEP, TABLE)
              .noted(RunSummary::dropReasons),
          one("", TEXT, "packets that no counter explains", RunSummary::unaccounted)
              .in(0, "unaccounted for", TABLE_IF_KNOWN)
              .noted(RunSummary::losses),
          one("pauseFrames", PACKETS, "PFC frames that switches sent", RunSummary::pauseFrames)
              .in(13, "pause frames", TABLE_IF_ANY)
              .scraped("smartt_pause_frames"),
          ofSenders("retransmissions", "data packets sent again", FlowCounters::retransmissions)
              .in(10, "retransmissions", SWEEP, TABLE)
              .scraped("smartt_retransmissions"),
          ofSenders("timeouts", "data packets whose timer ran out", FlowCounters::timeouts)
              .in(11, "timeouts", SWEEP, TABLE)
              .scraped("smartt_timeouts"),
          ofReceivers(
                  "bytesDelivered",
                  "payload that receivers have, each byte once",
                  FlowCounters::bytesDelivered)
              .in(14, "delivered", SWEEP, TABLE)
              .comparedAs("bytes delivered")
              .scraped("smartt_delivered_bytes"),
          ofReceivers(
                  "bytesVerified",
                  "of that, compared with what was sent",
                  FlowCounters::bytesVerified)
              .in(0, "verified", TABLE),
          one("skippedBytes", BYTES, "payload whose time was skipped", RunSummary::skipped)
              .in(14, "skipped", TABLE_IF_ANY)
              .comparedAs("bytes skipped")
              .noted(_ -> "counts of packets are without it"),
          one(
              "unknownEnds.senders",
              COUNT,
              "flows without senders' counters",
              RunSummary::noSenders),
          one(
              "unknownEnds.receivers",
              COUNT,
              "flows without receivers' counters",
              RunSummary::noReceivers),
          one(
                  "reorderPeak.packets",
                  PACKETS,
                  "most that a receiver kept beyond a gap",
                  RunSummary::mostKept)
              .in(12, "reorder peak", TABLE_IF_KNOWN)
              .comparedAs("reorder peak (packets)")
              .noted(run -> "packets that " + run.keeper().orElse("") + " kept for one connection"),
          one("reorderPeak.host", TEXT, "of that receiver", RunSummary::keeper),
          one("cause", TEXT, "what limited the run, in a sentence", RunSummary::cause));

  /** The measures of what it cost, the end of {@code summary.json}. */
  static final List<Measure> OF_COST =
      List.of(
          one(
                  "packetHops",
                  PACKETS,
                  "packets that switches took in",
                  run -> run.result().cost().packetHops())
              .in(15, "packet hops", SWEEP)
              .scraped("smartt_packet_hops"),
          one(
                  "wallSeconds",
                  SECONDS,
                  "from the run's start to its last event",
                  run -> run.result().cost().wallSeconds())
              .in(0, "wall time", TABLE),
          one(
              "cpuSeconds",
              SECONDS,
              "of the whole process, all threads",
              run -> run.result().cost().cpuSeconds()),
          one(
              "peakRssBytes",
              BYTES,
              "most memory that the process held",
              run -> run.result().cost().peakRssBytes()));

  /** Every measure. */
  public static final List<Measure> ALL =
      Stream.concat(OF_RESULT.stream(), OF_COST.stream()).toList();

  private final String key;
  private final Unit unit;
  private final String meaning;
  private final Function<RunSummary, Object> value;
  private final boolean spread;
  private String column;
  private int place;
  private String title = "";
  private String comparedTitle = "";
  private String comparedFrom = "";
  private Set<Use> uses = Set.of();
  private Function<RunSummary, String> note = _ -> "";
  private String family = "";

  /** The units that a measure is counted in. */
  public enum Unit {
    COUNT,
    PACKETS,
    BYTES,
    US,
    SECONDS,
    RATIO,
    TEXT
  }

  /** The places other than {@code summary.json} where a measure stands. */
  public enum Use {
    /** The CSVs of sweeps. */
    SWEEP,
    /** The table that ends a run. */
    TABLE,
    /** The same table, where it is known. */
    TABLE_IF_KNOWN,
    /** The same table, where it is not 0. */
    TABLE_IF_ANY
  }

  /**
   * One number of a measure: itself, or a quantile of a distribution.
   *
   * @param key in {@code summary.json}, with dots between keys
   * @param column of a sweep's CSVs; empty where they lack it
   * @param unit what it is counted in
   * @param title for people who compare
   */
  public record Part(String key, String column, Unit unit, String title) {}

  private Measure(
      String key, Unit unit, String meaning, boolean spread, Function<RunSummary, Object> value) {
    this.key = key;
    this.unit = unit;
    this.meaning = meaning;
    this.value = value;
    this.spread = spread;
    column = key.replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
  }

  private static Measure one(
      String key, Unit unit, String meaning, Function<RunSummary, Object> value) {
    return new Measure(key, unit, meaning, false, value);
  }

  private static Measure spread(
      String key, Unit unit, String meaning, Function<RunSummary, Object> value) {
    return new Measure(key, unit, meaning, true, value);
  }

  private static Measure ofSwitches(
      String key, String meaning, Function<QueueCounters, PacketByteCount> count) {
    return one(key, PACKETS, meaning, run -> run.ofSwitches(count))
        .noted(run -> run.silentSwitches(count));
  }

  private static Measure ofSenders(String key, String meaning, ToLongFunction<FlowCounters> count) {
    return one(key, PACKETS, meaning, run -> run.ofSenders(count))
        .noted(RunSummary::unknownSenders);
  }

  private static Measure ofReceivers(
      String key, String meaning, ToLongFunction<FlowCounters> count) {
    return one(key, BYTES, meaning, run -> run.ofReceivers(count))
        .noted(RunSummary::unknownReceivers);
  }

  private Measure column(String name) {
    column = name;
    return this;
  }

  /**
   * @param where its place in a comparison; 0 if runs are not compared by it
   */
  private Measure in(int where, String name, Use... of) {
    place = where;
    title = name;
    comparedTitle = name;
    uses = Set.of(of);
    return this;
  }

  private Measure comparedAs(String name) {
    comparedTitle = name;
    return this;
  }

  private Measure comparedFrom(String quantile) {
    comparedFrom = quantile;
    return this;
  }

  private Measure noted(Function<RunSummary, String> said) {
    note = said;
    return this;
  }

  private Measure scraped(String name) {
    family = name;
    return this;
  }

  /** Returns the numbers that sweeps have of each run. */
  public static List<Part> swept() {
    return ALL.stream()
        .filter(measure -> measure.uses.contains(SWEEP))
        .flatMap(measure -> measure.parts().stream())
        .toList();
  }

  /** Returns the numbers that runs are compared by. */
  public static List<Part> compared() {
    return ALL.stream()
        .filter(measure -> measure.place > 0)
        .sorted(Comparator.comparingInt(measure -> measure.place))
        .flatMap(measure ->
            measure.parts().stream().dropWhile(part -> !part.key.endsWith(measure.comparedFrom)))
        .toList();
  }

  /** Returns the counters that Prometheus reads. */
  public static List<Measure> scraped() {
    return ALL.stream().filter(measure -> !measure.family.isEmpty()).toList();
  }

  /** Returns the sums over switches and flows, which a run that goes on has, too. */
  static List<Measure> sums() {
    return OF_RESULT.stream()
        .filter(measure -> measure.unit == PACKETS || measure.unit == BYTES)
        .filter(measure -> measure.key.indexOf('.') < 0)
        .toList();
  }

  private List<Part> parts() {
    String end = unit == US ? " (us)" : "";
    String columnName = uses.contains(SWEEP) ? column : "";
    return isSpread()
        ? Distribution.QUANTILES.keySet().stream()
            .map(name ->
                new Part(
                    key + "." + name,
                    columnName.isEmpty() ? "" : columnName + "_" + name,
                    unit,
                    comparedTitle + ", " + name + end))
            .toList()
        : List.of(new Part(key, columnName, unit, comparedTitle + end));
  }

  /** Returns its key in {@code summary.json}, with dots between keys; empty if it has none. */
  public String key() {
    return key;
  }

  /** Returns its unit. */
  public Unit unit() {
    return unit;
  }

  /** Returns what it says. */
  public String meaning() {
    return meaning;
  }

  /** Returns whether it is a distribution over flows. */
  public boolean isSpread() {
    return spread;
  }

  /** Returns its name for people. */
  public String title() {
    return title;
  }

  /** Returns what Prometheus calls it; empty if it does not read it. */
  public String family() {
    return family;
  }

  /** Returns whether the table that ends a run has it. */
  public boolean isShown(RunSummary run) {
    return uses.contains(TABLE)
        || (uses.contains(TABLE_IF_KNOWN) && of(run).isPresent())
        || (uses.contains(TABLE_IF_ANY) && !of(run).equals(Optional.of(0L)));
  }

  /** Returns what is said of a run's value; empty if nothing is. */
  public String note(RunSummary run) {
    return note.apply(run);
  }

  /** Returns the value of a run, a number, text or distribution; empty if it is not known. */
  public Optional<Object> of(RunSummary run) {
    return Table.known(value.apply(run));
  }
}

package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.LiveReport;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunMonitor.RunUnderWay;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunSamples;
import io.smartt.experiment.report.SampleMirror;
import io.smartt.experiment.report.SampleView;
import io.smartt.experiment.report.SeriesChoice;

/**
 * A copy of a run's state. The run's thread brings it up to date and another shows it: in turns,
 * under a lock that the caller has.
 */
final class RunMirror {
  private final SampleMirror samples = new SampleMirror();
  private final Map<SeriesChoice, SampleView> views = new HashMap<>();
  private Set<SeriesChoice> copied = Set.of();
  private final List<FlowRecord> shownFlows = new ArrayList<>();
  private List<RunEvent> shownEvents = List.of();
  private int counts;
  private int shownCounts;
  private Optional<RunResult> counted = Optional.empty();
  private Optional<Moment> moment = Optional.empty();

  /**
   * The progress of a run at a moment.
   *
   * @param events of virtual time; empty in real time
   * @param wallNs since the traffic began
   */
  record Moment(Progress progress, OptionalLong events, long wallNs) {}

  /** Copies what was recorded over time of the series that somebody looks at. */
  void copySamples(RunUnderWay run, Set<SeriesChoice> choices) {
    samples.begin();
    run.readSamples(recorder -> samples.copy(recorder, choices));
    copied = choices;
  }

  /** Returns whether the series of a choice were copied when series were last. */
  boolean hasCopied(SeriesChoice choice) {
    return copied.contains(choice);
  }

  /** Takes what was counted. */
  void count(RunUnderWay run) {
    counted = Optional.of(run.counted());
    counts++;
  }

  /** Takes how far the run is. */
  void note(Moment newMoment) {
    moment = Optional.of(newMoment);
  }

  /** Returns how far the run was last. */
  Optional<Moment> moment() {
    return moment;
  }

  /** The run so far, without samples; empty before something was counted. */
  Optional<RunResult> counted() {
    return counted;
  }

  /** Returns what was shown to those who made a choice. */
  SampleView view(SeriesChoice choice) {
    return views.computeIfAbsent(choice, made -> new SampleView(samples, made));
  }

  /** Forgets what was shown to others. */
  void keepViews(Set<SeriesChoice> choices) {
    views.keySet().retainAll(choices);
  }

  /** Copies of the series of a choice as they are now. */
  RunSamples frozen(SeriesChoice choice) {
    return samples.frozen(choice);
  }

  /** The rows of flows that differ from what was shown, at most so many; the others come next. */
  List<FlowRecord> showFlows(int most) {
    List<FlowRecord> now = counted.map(RunResult::flows).orElse(List.of());
    List<FlowRecord> different = new ArrayList<>();
    for (int i = 0; i < now.size() && different.size() < most; i++) {
      FlowRecord flow = now.get(i);
      if (i == shownFlows.size()) {
        shownFlows.add(flow);
        different.add(flow);
      } else if (!LiveReport.sameRow(flow, shownFlows.get(i))) {
        shownFlows.set(i, flow);
        different.add(flow);
      }
    }
    return different;
  }

  /** Returns what was counted, if that is later than what was shown. */
  Optional<RunResult> showCounted() {
    boolean later = counts != shownCounts;
    shownCounts = counts;
    return counted.filter(_ -> later);
  }

  /** The events that were not shown yet. */
  List<RunEvent> showEvents() {
    List<RunEvent> now = counted.map(result -> result.history().events()).orElse(List.of());
    // One may be known only later than those after it.
    List<RunEvent> different = new ArrayList<>(now);
    different.removeAll(shownEvents);
    shownEvents = now;
    return different;
  }
}

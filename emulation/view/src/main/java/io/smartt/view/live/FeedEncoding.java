package io.smartt.view.live;

import module java.base;

import io.smartt.experiment.report.EntropyTrace;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleSeries;
import io.smartt.experiment.report.SampleView;
import io.smartt.experiment.report.SeriesChoice;

/** The bytes that those who made a choice of series are sent of a run. For one thread. */
final class FeedEncoding {
  /** A result is shown when it is there, and again when its run has ended: made bytes of once. */
  private final Map<SeriesChoice, byte[]> ofResult = new HashMap<>();

  private Optional<RunResult> result = Optional.empty();

  /** Returns what has changed of the chosen series since this view was shown last. */
  static byte[] series(SampleView view, SeriesChoice choice) {
    List<SampleSeries> whole = new ArrayList<>();
    List<LiveEvents.ChangedBins> bins = new ArrayList<>();
    view.show(
        new SampleView.Changes() {
          @Override
          public void all(SampleSeries series) {
            whole.add(series);
          }

          @Override
          public void bins(int number, SampleSeries series, int from) {
            bins.add(new LiveEvents.ChangedBins(number, series, from));
          }
        });
    LiveEvents events = new LiveEvents();
    if (!whole.isEmpty()) {
      events.samples(whole);
    }
    if (!bins.isEmpty()) {
      events.bins(bins);
    }
    if (!choice.overall().isEmpty()) {
      events.overall(view.overall());
    }
    List<EntropyTrace> entropies = view.entropies();
    if (!entropies.isEmpty()) {
      events.entropies(entropies);
    }
    return events.toBytes();
  }

  /** Encodes a whole run that goes on, of which changes will follow. */
  static LiveHub.Snapshot goingOn(
      RunResult now,
      SampleView view,
      SeriesChoice choice,
      Optional<RunMirror.Moment> moment,
      String stage) {
    byte[] data = LiveEvents.data(now.draft().samples(view.shown()).result());
    LiveEvents all = new LiveEvents().snapshot(data);
    if (!choice.overall().isEmpty()) {
      all.overall(view.overall());
    }
    all.progress(stage, moment, Optional.empty(), now.history().timeliness());
    return new LiveHub.Snapshot(data, all.toBytes());
  }

  /** Forgets what was made for choices that nobody has any more. */
  void keep(Set<SeriesChoice> choices) {
    ofResult.keySet().retainAll(choices);
  }

  /** Encodes a whole run that has its result, as {@link #whole} has it. */
  @SuppressWarnings("ReferenceEquality") // the same result, not one like it
  LiveHub.Snapshot result(
      RunResult of, SeriesChoice choice, Optional<RunMirror.Moment> moment, String stage) {
    if (result.filter(before -> before == of).isEmpty()) {
      result = Optional.of(of);
      ofResult.clear();
    }
    return whole(
        of, choice, moment, stage, ofResult.computeIfAbsent(choice, made -> data(of, made)));
  }

  /** Encodes a whole run, of which no changes follow. */
  static LiveHub.Snapshot whole(
      RunResult of, SeriesChoice choice, Optional<RunMirror.Moment> moment, String stage) {
    return whole(of, choice, moment, stage, data(of, choice));
  }

  private static byte[] data(RunResult of, SeriesChoice choice) {
    return LiveEvents.data(of.draft().samples(choice.of(of.samples())).result());
  }

  private static LiveHub.Snapshot whole(
      RunResult of,
      SeriesChoice choice,
      Optional<RunMirror.Moment> moment,
      String stage,
      byte[] data) {
    LiveEvents all = new LiveEvents().snapshot(data);
    if (!choice.overall().isEmpty()) {
      all.overall(SampleView.overall(of.samples(), choice));
    }
    all.progress(stage, moment, Optional.empty(), of.history().timeliness());
    return new LiveHub.Snapshot(data, all.toBytes());
  }

  /** Encodes a whole run that has ended, and that it has. */
  LiveHub.Snapshot ended(
      Optional<LiveFeed.Latest> there, SeriesChoice choice, RunResult.RunStatus status) {
    LiveHub.Snapshot all =
        there
            .map(of -> result(of.result(), choice, of.moment(), status.key()))
            .orElseGet(() -> nothing(status));
    byte[] end = new LiveEvents().end(status).toBytes();
    return new LiveHub.Snapshot(all.data(), LiveEvents.joined(all.events(), end));
  }

  private static LiveHub.Snapshot nothing(RunResult.RunStatus status) {
    return new LiveHub.Snapshot(
        new byte[0],
        new LiveEvents()
            .progress(status.key(), Optional.empty(), Optional.empty(), Optional.empty())
            .toBytes());
  }
}

package io.smartt.experiment.report;

import module java.base;

/**
 * Copies of the series of recorders that go on recording, of those that somebody looks at. For two
 * threads in turns: one that copies, and one that shows with {@link SampleView}.
 */
public final class SampleMirror {
  private final List<List<Followed>> recorders = new ArrayList<>();
  private final List<EntropyTrace> entropies = new ArrayList<>();
  private int recorder;
  private int leftOff;
  private long version;

  /** One series. */
  static final class Followed {
    final SampleSeries copy;
    private long changedAt;

    private Followed(SampleSeries copy) {
      this.copy = copy;
    }

    /** Returns whether it has changed since the copy of that number. */
    boolean changedSince(long seen) {
      return changedAt > seen;
    }
  }

  /** Begins to copy, with the first recorder. */
  public void begin() {
    recorder = 0;
    entropies.clear();
    leftOff = 0;
    version++;
  }

  /**
   * Copies the next recorder, in which nothing may record meanwhile.
   *
   * @param choices what is looked at; all other series stay as they were copied last
   */
  public void copy(SampleRecorder source, Iterable<SeriesChoice> choices) {
    source.settle();
    leftOff += source.leftOff();
    if (recorder == recorders.size()) {
      recorders.add(new ArrayList<>());
    }
    List<Followed> followed = recorders.get(recorder);
    recorder++;
    List<SampleSeries> kept = source.kept();
    for (int i = followed.size(); i < kept.size(); i++) {
      followed.add(new Followed(kept.get(i).follower()));
    }
    for (int i = 0; i < kept.size(); i++) {
      Followed one = followed.get(i);
      if (isNeeded(one.copy, choices) && one.copy.follow(kept.get(i))) {
        one.changedAt = version;
      }
    }
    copyEntropies(source, choices);
  }

  private void copyEntropies(SampleRecorder source, Iterable<SeriesChoice> choices) {
    for (EntropyTrace trace : source.entropies(flow -> isNeeded(flow, choices))) {
      entropies.add(trace.copy());
    }
  }

  private static boolean isNeeded(int flow, Iterable<SeriesChoice> choices) {
    for (SeriesChoice choice : choices) {
      if (choice.showsFlow(flow)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNeeded(SampleSeries series, Iterable<SeriesChoice> choices) {
    for (SeriesChoice choice : choices) {
      if (choice.needs(series)) {
        return true;
      }
    }
    return false;
  }

  /** Number of the last copy. */
  long version() {
    return version;
  }

  /** Series that found no room. */
  int leftOff() {
    return leftOff;
  }

  int recorders() {
    return recorders.size();
  }

  /**
   * Hands the series of a recorder to a reader, from one on; there are more with time, behind them.
   */
  int each(int ofRecorder, int from, Consumer<Followed> reader) {
    List<Followed> followed = recorders.get(ofRecorder);
    followed.subList(from, followed.size()).forEach(reader);
    return followed.size();
  }

  /** The entropy values of the flows that a choice has, as they were copied last. */
  List<EntropyTrace> entropies(SeriesChoice choice) {
    return entropies.stream().filter(one -> choice.showsFlow(one.flow())).toList();
  }

  /** Copies of the series that are looked at, which stay as they are now. */
  public RunSamples frozen(SeriesChoice choice) {
    List<SampleSeries> all = new ArrayList<>();
    for (List<Followed> followed : recorders) {
      for (Followed one : followed) {
        if (choice.shows(one.copy)) {
          all.add(one.copy.thinned(Integer.MAX_VALUE));
        }
      }
    }
    return new RunSamples(all, leftOff, entropies(choice));
  }
}

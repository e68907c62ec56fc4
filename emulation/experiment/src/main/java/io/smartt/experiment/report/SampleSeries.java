package io.smartt.experiment.report;

import java.util.Comparator;

/**
 * One value over time, in bins of equal width. A bin has the mean and, unless it counts an amount,
 * the least and the largest value in it. The mean of a level is by time: what held for long counts
 * for much. Bins begin fine; when a series would outgrow its bound, their width doubles. Depends on
 * what was recorded only, never on a clock. Recording allocates nothing once the series has grown
 * to its bound.
 *
 * <p>The first bin is that of the first record, the last that of the last record.
 */
public final class SampleSeries {
  private final Metric metric;
  private final SampleSubject subject;
  private final TimeBins bins;
  private boolean leftOff;
  private boolean begun;
  private long beganPs;
  private long lastPs;
  private long level;

  /** The time that was skipped before; what comes in has the time of the network. */
  private long skippedPs;

  /** The last mark and the one before: in the network's time, and without what is made up. */
  private long markedPs;

  private double markedSum;
  private long earlierPs;
  private double earlierSum;
  private double madeUp;
  private double given;

  /**
   * @param widthPs of a bin, to begin with
   */
  SampleSeries(Metric metric, SampleSubject subject, long widthPs, int maxBins) {
    this(metric, subject, new TimeBins(widthPs, maxBins));
  }

  private SampleSeries(Metric metric, SampleSubject subject, TimeBins bins) {
    this.metric = metric;
    this.subject = subject;
    this.bins = bins;
  }

  /** A copy with no more than so many bins, at least 2. */
  SampleSeries thinned(int maxBins) {
    SampleSeries copy = new SampleSeries(metric, subject, bins.thinned(maxBins));
    copy.beganPs = beganPs;
    copy.lastPs = lastPs;
    copy.level = level;
    return copy;
  }

  /** An empty series of the same, for {@link #follow}. */
  SampleSeries follower() {
    return new SampleSeries(metric, subject, bins.emptyCopy());
  }

  /**
   * Makes this follower the same as what it follows.
   *
   * @return whether anything was different
   */
  boolean follow(SampleSeries source) {
    boolean same = level == source.level && lastPs == source.lastPs;
    boolean changed = bins.follow(source.bins) || !same;
    begun = source.begun;
    beganPs = source.beganPs;
    lastPs = source.lastPs;
    level = source.level;
    return changed;
  }

  /** Begins when so much time has been skipped. */
  SampleSeries later(long ps) {
    skippedPs = ps;
    return this;
  }

  /** Returns what is recorded. */
  public Metric metric() {
    return metric;
  }

  /** Returns the subject whose value it is. */
  public SampleSubject subject() {
    return subject;
  }

  /**
   * Takes the value of a level, which holds until the next, or a measurement.
   *
   * @param timePs picoseconds since the start of the experiment; one before the last counts as it
   * @param value as the {@link Metric} says
   */
  public void record(long timePs, long value) {
    if (leftOff) {
      return;
    }
    long atPs = timePs + skippedPs;
    if (metric.kind() == Metric.Kind.MEASUREMENT) {
      bins.goTo(atPs);
      bins.note((double) value, 1);
      return;
    }
    if (!begun) {
      begun = true;
      beganPs = atPs;
      lastPs = atPs;
    }
    long nowPs = Math.max(atPs, lastPs);
    hold(nowPs);
    level = value;
    bins.goTo(nowPs);
    bins.note((double) value, 0);
  }

  /**
   * Takes an amount at an instant.
   *
   * @param timePs as of {@link #record}
   */
  public void add(long timePs, long amount) {
    if (!leftOff) {
      bins.goTo(timePs + skippedPs);
      bins.add((double) amount);
    }
  }

  /** Takes an amount of one a picosecond from one instant to another. */
  public void addDuring(long fromPs, long toPs) {
    if (!leftOff) {
      spread(fromPs + skippedPs, toPs + skippedPs, 1);
    }
  }

  private void spread(long fromPs, long toPs, double amountPerPs) {
    bins.goTo(fromPs);
    long sincePs = fromPs;
    while (toPs > bins.lastEndPs()) {
      bins.add((bins.lastEndPs() - sincePs) * amountPerPs);
      sincePs = bins.lastEndPs();
      bins.goTo(sincePs);
    }
    bins.add((toPs - sincePs) * amountPerPs);
  }

  /** Notes the instant from which {@link #skip} takes the mean after the next one was noted. */
  void mark(long timePs) {
    earlierPs = markedPs;
    earlierSum = markedSum;
    markedPs = timePs;
    holdDepth(timePs + skippedPs);
    markedSum = bins.total() - madeUp;
  }

  /** Gives the amount of the time that is skipped next. */
  public void give(long amount) {
    given = amount;
  }

  /**
   * Moves time on. In between, an amount is what was given; another one and a queue's depth have
   * the mean since the mark before the last. Other levels hold, and nothing is measured.
   */
  void skip(long timePs, long ps) {
    long nowPs = timePs + skippedPs;
    skippedPs += ps;
    holdDepth(nowPs);
    double before = bins.total();
    double mean = (before - madeUp - earlierSum) / (timePs - earlierPs);
    if (leftOff || Math.max(mean, given) <= 0) {
      return;
    }
    if (metric.kind() == Metric.Kind.AMOUNT) {
      double pace = given > 0 ? given / ps : mean;
      // A packet counts when it begins, so that a span may have one more than fits.
      spread(nowPs, nowPs + ps, metric == Metric.UTILISATION ? Math.min(1, pace) : pace);
    } else if (metric.startsAtZero()) {
      hold(nowPs);
      long last = level;
      level = Math.round(mean);
      hold(nowPs + ps);
      level = last;
    }
    given = 0;
    madeUp += bins.total() - before;
  }

  /** A queue that is empty has its depth by itself. */
  private void holdDepth(long toPs) {
    if (metric.startsAtZero() && level != 0) {
      hold(toPs);
    }
  }

  private void hold(long toPs) {
    while (lastPs < toPs) {
      bins.goTo(lastPs);
      long endPs = Math.min(toPs, bins.lastEndPs());
      bins.note((double) level, (double) (endPs - lastPs));
      lastPs = endPs;
    }
  }

  /** Returns how many bins it has, at most the bound. */
  public int size() {
    return bins.size();
  }

  /** Width of each bin, picoseconds. */
  public long widthPs() {
    return bins.widthPs();
  }

  /**
   * Returns when a bin begins, picoseconds since the start of the experiment: a multiple of the
   * width.
   */
  public long startPs(int bin) {
    return bins.startPs(bin);
  }

  /** Returns whether nothing was measured in a bin; a level and an amount always have a value. */
  public boolean isEmpty(int bin) {
    return metric.hasRange() && bins.least(bin) > bins.largest(bin);
  }

  /** The least value in a bin, in the unit of {@code samples.csv}; only where there is a range. */
  public double least(int bin) {
    double least = idlePs(bin) > 0 ? Math.min(0, bins.least(bin)) : bins.least(bin);
    return metric.inUnit(least);
  }

  /** The largest value in a bin, in the unit of {@code samples.csv}; as {@link #least}. */
  public double largest(int bin) {
    return metric.inUnit(bins.largest(bin));
  }

  /** The mean of a bin, in the unit of {@code samples.csv}. */
  public double mean(int bin) {
    if (metric.kind() == Metric.Kind.AMOUNT) {
      return metric.inUnit(bins.sum(bin) / bins.widthPs());
    }
    double weight = bins.weight(bin) + idlePs(bin);
    return metric.inUnit(weight == 0 ? bins.largest(bin) : bins.sum(bin) / weight);
  }

  /** The time in a bin before the first record and after the last in which a level was 0. */
  private long idlePs(int bin) {
    if (!metric.startsAtZero()) {
      return 0;
    }
    long before = bin == 0 ? beganPs - startPs(0) : 0;
    long after = bin == size() - 1 && level == 0 ? startPs(bin) + widthPs() - lastPs : 0;
    return before + after;
  }

  /** Takes no more. */
  void leaveOff() {
    leftOff = true;
  }

  void limitTo(int maxBins) {
    bins.limitTo(maxBins);
  }

  /** The subject whose value a series is. */
  public sealed interface SampleSubject {
    /** Flows by number, then queues by switch, port and number, then ports by node and number. */
    Comparator<SampleSubject> ORDER =
        (one, other) ->
            switch (one) {
              case Flow flow -> other instanceof Flow(int id) ? Integer.compare(flow.id, id) : -1;
              case Queue queue ->
                  switch (other) {
                    case Flow _ -> 1;
                    case Queue another -> Queue.ORDER.compare(queue, another);
                    case Port _ -> -1;
                  };
              case Port port ->
                  other instanceof Port another ? Port.ORDER.compare(port, another) : 1;
            };

    /** One flow, by the workload's number. */
    record Flow(int id) implements SampleSubject {}

    /** One queue of one switch port. */
    record Queue(String switchName, int port, int queue) implements SampleSubject {
      private static final Comparator<Queue> ORDER =
          Comparator.comparing(Queue::switchName)
              .thenComparingInt(Queue::port)
              .thenComparingInt(Queue::queue);
    }

    /** One port of a host or switch: the direction of its link that leaves there. */
    record Port(String node, int port) implements SampleSubject {
      private static final Comparator<Port> ORDER =
          Comparator.comparing(Port::node).thenComparingInt(Port::port);
    }
  }
}

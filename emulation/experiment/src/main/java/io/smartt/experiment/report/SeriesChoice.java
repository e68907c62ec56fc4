package io.smartt.experiment.report;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.SampleSeries.SampleSubject;

/**
 * The choice of series that somebody looks at.
 *
 * @param all every series; what else is chosen does not matter
 * @param metrics all series of these
 * @param overall what all flows do together in these, see {@link FlowBands}
 * @param subjects all series of these flows and ports, with the queues of the ports
 */
public record SeriesChoice(
    boolean all, Set<Metric> metrics, Set<Metric> overall, Set<SampleSubject> subjects) {
  /** Everything. */
  public static final SeriesChoice ALL = new SeriesChoice(true, Set.of(), Set.of(), Set.of());

  private static final int MOST_SUBJECTS = 64;
  private static final String OVERALL = "overall:";
  private static final String FLOW = "flow:";
  private static final String PORT = "port:";

  /** Copies the sets. */
  public SeriesChoice {
    metrics = Set.copyOf(metrics);
    overall = Set.copyOf(overall);
    subjects = Set.copyOf(subjects);
  }

  /**
   * Reads a list with commas: {@code utilisation}, {@code overall:cwnd}, {@code flow:12}, {@code
   * port:leaf1:3}. An empty one chooses no series.
   *
   * @throws UserInputException if something in it is none of these
   */
  public static SeriesChoice parse(String text) {
    Set<Metric> metrics = EnumSet.noneOf(Metric.class);
    Set<Metric> overall = EnumSet.noneOf(Metric.class);
    Set<SampleSubject> subjects = new HashSet<>();
    for (String word : text.split(",", -1)) {
      if (word.startsWith(OVERALL)) {
        Metric metric = metric(word.substring(OVERALL.length()), word);
        if (!FlowBands.METRICS.contains(metric)) {
          throw wrong(word);
        }
        overall.add(metric);
      } else if (word.startsWith(FLOW)) {
        subjects.add(new SampleSubject.Flow(number(word.substring(FLOW.length()), word)));
      } else if (word.startsWith(PORT) && word.lastIndexOf(':') >= PORT.length()) {
        int end = word.lastIndexOf(':');
        subjects.add(
            new SampleSubject.Port(
                word.substring(PORT.length(), end), number(word.substring(end + 1), word)));
      } else if (!word.isEmpty()) {
        metrics.add(metric(word, word));
      }
    }
    if (subjects.size() > MOST_SUBJECTS) {
      throw new UserInputException(
          "series: %d flows and ports; at most %d".formatted(subjects.size(), MOST_SUBJECTS));
    }
    return new SeriesChoice(false, metrics, overall, subjects);
  }

  private static Metric metric(String name, String word) {
    for (Metric metric : Metric.values()) {
      if (metric.csvName().equals(name)) {
        return metric;
      }
    }
    throw wrong(word);
  }

  private static int number(String text, String word) {
    return (int) Quantities.whole(text, 0, Integer.MAX_VALUE).orElseThrow(() -> wrong(word));
  }

  private static UserInputException wrong(String word) {
    return new UserInputException(
        "series '%s' is no metric, overall:METRIC of flows, flow:NUMBER or port:NODE:NUMBER"
            .formatted(word));
  }

  /** Returns whether a series itself is looked at. */
  boolean shows(SampleSeries series) {
    return all
        || metrics.contains(series.metric())
        || (!subjects.isEmpty() && subjects.contains(place(series.subject())));
  }

  private static SampleSubject place(SampleSubject subject) {
    return subject instanceof SampleSubject.Queue(String name, int port, int _)
        ? new SampleSubject.Port(name, port)
        : subject;
  }

  /** Returns whether a series is looked at by itself or with others. */
  boolean needs(SampleSeries series) {
    return overall.contains(series.metric()) || shows(series);
  }

  /** Returns the chosen among some series that are looked at by themselves. */
  public RunSamples of(RunSamples samples) {
    return all
        ? samples
        : new RunSamples(
            samples.series().stream().filter(this::shows).toList(),
            samples.leftOff(),
            samples.entropies().stream().filter(one -> showsFlow(one.flow())).toList());
  }

  /** Returns whether all series of a flow are looked at. */
  boolean showsFlow(int flow) {
    return all || (!subjects.isEmpty() && subjects.contains(new SampleSubject.Flow(flow)));
  }
}

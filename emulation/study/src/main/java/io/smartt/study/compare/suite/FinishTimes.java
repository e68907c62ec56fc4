package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.experiment.report.RunCsv;

/**
 * The times at which flows finished: when the last acknowledgement reached the sender.
 *
 * @param flows in any order
 */
record FinishTimes(List<Finish> flows) {
  private static final Pattern LINE =
      Pattern.compile("Flow (\\S+) .*finished at (\\S+)(?: total messages (\\d+))?.*");

  /**
   * One flow.
   *
   * @param ends hosts
   * @param us microseconds since the start of the experiment
   * @param connections records of the matrix that it is
   */
  record Finish(HostPair ends, double us, int connections) {}

  /** Copies the list. */
  FinishTimes {
    flows = List.copyOf(flows);
  }

  /** The flow of a line that the simulator printed (uec.cpp:843); empty for other lines. */
  static Optional<Finish> ofLine(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    Optional<String> messages = Optional.ofNullable(matcher.group(3));
    return HostPair.parse(matcher.group(1))
        .map(ends ->
            new Finish(
                ends,
                Double.parseDouble(matcher.group(2)),
                messages.map(Integer::parseInt).orElse(1)));
  }

  /** The flows of a run's {@code flows.csv} that finished until an instant. */
  static FinishTimes ofRun(Path folder, long endUs) {
    List<Finish> flows = new ArrayList<>();
    RunCsv.flows(
        folder,
        flow ->
            flow.finishUs()
                .filter(us -> us <= endUs)
                .map(us -> new Finish(HostPair.ofHosts(flow.source(), flow.destination()), us, 1))
                .ifPresent(flows::add));
    return new FinishTimes(flows);
  }

  /** Records of the matrix that finished. */
  int connections() {
    return flows.stream().mapToInt(Finish::connections).sum();
  }

  /** Returns when the last flow finished, microseconds; 0 if none did. */
  double lastUs() {
    return flows.stream().mapToDouble(Finish::us).max().orElse(0);
  }

  /** Returns when the last flow between two hosts finished; empty if none did. */
  Optional<Double> lastUs(HostPair ends) {
    return flows.stream()
        .filter(flow -> flow.ends().equals(ends))
        .map(Finish::us)
        .max(Double::compare);
  }

  /**
   * The ends of a flow, as its name in the reference simulator has them: {@code Uec_1_0}.
   *
   * @param src index of the sender, from 0
   * @param dst index of the receiver
   */
  record HostPair(int src, int dst) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z]+_(\\d{1,9})_(\\d{1,9})");

    /** The ends by the names that hosts have here: {@code h2} is 1 there. */
    static HostPair ofHosts(String src, String dst) {
      return new HostPair(index(src), index(dst));
    }

    private static int index(String host) {
      return Integer.parseInt(host.substring(1)) - 1;
    }

    /** The ends that a name has; empty if it has none. */
    static Optional<HostPair> parse(String name) {
      Matcher matcher = NAME.matcher(name);
      return matcher.matches()
          ? Optional.of(
              new HostPair(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
          : Optional.empty();
    }
  }
}

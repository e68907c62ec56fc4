package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.study.compare.suite.HtsimOptions.Control;

/**
 * Reads a command line of {@code htsim_uec} from left to right, as its main function does
 * (uet-htsim, revision 40ccb05, main_uec.cpp:135-514).
 */
final class HtsimCommandLine {
  private static final int ZEROS_OF_MBPS = 6;
  private static final int ZEROS_OF_US = 6;

  /** Options that change what is printed, with the number of their values. */
  private static final Map<String, Integer> OF_OUTPUT =
      Map.of("-o", 1, "-log", 1, "-logtime", 1, "-logtime_us", 1, "-debug", 0);

  /** Options without a counterpart here, with the number of their values. */
  private static final Map<String, Integer> OTHERS =
      Map.ofEntries(
          Map.entry("-target_q_delay", 1),
          Map.entry("-qa_gate", 1),
          Map.entry("-Ai", 1),
          Map.entry("-Md", 1),
          Map.entry("-alpha", 1),
          Map.entry("-pcie", 1),
          Map.entry("-ar_sticky_delta", 1),
          Map.entry("-ar_granularity", 1),
          Map.entry("-ar_method", 1),
          Map.entry("-tm", 1),
          Map.entry("-sleek", 0),
          Map.entry("-disable_trim", 0),
          Map.entry("-oversubscribed_cc", 0),
          Map.entry("-force_disable_oversubscribed_cc", 0),
          Map.entry("-enable_accurate_base_rtt", 0),
          Map.entry("-disable_base_rtt_update_on_nack", 0));

  /** Options of which one value, the default, has a counterpart. */
  private static final Map<String, String> ONE_VALUE =
      Map.of(
          "-queue_type", "composite",
          "-host_queue_type", "fair_prio",
          "-strat", "ecmp_host",
          "-planes", "1");

  private static final List<String> BALANCERS = List.of("mixed", "bitmap", "reps", "oblivious");

  private final List<String> words;
  private final Set<String> refused = new LinkedHashSet<>();
  private int at;

  private OptionalInt nodes = OptionalInt.empty();
  private int tiers = 3;
  private Optional<String> topology = Optional.empty();
  private long linkBps = 100_000_000_000L;
  private long hopPs = 1_000_000;
  private long switchPs;
  private int failed;
  private int mtuBytes = 4150;
  private int trimBytes = 64;
  private OptionalInt queuePackets = OptionalInt.empty();
  private int queueBdps = 1;
  private Optional<HtsimOptions.Marking> marking = Optional.empty();
  private Control senders = Control.NSCC;
  private boolean sendersControl = true;
  private boolean receiversControl;
  private String balancer = "mixed";
  private int paths = 64;
  private OptionalInt windowPackets = OptionalInt.empty();
  private int sackBytes = 16384;
  private boolean reusesConnections;
  private long endUs = 1000;
  private long seed = HtsimOptions.DEFAULT_SEED;

  HtsimCommandLine(List<String> words) {
    this.words = words;
  }

  HtsimOptions options() {
    while (at < words.size()) {
      String option = words.get(at);
      at++;
      try {
        read(option);
      } catch (UserInputException e) {
        refused.add(option + " (" + e.getMessage() + ")");
      }
    }
    Control control = control();
    return new HtsimOptions(
        new HtsimOptions.Network(nodes, tiers, topology, linkBps, hopPs, switchPs, failed),
        new HtsimOptions.Ports(mtuBytes, trimBytes, queuePackets, queueBdps, marking),
        new HtsimOptions.Sender(
            control, balancer, paths, windowPackets, sackBytes, reusesConnections),
        endUs,
        seed,
        List.copyOf(refused));
  }

  private void read(String option) {
    switch (option) {
      case "-nodes" -> nodes = OptionalInt.of(whole(2));
      case "-tiers" -> tiers = whole(2);
      case "-topo" -> topology = Optional.of(value());
      case "-linkspeed" -> linkBps = decimal(ZEROS_OF_MBPS);
      case "-hop_latency" -> hopPs = decimal(ZEROS_OF_US);
      case "-switch_latency" -> switchPs = decimal(ZEROS_OF_US);
      case "-failed" -> failed = whole(0);
      case "-mtu" -> mtuBytes = whole(HtsimOptions.HEADER_BYTES + 1);
      case "-trimsize" -> trimBytes = whole(HtsimOptions.HEADER_BYTES);
      case "-q" -> queuePackets = OptionalInt.of(whole(1));
      case "-queue_size_bdp_factor" -> queueBdps = Math.max(1, whole(0));
      case "-ecn" -> marking = Optional.of(new HtsimOptions.Marking(whole(0), whole(0)));
      case "-sender_cc_only", "-receiver_cc_only" -> {
        sendersControl = option.equals("-sender_cc_only");
        receiversControl = !sendersControl;
      }
      case "-sender_cc" -> sendersControl = true;
      case "-receiver_cc" -> receiversControl = true;
      case "-sender_cc_algo" -> algorithm();
      case "-load_balancing_algo" -> balancer();
      case "-paths" -> paths = whole(1);
      case "-cwnd" -> window();
      case "-sack_threshold" -> sackBytes = whole(1);
      case "-conn_reuse" -> reusesConnections = true;
      case "-end" -> endUs = whole(1);
      case "-seed" -> seed = whole(Integer.MIN_VALUE);
      default -> other(option);
    }
  }

  private void other(String option) {
    if (OF_OUTPUT.containsKey(option)) {
      at += OF_OUTPUT.getOrDefault(option, 0);
    } else if (ONE_VALUE.containsKey(option)) {
      String value = value();
      if (!value.equals(ONE_VALUE.get(option))) {
        refused.add(option + " " + value);
      }
    } else if (OTHERS.containsKey(option)) {
      at += OTHERS.getOrDefault(option, 0);
      refused.add(option);
    } else {
      refused.add(option + " (no option of " + SuiteReader.BINARY + ")");
      while (at < words.size() && !words.get(at).startsWith("-")) {
        at++;
      }
    }
  }

  /** Naming an algorithm of senders has them control, too (main_uec.cpp:192-194). */
  private void algorithm() {
    String value = value();
    sendersControl = true;
    switch (value) {
      case "nscc" -> senders = Control.NSCC;
      case "dctcp" -> senders = Control.DCTCP;
      default -> refused.add("-sender_cc_algo " + value);
    }
  }

  private Control control() {
    if (!receiversControl) {
      return senders;
    }
    if (sendersControl && senders != Control.NSCC) {
      refused.add("-receiver_cc with -sender_cc_algo dctcp");
    }
    return sendersControl ? Control.RCCC_AND_NSCC : Control.RCCC;
  }

  private void balancer() {
    balancer = value();
    if (!BALANCERS.contains(balancer)) {
      refused.add("-load_balancing_algo " + balancer);
    }
  }

  /** A window of 0 is the default one. */
  private void window() {
    int packets = whole(0);
    windowPackets = packets == 0 ? OptionalInt.empty() : OptionalInt.of(packets);
  }

  private String value() {
    if (at >= words.size()) {
      throw new UserInputException("has no value");
    }
    String value = words.get(at);
    at++;
    return value;
  }

  private int whole(int least) {
    String text = value();
    return (int)
        Quantities.whole(text, least, Integer.MAX_VALUE)
            .orElseThrow(() ->
                new UserInputException(
                    "'" + text + "' is not a whole number of at least " + least));
  }

  /** A number above or equal to 0, with the point moved to the right. */
  private long decimal(int zeros) {
    String text = value();
    return Quantities.scaled(text, zeros, 0)
        .orElseThrow(() -> new UserInputException("'" + text + "' is not a number of at least 0"));
  }
}

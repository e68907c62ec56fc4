package io.smartt.testbed.standin.sonic;

import module java.base;

import io.smartt.host.settings.RecordSettings;
import io.smartt.softswitch.QueueConfig.Trimming;
import io.smartt.testbed.standin.fault.FaultText;

/**
 * A fault that somebody asks of a stand-in, {@code slow-set=30s@3}: what it is, how long or about
 * which table, and at which Set.
 */
public sealed interface Fault {
  /** The written forms of faults. */
  String FORMS =
      "slow-set=30s, drop-connection, restart, restart=20s, half-set, each with @3 for the third"
          + " Set, refuse-table=QUEUE, skip-table=WRED_PROFILE, trim-keeps-checksum,"
          + " trim-counts-entered,"
          + " trim-size=100, trim-dscp=9 or trim-queue=0";

  /**
   * A Set that meets a fate.
   *
   * @param set counted from 1
   */
  record AtSet(int set, SetFault fate) implements Fault {}

  /** A table that nobody may change. */
  record RefusedTable(String table) implements Fault {}

  /** A table of which CONFIG_DB takes everything and the daemons nothing. */
  record SkippedTable(String table) implements Fault {}

  /**
   * A chip that trims otherwise than it is configured to.
   *
   * @param what {@code size}, {@code dscp} or {@code queue}, which has another value, {@code
   *     keeps-checksum}: the IP checksum stays as it was, or {@code counts-entered}: what is cut
   *     counts at the queue that it enters
   */
  record Trims(String what, int value) implements Fault {
    private static final Map<String, Integer> MOST =
        Map.of("keeps-checksum", 0, "counts-entered", 0, "size", 9000, "dscp", 63, "queue", 7);

    static Optional<Trims> of(FaultText fault) {
      String what = fault.kind().replaceFirst("^trim-", "");
      if (what.equals(fault.kind()) || fault.at().isPresent() || !MOST.containsKey(what)) {
        return Optional.empty();
      }
      if (MOST.getOrDefault(what, 0) == 0) {
        fault.requireNoValue();
        return Optional.of(new Trims(what, 0));
      }
      return Optional.of(new Trims(what, fault.number(MOST.getOrDefault(what, 0))));
    }
  }

  /** Returns how a chip with these faults trims where it is configured to trim so. */
  static Trimming trims(List<Fault> faults, Trimming trimming) {
    Map<String, Integer> wrong =
        faults.stream()
            .flatMap(fault -> fault instanceof Trims one ? Stream.of(one) : Stream.empty())
            .collect(Collectors.toMap(Trims::what, Trims::value, (_, last) -> last));
    return new Trimming(
        wrong.getOrDefault("size", trimming.keepBytes()),
        wrong.getOrDefault("dscp", trimming.dscp()),
        wrong.getOrDefault("queue", trimming.queue()),
        wrong.containsKey("keeps-checksum"));
  }

  /**
   * Parses a fault.
   *
   * @throws io.smartt.base.input.UserInputException naming the text and what is accepted
   */
  static Fault parse(String text) {
    FaultText fault = FaultText.parse(text, FORMS);
    if (fault.kind().equals("refuse-table") && fault.at().isEmpty()) {
      return new RefusedTable(fault.required());
    }
    if (fault.kind().equals("skip-table") && fault.at().isEmpty()) {
      return new SkippedTable(fault.required());
    }
    Optional<Trims> trims = Trims.of(fault);
    if (trims.isPresent()) {
      return trims.get();
    }
    SetFault fate =
        switch (fault.kind()) {
          case "slow-set" -> new SetFault(SetFault.Kind.LONGER, fault.time());
          case "restart" -> new SetFault(SetFault.Kind.POWER_CUT, fault.timeOr("20s"));
          case "drop-connection" -> withoutValue(fault, SetFault.LOST);
          case "half-set" -> withoutValue(fault, SetFault.HALF);
          default -> throw fault.wrong();
        };
    return new AtSet(fault.at().orElse(1), fate);
  }

  private static SetFault withoutValue(FaultText fault, SetFault fate) {
    fault.requireNoValue();
    return fate;
  }

  /**
   * The fate of a Set.
   *
   * @param time how much longer it takes, or how long the power is off; of no matter to the others
   */
  record SetFault(Kind kind, Duration time) {
    /** Nothing particular. */
    public static final SetFault AS_USUAL = new SetFault(Kind.AS_USUAL, Duration.ZERO);

    /** The connection breaks before the switch has it. */
    public static final SetFault LOST = new SetFault(Kind.LOST, Duration.ZERO);

    /** The updater ends half-way. */
    public static final SetFault HALF = new SetFault(Kind.HALF, Duration.ZERO);

    /** The kinds of what can happen. */
    public enum Kind {
      /** Nothing particular. */
      AS_USUAL,
      /** It takes a given time, and the client stops waiting at once. */
      SILENT,
      /** It takes so much longer. */
      LONGER,
      /** The connection breaks before the switch has it. */
      LOST,
      /** The power goes while the updater works: what was not saved is lost. */
      POWER_CUT,
      /** The updater ends half-way. */
      HALF
    }

    @Override
    public String toString() {
      String word = RecordSettings.spelling(kind).replace('-', ' ');
      return time.isZero() ? word : word + " " + time.toSeconds() + " s";
    }
  }
}

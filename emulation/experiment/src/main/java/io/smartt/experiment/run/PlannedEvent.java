package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.failure.LinkLoss;
import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.experiment.PlannedFailure;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.settings.FailureKind;

/** The events of links that fail because the experiment says so. */
final class PlannedEvent {
  private static final int PERCENT_DIGITS = 4;

  private PlannedEvent() {}

  /**
   * Notes that a failure began or ended.
   *
   * @param bites whether it does anything from now on
   */
  static void note(RunEvents events, long timePs, PlannedFailure failure, boolean bites) {
    Link link = failure.link();
    String where = link.a().node().name() + "-" + link.b().node().name();
    String name = "link " + where;
    if (failure.kind().isOfHosts()) {
      events.add(
          timePs,
          bites ? RunEvent.Kind.HOST_SLOWED : RunEvent.Kind.HOST_RESTORED,
          hostWords(failure, bites) + ", as planned",
          failure.host().orElseThrow().name());
      return;
    }
    boolean down =
        failure.kind() instanceof FailureKind.Down || failure.kind() instanceof FailureKind.Flap;
    if (down) {
      events.add(
          timePs,
          bites ? RunEvent.Kind.LINK_DOWN : RunEvent.Kind.LINK_UP,
          name + (bites ? " went down, as planned" : " is up again, as planned"),
          where);
    } else {
      String what = words(failure.kind(), link);
      events.add(
          timePs,
          bites ? RunEvent.Kind.LINK_DEGRADED : RunEvent.Kind.LINK_RESTORED,
          name + (bites ? " " + what : " no longer " + what) + ", as planned",
          where);
    }
  }

  private static String hostWords(PlannedFailure failure, boolean bites) {
    Host host = failure.host().orElseThrow();
    return switch (failure.kind()) {
      case FailureKind.Compute(double share) ->
          "host "
              + host.name()
              + (bites
                  ? " computes at " + percent(share) + " of its speed"
                  : " computes at its speed again");
      case FailureKind kind ->
          "host "
              + host.name()
              + (bites ? " takes in " : " no longer takes in ")
              + Quantities.formatBitsPerSecond(
                  kind.condition(failure.link().rateBps()).intakeBps().orElseThrow());
    };
  }

  private static String percent(double share) {
    BigDecimal percent = new BigDecimal(share * 100, new MathContext(PERCENT_DIGITS));
    return percent.stripTrailingZeros().toPlainString() + " %";
  }

  private static String words(FailureKind kind, Link link) {
    return switch (kind) {
      case FailureKind.Lossy(LinkLoss loss) -> "loses packets (" + words(loss) + ")";
      case FailureKind.Rate rate ->
          "carries "
              + Quantities.formatBitsPerSecond(
                  rate.condition(link.rateBps()).rateBps().orElse(link.rateBps()));
      case FailureKind.Jitter(long mostPs) ->
          "delays packets by up to " + Quantities.formatPicoseconds(mostPs);
      case FailureKind.Down(), FailureKind.Flap(_, _) -> "is down";
      case FailureKind.Compute _, FailureKind.Receive _ ->
          throw new IllegalStateException(kind + " is wrong with a host");
    };
  }

  private static String words(LinkLoss loss) {
    List<String> words = new ArrayList<>();
    if (loss.share() > 0) {
      words.add(share(loss.share()));
    }
    if (loss.bitErrorRate() > 0) {
      words.add(share(loss.bitErrorRate()) + " of bits are wrong");
    }
    loss.bursts().ifPresent(bursts -> words.add(words(bursts)));
    return words.isEmpty() ? "none" : String.join(", ", words);
  }

  private static String words(LinkLoss.Bursts bursts) {
    return "in bursts, "
        + share(bursts.meanShare())
        + " in the long run, "
        + String.format(Locale.ROOT, "%.3g", 1 / bursts.r())
        + " packets a burst";
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.3g", share);
  }
}

package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.FailurePlan.PlannedFailure;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.settings.FailureKind;

/**
 * The failures of a run, one change after the other. Where several hold for a link, it has the
 * worst of each. For one thread.
 */
public final class FailureTimeline {
  private static final int PERCENT_DIGITS = 4;

  private final Topology topology;
  private final PriorityQueue<Change> changes =
      new PriorityQueue<>(Comparator.comparingLong(Change::atPs).thenComparingInt(Change::order));
  private final Map<Link, List<Active>> active = new LinkedHashMap<>();
  private int order;

  private enum Step {
    BEGIN,
    DOWN_AGAIN,
    UP_AGAIN,
    END
  }

  private record Change(long atPs, int order, Step step, Active failure) {}

  /** A failure and whether it does anything at this moment. */
  private static final class Active {
    private final PlannedFailure planned;
    private boolean bites;
    private boolean ended;
    private long nextPs;
    private long missed;

    Active(PlannedFailure planned) {
      this.planned = planned;
    }
  }

  /**
   * @param topology the network as it is without them
   */
  public FailureTimeline(FailurePlan plan, Topology topology) {
    this.topology = topology;
    for (PlannedFailure failure : plan.failures()) {
      if (failure.toPs().isPresent() && failure.toPs().getAsLong() <= failure.fromPs()) {
        // A link that flaps and was drawn to begin after its time is over.
        continue;
      }
      Active one = new Active(failure);
      plan(failure.fromPs(), Step.BEGIN, one);
      failure.toPs().ifPresent(to -> plan(to, Step.END, one));
    }
  }

  private void plan(long atPs, Step step, Active failure) {
    changes.add(new Change(atPs, order++, step, failure));
  }

  /** Returns when the next change is due; {@link Long#MAX_VALUE} if there is none. */
  public long nextPs() {
    Change next = changes.peek();
    return next == null ? Long.MAX_VALUE : next.atPs;
  }

  /**
   * Makes the changes that are due. A link that flaps may be quicker than a fabric in real time can
   * change it: a step behind which its next one is due too is left out, and its event says so.
   */
  public void apply(long nowPs, LinkSwitch links, RunEvents events) {
    while (nextPs() <= nowPs) {
      Change change = changes.remove();
      Active failure = change.failure;
      if (failure.ended) {
        continue;
      }
      make(change);
      boolean again = change.step == Step.DOWN_AGAIN || change.step == Step.UP_AGAIN;
      if (again && failure.nextPs <= nowPs) {
        failure.missed++;
        continue;
      }
      Link link = failure.planned.link();
      links.set(link, condition(link));
      note(events, nowPs, failure.planned, failure.bites, failure.missed);
      failure.missed = 0;
    }
  }

  private void make(Change change) {
    Active failure = change.failure;
    switch (change.step) {
      case BEGIN ->
          active.computeIfAbsent(failure.planned.link(), _ -> new ArrayList<>()).add(failure);
      case END -> failure.ended = true;
      case DOWN_AGAIN, UP_AGAIN -> {}
    }
    failure.bites = change.step == Step.BEGIN || change.step == Step.DOWN_AGAIN;
    if (!failure.ended
        && failure.planned.kind() instanceof FailureKind.Flap(long downPs, long upPs)) {
      failure.nextPs = change.atPs + (failure.bites ? downPs : upPs);
      plan(failure.nextPs, failure.bites ? Step.UP_AGAIN : Step.DOWN_AGAIN, failure);
    }
  }

  /** Puts all links back to what the network has. */
  public void end(LinkSwitch links) {
    changes.clear();
    active.keySet().forEach(link -> links.set(link, whole(link)));
    active.clear();
  }

  private LinkCondition condition(Link link) {
    LinkCondition condition = whole(link);
    for (Active failure : active.getOrDefault(link, List.of())) {
      if (failure.bites) {
        condition = condition.and(failure.planned.kind().condition(link.rateBps()));
      }
    }
    return condition;
  }

  private LinkCondition whole(Link link) {
    return LinkCondition.WELL.withUp(topology.isUp(link));
  }

  /** Makes links as failures want them, and as somebody asks for while traffic runs. */
  @FunctionalInterface
  public interface LinkSwitch {
    /** Puts a link in the condition that a failure gives it from now on, in both directions. */
    void set(Link link, LinkCondition condition);

    /**
     * Changes a link in both directions while traffic runs, from any thread.
     *
     * @throws UserInputException naming what the fabric or a switch cannot do
     * @throws io.smartt.base.failure.RunFailedException if a switch refuses or does not answer
     */
    default void change(Link link, List<LinkChange> changes) {
      throw new UserInputException("links of this fabric do not change while traffic runs");
    }
  }

  /**
   * Notes that a failure began or ended.
   *
   * @param bites whether it does anything from now on
   * @param missed steps before it that were left out
   */
  static void note(
      RunEvents events, long timePs, PlannedFailure failure, boolean bites, long missed) {
    Link link = failure.link();
    String where = link.a().node().name() + "-" + link.b().node().name();
    String name = "link " + where;
    String planned =
        ", as planned"
            + (missed == 0
                ? ""
                : "; " + missed + " steps before it were too quick for this fabric");
    if (failure.kind().isOfHosts()) {
      events.add(
          timePs,
          bites ? RunEvent.Kind.HOST_SLOWED : RunEvent.Kind.HOST_RESTORED,
          hostWords(failure, bites) + planned,
          failure.host().orElseThrow().name());
      return;
    }
    boolean down =
        failure.kind() instanceof FailureKind.Down || failure.kind() instanceof FailureKind.Flap;
    if (down) {
      events.add(
          timePs,
          bites ? RunEvent.Kind.LINK_DOWN : RunEvent.Kind.LINK_UP,
          name + (bites ? " went down" : " is up again") + planned,
          where);
    } else {
      String what = words(failure.kind(), link);
      events.add(
          timePs,
          bites ? RunEvent.Kind.LINK_DEGRADED : RunEvent.Kind.LINK_RESTORED,
          name + (bites ? " " + what : " no longer " + what) + planned,
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

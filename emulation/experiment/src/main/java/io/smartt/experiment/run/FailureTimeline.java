package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.FailurePlan;
import io.smartt.experiment.PlannedFailure;
import io.smartt.experiment.report.RunEvents;
import io.smartt.experiment.settings.FailureKind;

/**
 * The failures of a run, one change after the other. Where several hold for a link, it has the
 * worst of each. For one thread.
 */
public final class FailureTimeline {
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

  /** Makes the changes that are due. */
  public void apply(long nowPs, LinkSwitch links, RunEvents events) {
    while (nextPs() <= nowPs) {
      Change change = changes.remove();
      Active failure = change.failure;
      if (failure.ended) {
        continue;
      }
      make(change);
      Link link = failure.planned.link();
      links.set(link, condition(link));
      PlannedEvent.note(events, nowPs, failure.planned, failure.bites);
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
      plan(
          change.atPs + (failure.bites ? downPs : upPs),
          failure.bites ? Step.UP_AGAIN : Step.DOWN_AGAIN,
          failure);
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
}

package io.smartt.host.credit;

import module java.base;

import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.PullRate.GrantOrder;
import io.smartt.host.credit.CreditAccount.CreditSender;
import org.jspecify.annotations.Nullable;

/**
 * The pull queue of a host (EQDS, Sec. 4; NDP, Sec. 3.2): senders that want credit, which it grants
 * them one after the other, a quantum each, at the rate of its link; a sender's connections take
 * turns with its share. So the data that the credit elicits arrives as fast as the link takes it,
 * from however many senders, and evenly.
 *
 * <p>Time that passes without demand earns nothing; credit that could not leave in time because the
 * wire was busy is granted late, up to {@link #MOST_LATE} quanta. Allocates only when more wait
 * than ever did.
 *
 * <p>Where the pace has an order ({@link PullRate#order}), the least in it has the turn instead.
 *
 * <p>While nobody wants any, connections whose demand was met take turns with credit that they did
 * not ask for, each up to {@link PullRate#unaskedBytes()} (uet-htsim 40ccb05, uec.cpp:3085-3112):
 * what such a sender has next to send, or asks for only after it heard of its receiver, need not
 * wait.
 *
 * @param <A> account of a connection
 */
public final class PullQueue<A extends CreditAccount> {
  static final int MOST_LATE = 8;

  private static final double PS_PER_SECOND = 1e12;

  private final PullRate rate;
  private final @Nullable PullShare share;
  private final @Nullable GrantOrder order;
  private final Queue<CreditSender> senders = new ArrayDeque<>();
  private final Queue<CreditAccount> unasked = new ArrayDeque<>();
  private long nextPs;

  /**
   * An empty queue.
   *
   * @param random for the periods in which the rate adapts
   */
  public PullQueue(PullRate rate, RandomGenerator random) {
    this.rate = rate;
    share = rate.adaption().map(adaption -> new PullShare(adaption, random)).orElse(null);
    order = rate.order().orElse(null);
  }

  /** A whole packet arrived at the host, marked or not. */
  public void received(long nowPs, boolean marked) {
    if (share != null) {
      share.received(nowPs, marked);
    }
  }

  /** A packet arrived trimmed, by the last switch or before. */
  public void trimmed(long nowPs, boolean lastHop) {
    if (share != null) {
      share.trimmed(nowPs, lastHop);
    }
  }

  /** Takes in a connection, behind those in it, if it wants credit and is not in it. */
  public void add(A account, long nowPs) {
    if (!account.queued && account.demandBytes() > 0) {
      if (senders.isEmpty() && unasked.isEmpty()) {
        nextPs = Math.max(nextPs, nowPs);
      }
      account.sender().add(account);
      append(account.sender());
    }
  }

  /** The time at which the next credit is due, {@code Long.MAX_VALUE} if nobody is to get any. */
  public long dueAtPs() {
    return senders.isEmpty() && unasked.isEmpty() ? Long.MAX_VALUE : nextPs;
  }

  /** Grants the connection whose turn it is a quantum; null if none is due. */
  public @Nullable A poll(long nowPs) {
    while (!senders.isEmpty() && nextPs <= nowPs) {
      if (order != null) {
        moveFirst(order);
      }
      CreditSender sender = senders.remove();
      sender.queued = false;
      CreditAccount account = Objects.requireNonNull(sender.poll(), "a sender without accounts");
      long granted = account.grant(rate.quantumBytes());
      if (account.demandBytes() > 0) {
        sender.add(account);
      } else {
        idle(account);
      }
      if (!sender.isEmpty()) {
        append(sender);
      }
      if (granted > 0) {
        return granted(account, granted, nowPs);
      }
    }
    while (senders.isEmpty() && !unasked.isEmpty() && nextPs <= nowPs) {
      CreditAccount account = unasked.remove();
      account.idle = false;
      if (account.takesUnasked(rate.unaskedBytes())) {
        account.grantUnasked(rate.quantumBytes());
        idle(account);
        return granted(account, rate.quantumBytes(), nowPs);
      }
    }
    return null;
  }

  /** Makes it the turn of the account that an order has first. Looks at all of them. */
  private void moveFirst(GrantOrder by) {
    CreditAccount first = null;
    long least = Long.MAX_VALUE;
    for (int i = senders.size(); i > 0; i--) {
      CreditSender sender = senders.remove();
      for (CreditAccount at = sender.first(); at != null; at = at.next) {
        long rank = by.rank(at.demandBytes(), at.grantedBytes());
        if (first == null || rank < least) {
          first = at;
          least = rank;
        }
      }
      senders.add(sender);
    }
    CreditAccount turn = Objects.requireNonNull(first, "senders without accounts");
    while (!senders.element().equals(turn.sender())) {
      senders.add(senders.remove());
    }
    while (!turn.equals(turn.sender().first())) {
      turn.sender().add(Objects.requireNonNull(turn.sender().poll()));
    }
  }

  private A granted(CreditAccount account, long bytes, long nowPs) {
    double rateBps = share == null ? rate.rateBps() : share.share() * rate.rateBps();
    long gap = Math.round((double) bytes * 8 * PS_PER_SECOND / rateBps);
    nextPs = Math.max(nextPs, nowPs - MOST_LATE * gap) + gap;
    @SuppressWarnings("unchecked") // only those of this type are added
    A turn = (A) account;
    return turn;
  }

  /** Takes in a connection that may be granted credit unasked. */
  private void idle(CreditAccount account) {
    if (account.idle || !account.takesUnasked(rate.unaskedBytes())) {
      return;
    }
    account.idle = true;
    unasked.add(account);
  }

  private void append(CreditSender sender) {
    if (!sender.queued) {
      sender.queued = true;
      senders.add(sender);
    }
  }

  /**
   * The share of its link rate at which a receiver grants credit, by what arrives (uet-htsim
   * 40ccb05, oversubscribed_cc.cpp): credit at the full rate of the last link is too much where the
   * network before it is oversubscribed. Each period, trims before the last switch take as much off
   * as they are of all packets, marks above a target take off their part, and a period without
   * either adds a little, twice as much each time while nothing at all is marked.
   *
   * <p>Periods end with the first packet after them. Their lengths are drawn, so that receivers do
   * not act in step. Allocates nothing.
   */
  static final class PullShare {
    /** Periods without packets that count, each one that adds. */
    private static final int MOST_IDLE_PERIODS = 8;

    private static final int MOST_DOUBLINGS = 10;

    private final PullRate.Adaption adaption;
    private final RandomGenerator random;
    private double share = 1;
    private double averageMarks;
    private int increases;
    private int packets;
    private int marked;
    private int trimmed;
    private int trimmedLastHop;
    private long periodEndPs;

    PullShare(PullRate.Adaption adaption, RandomGenerator random) {
      this.adaption = adaption;
      this.random = random;
    }

    /** The share, above 0, to 1. */
    double share() {
      return share;
    }

    /** A whole packet arrived, marked or not. */
    void received(long nowPs, boolean mark) {
      advance(nowPs);
      packets++;
      marked += mark ? 1 : 0;
    }

    /** A trimmed packet arrived. */
    void trimmed(long nowPs, boolean lastHop) {
      advance(nowPs);
      packets++;
      if (lastHop) {
        trimmedLastHop++;
      } else {
        trimmed++;
      }
    }

    private void advance(long nowPs) {
      if (periodEndPs == 0) {
        periodEndPs = nowPs + periodPs();
      }
      for (int ended = 0; nowPs >= periodEndPs && ended < MOST_IDLE_PERIODS; ended++) {
        adapt();
        periodEndPs += periodPs();
      }
      if (nowPs >= periodEndPs) {
        periodEndPs = nowPs + periodPs();
      }
    }

    private long periodPs() {
      return Math.max(1, Math.round((0.75 + random.nextDouble() / 2) * adaption.periodPs()));
    }

    private void adapt() {
      int whole = packets - trimmed - trimmedLastHop;
      double marks = whole == 0 ? 0 : (double) marked / whole;
      averageMarks += adaption.gain() * (marks - averageMarks);
      boolean decreased = trimmed > 0;
      if (trimmed > 0) {
        share -= (double) trimmed / packets;
      }
      if (averageMarks > adaption.targetMarks()) {
        share *= 1 - (averageMarks - adaption.targetMarks()) * adaption.decrease();
        decreased = true;
      }
      if (decreased) {
        increases = 0;
      } else {
        share += adaption.increase() * (marked == 0 ? 1 << Math.min(increases, MOST_DOUBLINGS) : 1);
        increases++;
      }
      share = Math.clamp(share, adaption.leastShare(), 1.0);
      packets = 0;
      marked = 0;
      trimmed = 0;
      trimmedLastHop = 0;
    }
  }
}

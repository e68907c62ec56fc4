package io.smartt.host.credit;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The pull queue of a host (EQDS, Sec. 4; NDP, Sec. 3.2): connections that want credit, which it
 * grants them in turn, a quantum each, at the rate of its link. So the data that the credit elicits
 * arrives as fast as the link takes it, from however many senders, and evenly.
 *
 * <p>Time that passes without demand earns nothing; credit that could not leave in time because the
 * wire was busy is made up for, up to {@link #MOST_LATE} quanta. Allocates nothing.
 *
 * @param <A> account of a connection
 */
public final class PullQueue<A extends CreditAccount> {
  static final int MOST_LATE = 8;

  private static final double PS_PER_SECOND = 1e12;

  private final PullRate rate;
  private @Nullable CreditAccount head;
  private @Nullable CreditAccount tail;
  private long nextPs;

  /** An empty queue. */
  public PullQueue(PullRate rate) {
    this.rate = rate;
  }

  /** Takes in a connection, behind those in it, if it wants credit and is not in it. */
  public void add(A account, long nowPs) {
    if (!account.queued && account.demandBytes() > 0) {
      if (head == null) {
        nextPs = Math.max(nextPs, nowPs);
      }
      append(account);
    }
  }

  /** When the next credit is due, {@code Long.MAX_VALUE} if nobody wants any. */
  public long dueAtPs() {
    return head == null ? Long.MAX_VALUE : nextPs;
  }

  /** Grants the connection whose turn it is a quantum; null if none is due. */
  public @Nullable A poll(long nowPs) {
    while (head != null && nextPs <= nowPs) {
      CreditAccount account = Objects.requireNonNull(head);
      remove(account);
      long granted = account.grant(rate.quantumBytes());
      if (granted <= 0) {
        continue;
      }
      long gap = Math.round(granted * 8 * PS_PER_SECOND / rate.rateBps());
      nextPs = Math.max(nextPs, nowPs - MOST_LATE * gap) + gap;
      if (account.demandBytes() > 0) {
        append(account);
      }
      @SuppressWarnings("unchecked") // only those of this type are added
      A turn = (A) account;
      return turn;
    }
    return null;
  }

  private void append(CreditAccount account) {
    account.queued = true;
    account.next = null;
    if (tail == null) {
      head = account;
    } else {
      tail.next = account;
    }
    tail = account;
  }

  private void remove(CreditAccount account) {
    head = account.next;
    if (head == null) {
      tail = null;
    }
    account.next = null;
    account.queued = false;
  }
}

package io.smartt.host.credit;

import org.jspecify.annotations.Nullable;

/** A host that connections come from: those of them that want credit, first in, first out. */
public final class CreditSender {
  /** The next sender in the pull queue. */
  @Nullable CreditSender next;

  /** True while the sender is in the pull queue. */
  boolean queued;

  private @Nullable CreditAccount head;
  private @Nullable CreditAccount tail;

  boolean isEmpty() {
    return head == null;
  }

  void add(CreditAccount account) {
    account.queued = true;
    account.next = null;
    if (tail == null) {
      head = account;
    } else {
      tail.next = account;
    }
    tail = account;
  }

  /** Takes the first; null if there is none. */
  @Nullable CreditAccount poll() {
    CreditAccount first = head;
    if (first != null) {
      head = first.next;
      if (head == null) {
        tail = null;
      }
      first.next = null;
      first.queued = false;
    }
    return first;
  }
}

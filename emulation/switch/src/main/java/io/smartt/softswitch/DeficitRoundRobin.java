package io.smartt.softswitch;

/**
 * The order in which the weighted queues of one port are served (Shreedhar and Varghese, "Efficient
 * Fair Queueing using Deficit Round Robin", SIGCOMM 1995 and IEEE/ACM Transactions on Networking
 * 4(3), 1996): a queue whose turn comes may send so many bytes more as its weight says, and keeps
 * what is too little for its next packet until its next turn; one that becomes empty keeps nothing.
 * Strict queues are not in it and go first, as SONiC's schedulers of type STRICT and DWRR on one
 * port do: "all strict priority traffic classes are serviced before any DWRR traffic classes"
 * (Brocade Network OS command reference 4.1, qos queue scheduler; Nokia SR Linux, queue scheduler
 * policies, says the same of its two schedulers).
 *
 * <p>Counts frame bytes as queues do, without preamble, FCS and gap. Allocates nothing.
 */
final class DeficitRoundRobin {
  /**
   * Bytes a turn for a weight of 1. A small packet's turn is not far off, and a full one of 4 KiB
   * waits for a few rounds of weight 1 only.
   */
  private static final int QUANTUM_BYTES = 1_024;

  private final PacketQueue[] queues;
  private final int[] quanta;
  private final long[] deficits;

  /** A bit for each queue that has a weight. */
  private long weighted;

  private int current;

  DeficitRoundRobin(PacketQueue[] queues) {
    this.queues = queues;
    quanta = new int[queues.length];
    deficits = new long[queues.length];
    for (int queue = 0; queue < queues.length; queue++) {
      configure(queue, queues[queue].config().weight());
    }
  }

  /** Changes the weight of a queue. */
  void configure(int queue, int weight) {
    long bit = 1L << queue;
    weighted = weight == QueueConfig.STRICT ? weighted & ~bit : weighted | bit;
    quanta[queue] = weight * QUANTUM_BYTES;
    deficits[queue] = 0;
  }

  /** The strict ones of some queues, a bit each. */
  long strictOf(long some) {
    return some & ~weighted;
  }

  /**
   * The queue whose packet leaves next.
   *
   * @param servable those that have a packet, a bit each; at least one, and all with weights
   */
  int next(long servable) {
    int queue = current;
    if ((servable >>> queue & 1) == 0) {
      queue = turn(queue, servable);
    }
    int bytes = queues[queue].headBytes();
    while (deficits[queue] < bytes) {
      queue = turn(queue, servable);
      bytes = queues[queue].headBytes();
    }
    deficits[queue] = queues[queue].depthPackets() == 1 ? 0 : deficits[queue] - bytes;
    current = queue;
    return queue;
  }

  /** Gives the turn to the queue that comes after another. */
  private int turn(int after, long servable) {
    long higher = servable & (-2L << after);
    int queue = Long.numberOfTrailingZeros(higher == 0 ? servable : higher);
    deficits[queue] += quanta[queue];
    return queue;
  }
}

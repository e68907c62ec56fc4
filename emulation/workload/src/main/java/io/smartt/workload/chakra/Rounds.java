package io.smartt.workload.chakra;

import module java.base;

import io.smartt.workload.schedule.RankOperations;

/**
 * Operations of one rank in one collective, round after round: what it sends in a round waits for
 * what it received in the rounds before, and for nothing else. It posts the receives of a round
 * when those of the round before are done.
 */
final class Rounds {
  private final RankOperations own;
  private final long place;
  private final List<Integer> ranks;
  private final int tag;
  private final int entry;
  private final List<Integer> all = new ArrayList<>();
  private List<Integer> received = new ArrayList<>();
  private List<Integer> receiving = new ArrayList<>();

  /**
   * @param place of the node, for errors
   * @param ranks of the members, which are numbered from 0 here
   * @param tag of the collective
   * @param entry operation that the node's dependencies end at
   */
  Rounds(RankOperations own, long place, List<Integer> ranks, int tag, int entry) {
    this.own = own;
    this.place = place;
    this.ranks = ranks;
    this.tag = tag;
    this.entry = entry;
  }

  /** Sends to a member in this round; an empty message is one of a byte. */
  void send(int member, long bytes) {
    int op = own.send(place, Math.max(1, bytes), ranks.get(member), tag, 0);
    after(op);
  }

  /** Receives from a member in this round. */
  void receive(int member, long bytes) {
    int op = own.receive(place, Math.max(1, bytes), ranks.get(member), tag);
    after(op);
    receiving.add(op);
  }

  private void after(int op) {
    if (received.isEmpty()) {
      own.requires(op, entry);
    } else {
      received.forEach(before -> own.requires(op, before));
    }
    all.add(op);
  }

  /** Goes on to the next round; one without a receive changes nothing. */
  void next() {
    if (!receiving.isEmpty()) {
      received = receiving;
      receiving = new ArrayList<>();
    }
  }

  /** Makes an operation wait for all that was sent and received. */
  void endAt(int exit) {
    own.requires(exit, entry);
    all.forEach(op -> own.requires(exit, op));
  }
}

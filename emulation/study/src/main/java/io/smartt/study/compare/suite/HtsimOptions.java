package io.smartt.study.compare.suite;

import module java.base;

/**
 * The meaning of a command line of {@code htsim_uec}, with the simulator's defaults (uet-htsim,
 * revision 40ccb05, main_uec.cpp:70-133).
 *
 * @param network hosts and links
 * @param ports of switches
 * @param sender of every flow
 * @param endUs when the simulation ends, microseconds
 * @param seed of all randomness
 * @param refused options that have no counterpart here, each by name
 */
record HtsimOptions(
    Network network, Ports ports, Sender sender, long endUs, long seed, List<String> refused) {
  /** Bytes of a packet that are no payload, and of an acknowledgement. */
  static final int HEADER_BYTES = 64;

  /** The simulator's seed (main_uec.cpp:115). */
  static final long DEFAULT_SEED = 13;

  /**
   * The network.
   *
   * @param nodes hosts; empty for those of the matrix
   * @param tiers of switches, where there is no file
   * @param topology file; empty for a fat tree
   * @param linkBps rate of the hosts' cards, and of all links where there is no file
   * @param hopPs latency of all links where there is no file
   * @param switchPs latency of all switches where there is no file
   * @param failed number of degraded links
   */
  record Network(
      OptionalInt nodes,
      int tiers,
      Optional<String> topology,
      long linkBps,
      long hopPs,
      long switchPs,
      int failed) {}

  /**
   * Packets and queues.
   *
   * @param mtuBytes of a packet, header included
   * @param trimBytes of a trimmed packet
   * @param queuePackets capacity; empty for {@code queueBdps}
   * @param queueBdps capacity in BDPs
   * @param marking thresholds of RED in packets; empty for 20 and 80 % of a BDP
   */
  record Ports(
      int mtuBytes,
      int trimBytes,
      OptionalInt queuePackets,
      int queueBdps,
      Optional<Marking> marking) {}

  /** Thresholds of RED, in packets. */
  record Marking(int low, int high) {}

  /** Congestion control. */
  enum Control {
    /** The control of senders: {@code -sender_cc_only}, the default. */
    NSCC,
    /** The control of senders by DCTCP. */
    DCTCP,
    /** The control of receivers: {@code -receiver_cc_only}. */
    RCCC,
    /** The control of both ends: {@code -receiver_cc}. */
    RCCC_AND_NSCC
  }

  /**
   * Senders and receivers.
   *
   * @param control of congestion
   * @param balancer as the simulator names it
   * @param paths entropy values
   * @param windowPackets first window; empty for 1.5 BDP
   * @param sackBytes that a receiver acknowledges together
   * @param reusesConnections whether records of one id are messages of one connection
   */
  record Sender(
      Control control,
      String balancer,
      int paths,
      OptionalInt windowPackets,
      int sackBytes,
      boolean reusesConnections) {}

  /** Copies the list. */
  HtsimOptions {
    refused = List.copyOf(refused);
  }

  /** The options of a command line; malformed values are among what is refused. */
  static HtsimOptions parse(List<String> words) {
    return new HtsimCommandLine(words).options();
  }
}

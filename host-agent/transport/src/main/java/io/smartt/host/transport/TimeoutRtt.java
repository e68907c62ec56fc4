package io.smartt.host.transport;

/**
 * The base RTT that a retransmission timeout is counted in. The paper's timeout is 7 base RTTs,
 * which covers the full queues of a path where each holds one BDP of the longest. A path within a
 * rack meets the same queues with a third of the base RTT.
 */
public enum TimeoutRtt {
  /** The path's own. */
  PATH,

  /** That of the network's longest path, or the path's own if it is longer or nothing is known. */
  NETWORK
}

package io.smartt.host.congestion;

/**
 * Whose base RTT one of SMaRTT's constants counts in. The paper has one base RTT; its "1.5 base
 * RTTs" are "half-full queues" where a queue holds one BDP. On a path shorter than the one that
 * queues were sized for, these are two different things.
 */
public enum RttScope {
  /** The path's own. */
  PATH,

  /** That of the longest path: the same time for every flow. */
  NETWORK
}

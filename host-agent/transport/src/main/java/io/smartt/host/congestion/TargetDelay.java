package io.smartt.host.congestion;

/**
 * The base RTT of which SMaRTT's target queueing delay is a share. The paper's target RTT is 1.5
 * base RTTs, "half-full queues" where a queue holds one BDP; on a path shorter than the one that
 * queues were sized for, these are two different things.
 */
public enum TargetDelay {
  /** The path's: the target RTT is the factor times the path's base RTT. */
  PATH,

  /** The longest path's: every flow aims at the same queueing delay, half-full queues. */
  NETWORK
}

package io.smartt.host.packetio;

/** The behaviour of an event loop's thread while it has no work. */
public enum IdleStrategy {
  /** Sleeps until a frame or a deadline comes: for machines whose cores have other work. */
  BLOCK,

  /** Polls again at once: keeps a core busy and answers soonest, as the paper's agent does. */
  POLL
}

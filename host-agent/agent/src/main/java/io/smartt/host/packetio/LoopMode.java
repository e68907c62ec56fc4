package io.smartt.host.packetio;

/** What an event loop's thread does while there is nothing to do. */
public enum LoopMode {
  /** Sleeps until a frame or a deadline comes: for machines whose cores have other work. */
  BLOCKING,

  /** Looks again at once: keeps a core busy and answers soonest, as the paper's agent does. */
  BUSY_POLLING
}

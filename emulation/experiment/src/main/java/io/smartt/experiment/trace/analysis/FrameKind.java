package io.smartt.experiment.trace.analysis;

import java.util.Locale;

/** The kinds of frame that this project knows. */
public enum FrameKind {
  /** A request of Ultra Ethernet with its payload. */
  DATA,
  /** A request that a switch cut to its headers. */
  TRIMMED,
  /** An acknowledgement. */
  ACK,
  /** A negative acknowledgement. */
  NACK,
  /** A control packet: close, credit and requests for them. */
  CONTROL,
  /** Priority flow control (802.1Qbb). */
  PAUSE,
  /** Foreign: address resolution. */
  ARP,
  /** Foreign: IPv6. */
  IPV6,
  /** Foreign: ICMP over IPv4. */
  ICMP,
  /** Foreign: TCP over IPv4. */
  TCP,
  /** Foreign: UDP over IPv4 to another port, or Ultra Ethernet that nothing here sends. */
  UDP,
  /** Foreign: anything else. */
  OTHER,
  /** Headers that contradict themselves or end before they should. */
  MALFORMED;

  /** Returns whether it belongs to a connection. */
  public boolean isTransport() {
    return ordinal() <= CONTROL.ordinal();
  }

  /** Returns the kind as files have it: {@code trimmed}. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}

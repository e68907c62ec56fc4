package io.smartt.emulation.settings;

/** Congestion control of the hosts. */
public enum Scheme implements Choice {
  /** The paper's. */
  SMARTT("smartt"),

  /** Delay based, window with pacing below one packet. */
  SWIFT("swift"),

  /** A DCTCP-like reaction to every packet's ECN mark, over many paths. */
  MPRDMA("mprdma"),

  /** Receiver credits over trimming. */
  EQDS("eqds"),

  /** DCQCN with go-back-N over PFC. */
  ROCEV2("rocev2"),

  /** A window cut once a round trip by the fraction of marked packets. */
  DCTCP("dctcp"),

  /** EQDS's credits, capped by a SMaRTT window. */
  EQDS_SMARTT("eqds+smartt"),

  /** EQDS's credits, capped by an MPRDMA window. */
  EQDS_MPRDMA("eqds+mprdma");

  private final String spelling;

  Scheme(String spelling) {
    this.spelling = spelling;
  }

  @Override
  public String spelling() {
    return spelling;
  }

  @Override
  public String toString() {
    return spelling;
  }
}

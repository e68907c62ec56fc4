package io.smartt.host.credit;

/** The points in which receiver-driven schemes that grant credit differ at the sender. */
public enum CreditRules {
  /**
   * EQDS: a frame needs credit for all of its bytes, what a sender sends unasked ends with a loss,
   * and a window of the sender's own learns of every trim.
   */
  EQDS,

  /**
   * RCCC of Ultra Ethernet: a frame needs some credit, of which it may take more than there is;
   * what a sender sends unasked ends with the first answer, and until then it asks for a packet at
   * least (uet-htsim 40ccb05, uec.cpp:1125, 1845 and 1878). A window of the sender's own does not
   * learn of trims at the last switch, whose link is shared out by credit (UE 1.0.3, Sec. 3.6.4.4).
   */
  RCCC
}

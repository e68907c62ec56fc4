package io.smartt.host.congestion;

/**
 * The two published forms of NSCC. Their cases and formulas are the same. They differ in what an
 * acknowledgement of an ambiguous transmission does, in the average of the queueing delay, in what
 * the ignore phase counts, and in when a packet may leave.
 */
enum NsccRules {
  /**
   * The reference simulator (uet-htsim, revision 40ccb05, {@code uec.cpp}): an ambiguous
   * acknowledgement is taken at the average delay; the average moves by a fixed share with each
   * sample and takes 0.25 base RTTs for a late packet without a mark; packets leave while the
   * window is not full.
   */
  SIMULATOR,

  /**
   * The specification's pseudocode (UE 1.0, Sec. 3.6.13.5 and 3.6.13.6): an ambiguous
   * acknowledgement only counts bytes; timeouts count in the ignore phase; a packet leaves if a
   * full one more fits into the window. It leaves open how the delay is averaged, "over the last
   * base RTT": here each sample weighs as much as the time since the one before it, in base RTTs.
   */
  SPECIFICATION
}

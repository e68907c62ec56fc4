package io.smartt.host.congestion;

import java.util.function.LongFunction;

/** The stateless parts of SMaRTT for one path, shared by its connections. */
final class SmarttAlgorithms {
  /** A base RTT is lowered in steps of this share, so that connections keep sharing. */
  private static final int STEPS = 256;

  final SmarttParameters parameters;
  final CoreCases coreCases;
  final QuickAdapt quickAdapt;
  final FastIncrease fastIncrease;
  private final LongFunction<SmarttAlgorithms> ofBaseRtt;
  private final long updatedBelowPs;

  /**
   * @param ofBaseRtt the algorithms of this path with another base RTT
   */
  SmarttAlgorithms(SmarttParameters parameters, LongFunction<SmarttAlgorithms> ofBaseRtt) {
    this.parameters = parameters;
    this.ofBaseRtt = ofBaseRtt;
    coreCases = new CoreCases(parameters);
    quickAdapt = new QuickAdapt(parameters);
    fastIncrease = new FastIncrease(parameters);
    updatedBelowPs =
        parameters.settings().baseRtt() == BaseRtt.UPDATED
            ? parameters.brttPs() - Math.max(1, parameters.brttPs() / STEPS)
            : Long.MIN_VALUE;
  }

  /** The algorithms for a connection that has seen this RTT: these, or others if it is smaller. */
  SmarttAlgorithms after(long rttPs) {
    return rttPs < updatedBelowPs ? ofBaseRtt.apply(rttPs) : this;
  }
}

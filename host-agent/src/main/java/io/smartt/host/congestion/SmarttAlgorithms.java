package io.smartt.host.congestion;

/** The stateless parts of SMaRTT for one path, shared by its connections. */
record SmarttAlgorithms(
    SmarttParameters parameters,
    CoreCases coreCases,
    QuickAdapt quickAdapt,
    FastIncrease fastIncrease) {

  SmarttAlgorithms(SmarttParameters parameters) {
    this(
        parameters,
        new CoreCases(parameters),
        new QuickAdapt(parameters),
        new FastIncrease(parameters));
  }
}

package io.smartt.emulation.bench;

import module java.base;

/**
 * A simulator of others that takes the connection matrix of a row, on the same fat tree: 800 Gbps,
 * 600 ns a link, 400 ns a switch, packets of 4,096 bytes of payload and 64 of header.
 */
public enum BenchPeer {
  /** The reference simulator (ultraethernet/uet-htsim) with NSCC, what rows here run too. */
  UEC("htsim_uec", "-sender_cc_only -sender_cc_algo nscc -load_balancing_algo reps"),
  /** EQDS of Broadcom/csg-htsim, from which the reference simulator descends. */
  EQDS("htsim_eqds", "-strat ecmp_host"),
  /** RoCE of Broadcom/csg-htsim: PFC, no congestion control. */
  ROCE("htsim_roce", "-strat ecmp_host");

  private static final String NETWORK =
      "-tiers 3 -linkspeed 800000 -hop_latency 0.6 -switch_latency 0.4 -mtu 4160 -paths 64"
          + " -end 100000 -seed 13";

  private final String program;
  private final String options;

  BenchPeer(String program, String options) {
    this.program = program;
    this.options = options;
  }

  /** Returns the name that it is looked for by on the PATH. */
  public String program() {
    return program;
  }

  /**
   * Its arguments.
   *
   * @param matrix file of connections
   */
  List<String> arguments(Path matrix, int hosts) {
    return Stream.concat(
            Stream.of("-tm", matrix.toString(), "-nodes", Integer.toString(hosts)),
            Stream.of((NETWORK + " " + options).split(" ", -1)))
        .toList();
  }
}

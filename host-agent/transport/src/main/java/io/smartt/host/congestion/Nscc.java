package io.smartt.host.congestion;

import java.util.HashMap;
import java.util.Map;

/** The scheme of {@link NsccController}: {@code constants=nscc} and {@code constants=ue}. */
public final class Nscc implements CongestionScheme {
  /**
   * The environment of the controller in the Ultra Ethernet reference simulator (uet-htsim,
   * revision 40ccb05): 64 entropy values, of which random ones explore only where none can be
   * recycled, an acknowledgement each 16,384 bytes in any order of arrival, and no round-trip time
   * from packets sent more than twice.
   */
  private static final Map<String, String> SIMULATOR_SETTINGS =
      Map.of(
          "entropies", "64",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false",
          "transport.rtt-transmissions", "2");

  /**
   * The environment that the specification recommends: 256 entropy values (UE 1.0, Sec. 3.6.16.3)
   * and an acknowledgement each 16 KiB ({@code ACK_Gen_Trigger}).
   */
  private static final Map<String, String> SPECIFIED_SETTINGS =
      Map.of(
          "entropies", "256",
          "reps.explore-bdps", "0",
          "transport.ack-every-packets", "1024",
          "transport.ack-every-bytes", "16384",
          "transport.ack-out-of-order-at-once", "false");

  /** Packets that the last switch trims are marked as such (Sec. 3.6.12.3). */
  private static final Map<String, String> TRIMMED_QUEUES = Map.of("queue.last-hop-trims", "true");

  /**
   * Where nothing is trimmed, packets are dropped above 5 BDP and marked between 0.2 and 0.8 BDP
   * (Sec. 3.6.17).
   */
  private static final Map<String, String> UNTRIMMED_QUEUES =
      Map.of("queue.size", "5bdp", "queue.kmin", "4", "queue.kmax", "16");

  private final Constants constants;

  @FunctionalInterface
  private interface Constants {
    NsccParameters of(long linkBps, int mtuBytes);
  }

  private Nscc(Constants constants) {
    this.constants = constants;
  }

  /**
   * The reference simulator's NSCC for full packets of a payload.
   *
   * @param networkRttPs base RTT of the network's longest path, which every connection begins with;
   *     a shorter path's is learned from round-trip times
   * @param initialWindowBdps window of a new connection, in BDPs of that path
   */
  public static Nscc simulated(int payloadBytes, long networkRttPs, double initialWindowBdps) {
    return new Nscc((linkBps, mtuBytes) ->
        NsccParameters.simulated(networkRttPs, linkBps, mtuBytes, payloadBytes, initialWindowBdps));
  }

  /**
   * The specification's NSCC, whose connections too begin with the network's base RTT.
   *
   * @param initialWindowBdps window of a new connection, in BDPs of the network's longest path
   */
  static Nscc specified(CongestionContext run, double initialWindowBdps) {
    return new Nscc((linkBps, mtuBytes) ->
        NsccParameters.specified(
            run.networkRttPs(), linkBps, mtuBytes, run.trims(), run.dilation(), initialWindowBdps));
  }

  /** Settings that the constants imply, by name. */
  static Map<String, String> implied(ConstantsOrigin constants, boolean trims) {
    return switch (constants) {
      case PAPER -> Map.of();
      case NSCC -> SIMULATOR_SETTINGS;
      case UE -> {
        Map<String, String> specified = new HashMap<>(SPECIFIED_SETTINGS);
        specified.putAll(trims ? TRIMMED_QUEUES : UNTRIMMED_QUEUES);
        yield Map.copyOf(specified);
      }
    };
  }

  @Override
  public CongestionController controller(long baseRttPs, long linkBps, int mtuBytes) {
    return new NsccController(constants.of(linkBps, mtuBytes));
  }
}

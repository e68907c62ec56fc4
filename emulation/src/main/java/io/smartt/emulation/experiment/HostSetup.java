package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Nscc;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.congestion.SmarttSettings;
import io.smartt.host.pathing.ObliviousSpraying;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.PerFlowEcmp;
import io.smartt.host.pathing.Reps;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import java.util.random.RandomGenerator;

/** Makes the transport endpoints that an experiment asks for. */
final class HostSetup {
  private static final int REPS_FREEZE_RTTS = 4;

  private final TransportSettings transport;
  private final CongestionScheme congestion;
  private final PathScheme paths;

  /**
   * @throws UserInputException for a scheme or load balancer that this build does not have
   */
  HostSetup(ExperimentSpec spec) {
    TransportSettings standard = TransportSettings.DEFAULT;
    transport =
        standard
            .withMaxPayloadBytes(spec.packets().payloadBytes())
            .withDscps(standard.dataDscp(), standard.controlDscp(), PortPlan.TRIMMED_DSCP);
    congestion = congestion(spec);
    paths = paths(spec);
  }

  TransportEndpoint endpoint(
      Destination address, TransportListener listener, RandomGenerator random) {
    return new TransportEndpoint(address, transport, congestion, paths, listener, random);
  }

  private static CongestionScheme congestion(ExperimentSpec spec) {
    return switch (spec.scheme()) {
      case SMARTT ->
          switch (spec.constants()) {
            case PAPER -> new Smartt(SmarttSettings.PAPER);
            case NSCC -> new Nscc(spec.packets().payloadBytes());
          };
      case SWIFT, MPRDMA, EQDS, ROCEV2, DCTCP, EQDS_SMARTT, EQDS_MPRDMA ->
          throw notYet("scheme", spec.scheme().spelling(), "smartt");
    };
  }

  private static PathScheme paths(ExperimentSpec spec) {
    return switch (spec.loadBalancer()) {
      case REPS ->
          (bdpPackets, baseRttPs, random) ->
              new Reps(bdpPackets, REPS_FREEZE_RTTS * baseRttPs, random);
      case OPS -> (bdpPackets, baseRttPs, random) -> new ObliviousSpraying(random);
      case ECMP -> (bdpPackets, baseRttPs, random) -> new PerFlowEcmp(random);
      case PLB -> throw notYet("load balancer", spec.loadBalancer().spelling(), "reps, ops, ecmp");
    };
  }

  private static UserInputException notYet(String what, String asked, String available) {
    return new UserInputException(
        what + " '" + asked + "' is not part of this build; available: " + available);
  }
}

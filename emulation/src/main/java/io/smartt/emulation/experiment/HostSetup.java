package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes the transport endpoints that an experiment asks for. */
public final class HostSetup {
  private final TransportSettings transport;
  private final CongestionScheme congestion;
  private final PathScheme paths;
  private final Optional<ReceiverSide> receiver;

  /**
   * @param network whose longest base RTT is the network's
   * @throws UserInputException for a scheme or load balancer that this build does not have
   */
  public HostSetup(ExperimentSpec spec, Topology network) {
    this(spec, new PathProfiles(network, spec.packets()).longest().baseRttPs());
  }

  /**
   * Makes a setup for callers that have no topology.
   *
   * @param networkRttPs the network's longest base RTT
   */
  public HostSetup(ExperimentSpec spec, long networkRttPs) {
    TransportSettings standard = TransportSettings.DEFAULT;
    transport =
        standard
            .withMaxPayloadBytes(spec.packets().payloadBytes())
            .withReliability(SettingKeys.TRANSPORT.read(spec.settings()))
            .withNetworkRtt(networkRttPs)
            .withDscps(standard.dataDscp(), standard.controlDscp(), PortPlan.TRIMMED_DSCP);
    CongestionContext run = CongestionSchemes.context(spec, networkRttPs);
    congestion = CongestionSchemes.of(spec, run);
    paths = CongestionSchemes.paths(spec);
    receiver = spec.scheme().receiver().map(side -> side.apply(run));
  }

  /** The endpoint of a host whose link has this rate. */
  public TransportEndpoint endpoint(
      Destination address, long linkBps, TransportListener listener, RandomGenerator random) {
    TransportEndpoint endpoint =
        new TransportEndpoint(address, transport, congestion, paths, listener, random);
    receiver.ifPresent(side -> {
      side.markIntervalPs().ifPresent(endpoint::markInterval);
      side.credit()
          .map(credit -> credit.pulls(linkBps, OutgoingFrame.maxBytes(transport)))
          .ifPresent(endpoint::grantCredit);
    });
    return endpoint;
  }
}

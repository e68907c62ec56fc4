package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.credit.EqdsSettings;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import java.util.random.RandomGenerator;

/** Makes the transport endpoints that an experiment asks for. */
public final class HostSetup {
  private static final double PS_PER_US = 1e6;

  private final TransportSettings transport;
  private final CongestionScheme congestion;
  private final PathScheme paths;
  private final EqdsSettings eqds;
  private final long markIntervalPs;

  /**
   * @param network whose longest base RTT is the network's
   * @throws UserInputException for a scheme or load balancer that this build does not have
   */
  public HostSetup(ExperimentSpec spec, Topology network) {
    this(spec, new PathProfiles(network, spec.packets()).longest().baseRttPs());
  }

  /**
   * The same for who knows of the network only this.
   *
   * @param networkRttPs its longest base RTT
   */
  public HostSetup(ExperimentSpec spec, long networkRttPs) {
    TransportSettings standard = TransportSettings.DEFAULT;
    transport =
        standard
            .withMaxPayloadBytes(spec.packets().payloadBytes())
            .withReliability(SettingKeys.TRANSPORT.read(spec.settings()))
            .withDscps(standard.dataDscp(), standard.controlDscp(), PortPlan.TRIMMED_DSCP);
    congestion = CongestionSchemes.of(spec, networkRttPs);
    paths = PathSchemes.of(spec);
    eqds = SettingKeys.EQDS.read(spec.settings());
    markIntervalPs =
        Math.round(
            SettingKeys.DCQCN.read(spec.settings()).notificationUs() * spec.dilation() * PS_PER_US);
  }

  /** The endpoint of a host whose link has this rate. */
  public TransportEndpoint endpoint(
      Destination address, long linkBps, TransportListener listener, RandomGenerator random) {
    TransportEndpoint endpoint =
        new TransportEndpoint(address, transport, congestion, paths, listener, random);
    endpoint.markInterval(markIntervalPs);
    endpoint.grantCredit(eqds.pulls(linkBps, OutgoingFrame.maxBytes(transport)));
    return endpoint;
  }
}

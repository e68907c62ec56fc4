package io.smartt.emulation.experiment;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.settings.OwnAlgorithms;
import io.smartt.emulation.settings.SettingKeys;
import io.smartt.emulation.topology.PathProfiles;
import io.smartt.emulation.topology.Topology;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.own.CallGuard;
import io.smartt.host.own.CallWatch;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.IntakeSettings;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Makes the transport endpoints that an experiment asks for. */
public final class HostSetup {
  /** A call takes nanoseconds; a machine that stands still for long is no fault of a scheme's. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private final TransportSettings transport;
  private final CongestionScheme congestion;
  private final PathScheme paths;
  private final Optional<ReceiverSide> receiver;
  private final IntakeSettings intake;
  private final long networkRttPs;
  private final OwnAlgorithms own;
  private final String schemeName;
  private final String balancerName;
  private final CallWatch watch = new CallWatch(LONGEST_CALL);

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
    transport =
        TransportSettings.DEFAULT
            .withMaxPayloadBytes(spec.packets().payloadBytes())
            .withReliability(SettingKeys.TRANSPORT.read(spec.settings()))
            .withNetworkRtt(networkRttPs);
    CongestionContext run = CongestionSchemes.context(spec, networkRttPs);
    congestion = CongestionSchemes.of(spec, run);
    paths = CongestionSchemes.paths(spec);
    intake = SettingKeys.INTAKE.read(spec.settings());
    this.networkRttPs = networkRttPs;
    receiver = CongestionSchemes.receiver(spec, run);
    own = spec.settings().catalog().own();
    schemeName = spec.scheme().name();
    balancerName = spec.loadBalancer().name();
  }

  /** Ends calls of the user's algorithms that do not return, until it is closed. */
  public CallWatch.Watching watchCalls() {
    return own.all().isEmpty() ? () -> {} : watch.start();
  }

  /** The endpoint of a host whose link has this rate. */
  public TransportEndpoint endpoint(
      Destination address, long linkBps, TransportListener listener, RandomGenerator random) {
    TransportEndpoint endpoint =
        own.all().isEmpty()
            ? new TransportEndpoint(address, transport, congestion, paths, listener, random)
            : guarded(address, listener, random);
    endpoint.limitIntake(intake, linkBps, Bdp.bytes(networkRttPs, linkBps));
    receiver.ifPresent(side -> {
      side.markIntervalPs().ifPresent(endpoint::markInterval);
      side.credit()
          .map(credit -> credit.pulls(linkBps, OutgoingFrame.maxBytes(transport)))
          .ifPresent(endpoint::grantCredit);
    });
    return endpoint;
  }

  private TransportEndpoint guarded(
      Destination address, TransportListener listener, RandomGenerator random) {
    CallGuard guard = watch.guard(address.ipv4());
    TransportEndpoint endpoint =
        new TransportEndpoint(
            address,
            transport,
            guard.guarded(schemeName, congestion),
            guard.guardedPaths(balancerName, paths),
            listener,
            random);
    guard.attach(endpoint);
    return endpoint;
  }
}

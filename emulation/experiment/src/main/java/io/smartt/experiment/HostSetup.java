package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.OwnAlgorithm.OwnAlgorithms;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsSection.SchemeSettings;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.CongestionContext;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.ReceiverSide;
import io.smartt.host.own.CallGuard;
import io.smartt.host.own.CallWatch;
import io.smartt.host.own.UserCodeFault;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.IntakeSettings;
import io.smartt.host.transport.OutgoingFrame;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;

/** Makes the transport endpoints that an experiment asks for. */
public final class HostSetup {
  /** A call takes nanoseconds; a machine that stands still for long is no fault of a scheme's. */
  private static final Duration LONGEST_CALL = Duration.ofSeconds(10);

  private final TransportSettings transport;
  private final HostSchemes schemes;
  private final Named congestion;

  /** The schemes of other hosts, by the address of the host. */
  private final Map<Integer, Named> others = new HashMap<>();

  /** The schemes that single flows may have instead, by name. */
  private final List<Named> offered = new ArrayList<>();

  private final PathScheme paths;
  private final Optional<ReceiverSide> receiver;
  private final IntakeSettings intake;
  private final long networkRttPs;
  private final OwnAlgorithms own;
  private final String balancerName;
  private final CallWatch watch = new CallWatch(LONGEST_CALL);

  /**
   * @param network whose longest base RTT is the network's
   * @throws UserInputException for a scheme or load balancer that this build does not have
   */
  public HostSetup(ExperimentSpec spec, Topology network) {
    this(
        spec,
        new PathProfiles(network, spec.packets()).longest().baseRttPs(),
        HostSchemes.of(spec, network));
  }

  /**
   * Makes a setup for callers that have no topology.
   *
   * @param networkRttPs the network's longest base RTT
   */
  HostSetup(ExperimentSpec spec, long networkRttPs, HostSchemes schemes) {
    transport =
        TransportSettings.DEFAULT
            .withMaxPayloadBytes(spec.packets().payloadBytes())
            .withReliability(SettingKeys.TRANSPORT.read(spec.settings()))
            .withNetworkRtt(networkRttPs);
    this.schemes = schemes;
    CongestionContext run = contextOf(spec, networkRttPs);
    congestion = new Named(spec.scheme().name(), controlOf(spec.scheme(), run));
    schemes
        .others()
        .forEach((host, scheme) ->
            others.put(host.ipv4(), new Named(scheme.name(), controlOf(scheme, run))));
    SchemesOfHosts.ofGroups(spec.settings()).values().stream()
        .distinct()
        .forEach(scheme -> offered.add(new Named(scheme.name(), controlOf(scheme, run))));
    paths = pathsOf(spec);
    intake = SettingKeys.INTAKE.read(spec.settings());
    this.networkRttPs = networkRttPs;
    receiver = receiverOf(spec, run);
    if (receiver.flatMap(ReceiverSide::credit).isPresent()) {
      ProgramSignals.requireInCreditRequests(spec.settings());
    }
    own = spec.settings().catalog().own();
    balancerName = spec.loadBalancer().name();
  }

  /** Returns the congestion control of each host. */
  public HostSchemes schemes() {
    return schemes;
  }

  /** Returns the network's longest base RTT. */
  public long networkRttPs() {
    return networkRttPs;
  }

  /** Returns how long a packet waits for its answer at first, on a path of this base RTT. */
  public long timeoutPs(long baseRttPs) {
    return transport.timeoutPs(baseRttPs);
  }

  /**
   * A congestion control as its settings make it.
   *
   * @param name for messages
   */
  private record Named(String name, CongestionScheme scheme) {}

  /** Ends calls of the user's algorithms that do not return, until it is closed. */
  public CallWatch.Watching watchCalls() {
    return own.all().isEmpty() ? () -> {} : watch.start();
  }

  /** The endpoint of a host whose link has this rate. */
  public TransportEndpoint endpoint(
      Destination address, long linkBps, TransportListener listener, RandomGenerator random) {
    Optional<CallGuard> guard =
        own.all().isEmpty() ? Optional.empty() : Optional.of(watch.guard(address.ipv4()));
    TransportEndpoint endpoint =
        new TransportEndpoint(
            address,
            transport,
            guarded(guard, others.getOrDefault(address.ipv4(), congestion)),
            guard.map(by -> by.guardedPaths(balancerName, paths)).orElse(paths),
            listener,
            random);
    offered.forEach(other -> endpoint.offer(other.name(), guarded(guard, other)));
    guard.ifPresent(by -> by.attach(endpoint));
    endpoint.limitIntake(intake, linkBps, Bdp.bytes(networkRttPs, linkBps));
    receiver.ifPresent(side -> {
      side.markIntervalPs().ifPresent(endpoint::markInterval);
      side.credit()
          .map(credit -> credit.pulls(linkBps, OutgoingFrame.maxBytes(transport)))
          .map(pace -> guard.map(by -> by.guarded(congestion.name(), pace)).orElse(pace))
          .ifPresent(endpoint::grantCredit);
    });
    return endpoint;
  }

  private static CongestionScheme guarded(Optional<CallGuard> guard, Named made) {
    return guard.map(by -> by.guarded(made.name(), made.scheme())).orElse(made.scheme());
  }

  /**
   * A congestion control of an experiment.
   *
   * @throws UserInputException if its settings contradict each other
   */
  static CongestionScheme controlOf(CongestionControl scheme, CongestionContext run) {
    return made("scheme '" + scheme.name() + "'", () -> scheme.factory().apply(run));
  }

  /** Returns what receiving hosts do for the congestion control; empty if nothing. */
  static Optional<ReceiverSide> receiverOf(ExperimentSpec spec, CongestionContext run) {
    return spec.scheme()
        .receiver()
        .map(side -> made("scheme '" + spec.scheme() + "'", () -> side.apply(run)));
  }

  /** Returns what a factory makes; that of a user's algorithm may fail in any way. */
  private static <T> T made(String what, Supplier<T> factory) {
    try {
      return factory.get();
    } catch (IllegalArgumentException e) {
      throw new UserInputException(e);
    } catch (UserInputException e) {
      throw e;
    } catch (RuntimeException | LinkageError | StackOverflowError e) {
      UserCodeFault culprit = UserCodeFault.of(e);
      if (culprit.line().isEmpty()) {
        throw e;
      }
      throw new UserInputException(what + " cannot be made: " + culprit.text(), e);
    }
  }

  /**
   * Returns the part of an experiment that a congestion control may read.
   *
   * @param networkRttPs base RTT of its network's longest path
   */
  static CongestionContext contextOf(ExperimentSpec spec, long networkRttPs) {
    return new CongestionContext(
        new SchemeSettings(spec.settings()),
        spec.constants().origin(),
        spec.trimming() != Trimming.OFF,
        networkRttPs,
        spec.dilation(),
        spec.packets().payloadBytes());
  }

  /**
   * The load balancer of an experiment.
   *
   * @throws UserInputException if it cannot work with its settings
   */
  static PathScheme pathsOf(ExperimentSpec spec) {
    LoadBalancer.Context context =
        new LoadBalancer.Context(
            new SchemeSettings(spec.settings()),
            Math.toIntExact(spec.settings().get(SettingKeys.ENTROPIES)));
    return made(
        "load balancer '" + spec.loadBalancer() + "'",
        () -> spec.loadBalancer().factory().apply(context));
  }
}

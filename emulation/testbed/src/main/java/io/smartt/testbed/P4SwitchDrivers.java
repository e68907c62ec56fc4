package io.smartt.testbed;

import module java.base;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.forwarding.Reconciler.ReconcileReport;
import io.smartt.controller.p4runtime.ElectionId;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.rpc.TlsClientFiles;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.controller.target.SwitchProgrammer;
import io.smartt.controller.target.SwitchProgrammer.SwitchSession;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.realtime.bmv2.Bmv2Switch;
import io.smartt.softswitch.backend.LinkState;
import io.smartt.softswitch.backend.ProgramCounts;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.Wire;
import io.smartt.switchd.ctl.RemoteSwitch;
import io.smartt.testbed.TestbedSwitch.TargetKind;
import io.smartt.testbed.stratum.ChassisText;
import org.p4.v1.Entity;
import org.p4.v1.Update;

/** Programs real switches over P4Runtime, and looks at what they hold. */
public final class P4SwitchDrivers {
  private final ExperimentSpec spec;
  private final P4Plans plans;
  private final TestbedFacts facts;
  private final SwitchProgrammer programmer;

  /**
   * Creates the drivers for an experiment.
   *
   * @param deadline of each call
   */
  public P4SwitchDrivers(ExperimentSpec spec, TestbedFacts facts, Duration deadline) {
    this.spec = spec;
    this.facts = facts;
    plans = new P4Plans(spec, facts);
    programmer = new SwitchProgrammer(ElectionId.of(1), deadline);
  }

  /**
   * Returns what would be done to a switch, for people: it is asked, and not changed.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch
   */
  public List<String> changes(TestbedSwitch box) {
    try (P4SwitchDriver open = open(box)) {
      return open.changes();
    }
  }

  /** A Tofino's chassis configuration, which Stratum reads when it starts. */
  public String chassis(TestbedSwitch box) {
    return ChassisText.of(plans.chassis(box));
  }

  /**
   * Loads the program, writes the entries that differ and sets rates and queues.
   *
   * @throws io.smartt.controller.p4runtime.P4RuntimeException naming the switch
   */
  public String apply(TestbedSwitch box) {
    PipelineConfig program = plans.program(box);
    try (SwitchSession session = programmer.connect(target(box, program))) {
      ReconcileReport report = session.reconcile(plans.desired(box, program.info()));
      if (box.target() == TargetKind.STRATUM) {
        plans
            .tna(box, program.info())
            .truncatingSessions()
            .forEach(mirror -> writeSession(session, mirror));
      }
      String queues = setUp(box, session);
      return "%s: program %s, %d entries written, %d as they should be%s"
          .formatted(
              box.name(),
              session.programLoaded() ? "loaded" : "there",
              report.written(),
              report.unchanged(),
              queues.isEmpty() ? "" : "; " + queues);
    }
  }

  /** Makes or changes a mirror session, which cannot be read over P4Runtime on every switch. */
  private static void writeSession(SwitchSession session, Entity mirror) {
    Update.Builder update = Update.newBuilder().setEntity(mirror);
    List<org.p4.v1.Error> errors =
        session.programmed().client().write(List.of(update.setType(Update.Type.INSERT).build()));
    if (errors.stream().anyMatch(error -> error.getCanonicalCode() != 0)) {
      session.programmed().write(List.of(update.setType(Update.Type.MODIFY).build()));
    }
  }

  /** A switch to run on, as it is. */
  P4SwitchDriver open(TestbedSwitch box) {
    PipelineConfig program = plans.program(box);
    DesiredState desired = plans.desired(box, program.info());
    Optional<SwitchSession> session = programmer.observe(target(box, program));
    try {
      return new P4SwitchDriver(
          box,
          session,
          backend(box, session),
          plans.setups(box),
          desired,
          () -> programCounts(box, session),
          plans.ports(box));
    } catch (RuntimeException e) {
      throw Closing.after(e, session.stream().toList());
    }
  }

  /** Sets rates and queues. Returns what was set, or why nothing was, in one line. */
  private String setUp(TestbedSwitch box, SwitchSession session) {
    Optional<SwitchBackend> backend = backend(box, Optional.of(session));
    if (backend.isEmpty()) {
      return box.target() == TargetKind.BMV2
          ? "its queues stay as they are, since switches." + box.name() + ".thrift is not given"
          : "";
    }
    try (SwitchBackend open = backend.get()) {
      Map<Integer, SwitchBackend.PortSetup> setups = plans.setups(box);
      open.setUp(setups);
      return box.target() == TargetKind.BMV2
          ? "rates and depths of " + setups.size() + " ports set over Thrift"
          : "rates and queues of " + setups.size() + " ports set";
    }
  }

  private SwitchProgrammer.SwitchTarget target(TestbedSwitch box, PipelineConfig program) {
    String host = address(box.requireAddress()).getHostString();
    try {
      // gRPC would say so with a stack trace in the log.
      var _ = InetAddress.getByName(host);
    } catch (UnknownHostException e) {
      throw new RunFailedException(
          "%s (%s): there is no host '%s'".formatted(box.name(), box.requireAddress(), host), e);
    }
    SwitchId id = new SwitchId(box.name(), box.deviceId());
    return SwitchProgrammer.SwitchTarget.at(
        box.requireAddress(), box.tls(facts.tls()), id, program);
  }

  /** Returns what sets the rates and queues of a switch; empty: it has them from elsewhere. */
  private Optional<SwitchBackend> backend(TestbedSwitch box, Optional<SwitchSession> session) {
    return switch (box.target()) {
      case EMBEDDED -> Optional.of(embedded(box));
      case BMV2 -> box.thrift().map(text -> bmv2(box, address(text), session));
      case STRATUM, SONIC -> Optional.empty();
    };
  }

  private RemoteSwitch embedded(TestbedSwitch box) {
    ChannelCredentials credentials = TlsClientFiles.orPlaintext(box.tls(facts.tls()));
    return new RemoteSwitch(
        box.name(), Grpc.newChannelBuilder(box.requireAddress(), credentials).build());
  }

  private SwitchBackend bmv2(
      TestbedSwitch box, InetSocketAddress at, Optional<SwitchSession> session) {
    return new Bmv2Switch(
        Bmv2Switch.Thrift.reachable(box.name(), at.getHostString(), at.getPort()),
        spec.packets(),
        List.copyOf(plans.ports(box).keySet()),
        () -> session.map(open -> counters(box, open)).orElse(ProgramCounts.NONE));
  }

  private static ProgramCounts counters(TestbedSwitch box, SwitchSession session) {
    String trims = box.target() == TargetKind.STRATUM ? "egress.trims" : ForwardingPlanner.TRIMS;
    return ProgramCounts.of(session.programmed(), trims);
  }

  private SwitchCounts programCounts(TestbedSwitch box, Optional<SwitchSession> session) {
    List<Integer> ports = new ArrayList<>(plans.ports(box).keySet());
    if (box.target() == TargetKind.STRATUM) {
      ports.addAll(plans.chassis(box).deflectPorts());
    }
    return session
        .map(open -> counters(box, open).since(ProgramCounts.NONE, box.name(), ports))
        .map(queues -> new SwitchCounts(queues, 0, 0))
        .orElse(SwitchCounts.NONE);
  }

  /** Returns the address of {@code host:port}, which the setting has been checked to be. */
  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return InetSocketAddress.createUnresolved(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  /**
   * A switch that runs a P4 program. An embedded one says what its queues counted; of others only
   * the program's own counters are known.
   *
   * @param session empty: it runs another program, or none
   * @param backend empty: its rates and queues come from elsewhere
   * @param setups of its ports, as planned
   * @param programCounts reads the counters of its program
   * @param ways what is at its ports, by its own numbers
   */
  record P4SwitchDriver(
      TestbedSwitch box,
      Optional<SwitchSession> session,
      Optional<SwitchBackend> backend,
      SortedMap<Integer, PortSetup> setups,
      DesiredState desired,
      Supplier<SwitchCounts> programCounts,
      Map<Integer, Adjacency> ways)
      implements SwitchUnderTest {
    @Override
    public Optional<String> difference() {
      if (session.isEmpty()) {
        return Optional.of("does not run the program");
      }
      int entries = session.get().changes(desired).size();
      return entries > 0
          ? Optional.of(entries + (entries == 1 ? " entry differs" : " entries differ"))
          : portDifference();
    }

    private Optional<String> portDifference() {
      return backend.flatMap(open -> open.difference(setups));
    }

    /** Returns what 'smartt apply' would do, for people. */
    List<String> changes() {
      List<String> lines = new ArrayList<>();
      if (session.isEmpty()) {
        lines.add(
            "%s: the program would be loaded, with %d table entries, members and groups"
                .formatted(box.name(), desired.entities().size()));
      } else {
        List<String> entries = session.get().changes(desired);
        lines.add(
            entries.isEmpty()
                ? box.name() + ": nothing to change in its tables"
                : "%s: %d of %d table entries, members and groups"
                    .formatted(box.name(), entries.size(), desired.entities().size()));
        entries.forEach(entry -> lines.add("  " + entry));
      }
      portDifference().ifPresent(difference -> lines.add("  " + difference));
      return lines;
    }

    @Override
    public List<String> warnings() {
      return List.of();
    }

    @Override
    public SwitchCounts counted() {
      return backend.map(SwitchBackend::counts).orElseGet(programCounts);
    }

    @Override
    public Duration countsLag() {
      return Duration.ZERO;
    }

    @Override
    public OptionalLong routerMac() {
      return OptionalLong.empty();
    }

    @Override
    public void requireChange(LinkState before, LinkState after) {
      String cannot =
          switch (box.target()) {
            case EMBEDDED -> "";
            case BMV2 -> "BMv2 takes no link down and delays and loses nothing";
            // Stratum 07b0135a, hal/lib/barefoot/bfrt_switch.cc: SetValue.
            case STRATUM ->
                "Stratum changes no port of a Tofino before its chassis configuration is pushed"
                    + " again";
            case SONIC -> throw new IllegalStateException("SONiC runs no P4 program");
          };
      if (!cannot.isEmpty()) {
        throw new UserInputException(box.name() + ": " + cannot);
      }
    }

    @Override
    public void change(List<Port> ends, LinkState after) {
      SortedMap<Integer, PortSetup> changed = new TreeMap<>();
      ways.forEach((number, way) -> {
        for (Port end : ends) {
          PortSetup planned = setups.get(number);
          if (end.number() == way.port() && planned != null) {
            changed.put(
                number,
                new PortSetup(
                    after.rateBps(), Wire.of((Switch) end.node(), way, after), planned.queues()));
          }
        }
      });
      backend.orElseThrow().setUp(changed);
    }

    @Override
    public void close() {
      Closing.all(
          "closing a switch's session",
          Stream.<AutoCloseable>concat(session.stream(), backend.stream()).toList());
    }
  }
}

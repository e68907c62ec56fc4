package io.smartt.study.launch;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.OutPlace;
import io.smartt.base.input.UserInputException;
import io.smartt.base.output.WholeFile;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Routes;
import io.smartt.base.topology.Topology;
import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.EndingCapture;
import io.smartt.base.trace.PcapngWriter;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.FeasibleNetwork;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.ProgramCache;
import io.smartt.experiment.ProgramCache.LoadingProgram;
import io.smartt.experiment.SwitchPorts;
import io.smartt.experiment.SwitchProgram;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunFolder;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.RunSummary.RunOutcome;
import io.smartt.experiment.run.Fabric;
import io.smartt.experiment.run.RunInputs;
import io.smartt.experiment.run.SettingsCheck.IdleSetting;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.trace.limit.CaptureLimits;
import io.smartt.host.own.CallGuard.OwnAlgorithmException;
import io.smartt.host.own.CallWatch;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.workload.FailedLinks;
import io.smartt.workload.Flow;
import io.smartt.workload.Workload;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Runs experiments in this process and leaves their run folders. Threads may run experiments with
 * one runner side by side; each P4 program is then compiled once for all.
 */
public final class LocalRunner {
  private static final Path RUNS = Path.of("runs");

  private final Clock clock;
  private final int threads;
  private final boolean reports;
  private final Fabrics fabrics;
  private final boolean everySettingActs;
  private final boolean replacing;
  private final ProgramCache programs = new ProgramCache(Bmv2Program::load);

  /**
   * Makes a runner whose run folders get a {@code report.html}.
   *
   * @param clock names folders and stamps traces; results do not depend on it
   * @param threads most threads for one experiment; results do not depend on it
   */
  public LocalRunner(Clock clock, int threads, Fabrics fabrics) {
    this(clock, threads, true, fabrics);
  }

  /**
   * Makes a runner.
   *
   * @param clock names folders and stamps traces; results do not depend on it
   * @param threads most threads for one experiment; results do not depend on it
   * @param reports whether run folders get a {@code report.html}
   */
  public LocalRunner(Clock clock, int threads, boolean reports, Fabrics fabrics) {
    this(clock, threads, reports, fabrics, true, false);
  }

  private LocalRunner(
      Clock clock,
      int threads,
      boolean reports,
      Fabrics fabrics,
      boolean everySettingActs,
      boolean replacing) {
    this.replacing = replacing;
    this.clock = clock;
    this.threads = threads;
    this.reports = reports;
    this.fabrics = fabrics;
    this.everySettingActs = everySettingActs;
  }

  /**
   * Returns a runner of many experiments at a time, each in one thread, on the built-in fabrics.
   *
   * @param reports whether run folders get a {@code report.html}
   */
  public static LocalRunner ofMany(boolean reports) {
    return new LocalRunner(Clock.system(ZoneId.systemDefault()), 1, reports, Fabrics.builtIn())
        .ofMany();
  }

  /**
   * Returns a runner of many experiments with common settings, of which some act in a few of them:
   * {@link #idle} names what nothing acts on in one, and nobody refuses it. A result that is there
   * is replaced: the caller chooses which to keep.
   */
  public LocalRunner ofMany() {
    return new LocalRunner(clock, threads, reports, fabrics, false, true);
  }

  /**
   * Returns a runner that replaces the result of an earlier run in a folder, or refuses to.
   *
   * @param replace whether it replaces one
   */
  public LocalRunner replacing(boolean replace) {
    return new LocalRunner(clock, threads, reports, fabrics, everySettingActs, replace);
  }

  /** Returns the settings that nothing acts on in a run of an experiment. */
  public List<IdleSetting> idle(ExperimentSpec spec) {
    return fabrics.check().idle(spec, Fabric.Use.RUN);
  }

  /** A workload and the network without the links that it wants down. */
  private record Carried(Topology topology, Workload workload) {
    /** Builds both; refuses what cannot be. */
    static Carried of(ExperimentSpec spec) {
      Topology named = spec.buildTopology();
      FeasibleNetwork.require(spec, named);
      Workload workload = spec.buildWorkload(named);
      Topology topology = FailedLinks.apply(workload, named);
      FeasibleNetwork.require(spec, topology, workload);
      return new Carried(topology, workload);
    }
  }

  /**
   * Validates an experiment without running it.
   *
   * @throws UserInputException if the experiment cannot be
   */
  public void check(ExperimentSpec spec) {
    var _ = fabrics.require(spec, Fabric.Use.RUN, everySettingActs);
    Topology topology = Carried.of(spec).topology();
    requireTables(spec, topology, SwitchProgram.load(spec.program()));
    new HostSetup(spec, topology);
    var _ = captureSink(spec, topology, NOWHERE);
  }

  /** Returns why an experiment cannot be; empty if it can. */
  public Optional<String> refusal(ExperimentSpec spec) {
    try {
      check(spec);
      return Optional.empty();
    } catch (UserInputException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Returns the queue at which an experiment's switches say that they count trims, as SAI has it.
   */
  public OptionalInt countsTrimsAt(ExperimentSpec spec) {
    return fabrics.require(spec, Fabric.Use.RUN, everySettingActs).countsTrimsAt(spec.settings());
  }

  /**
   * Runs until all flows are done, the run fails or the monitor asks to stop.
   *
   * @param out the run folder; empty for {@code runs/<time>-<name>}
   * @throws UserInputException if the experiment cannot be: nothing has been written
   * @throws RunFailedException if it failed before there was a result; the folder says so
   */
  public RunOutcome run(ExperimentSpec spec, Optional<Path> out, RunMonitor monitor) {
    Fabric fabric = fabrics.require(spec, Fabric.Use.RUN, everySettingActs);
    if (out.isEmpty()) {
      OutPlace.require(RUNS, true);
    }
    if (!replacing) {
      out.ifPresent(RunFolder::requireNoResult);
    }
    RunInputs prepared = prepare(fabric, spec, monitor);
    // What is wrong with it is to be said before there is a folder.
    var _ = captureSink(spec, prepared.topology(), NOWHERE);
    RunFolder folder =
        out.map(path ->
                RunFolder.begin(
                    path, prepared.identity(), file -> ExperimentFile.write(spec, file)))
            .orElseGet(() ->
                RunFolder.beginUnder(
                    RUNS,
                    LocalDateTime.now(clock),
                    prepared.identity(),
                    file -> ExperimentFile.write(spec, file)));
    monitor.began(folder);
    RunInputs inputs = prepared.in(folder.path());
    Topology topology = inputs.topology();
    try (CallWatch.Watching _ = inputs.hosts().watchCalls()) {
      Fabric.FabricRun run = fabric.prepare(inputs);
      RunResult result =
          withCapture(spec, topology, folder, monitor, sink -> run.run(sink, monitor));
      // What was measured is handed on even if the folder cannot take it.
      RunOutcome outcome = new RunOutcome(folder.end(result, reports), folder.path());
      monitor.ended(result);
      return outcome;
    } catch (OwnAlgorithmException e) {
      String message = e.message(topology::hostName);
      var _ = folder.abandon(RunStatus.FAILED, message);
      throw new RunFailedException(message, e);
    } catch (P4RuntimeException | RunMonitor.RunInterruptedException e) {
      String message = String.valueOf(e.getMessage());
      boolean refused = e instanceof P4RuntimeException;
      var _ = folder.abandon(refused ? RunStatus.FAILED : RunStatus.INTERRUPTED, message);
      throw new RunFailedException(message, e);
    } catch (RuntimeException | OutOfMemoryError e) {
      var _ =
          folder.abandon(
              RunStatus.FAILED,
              RunFailedException.outOfMemory(e).orElseGet(() -> String.valueOf(e.getMessage())));
      throw e;
    }
  }

  /**
   * Runs, leaves no folder, and says how other numbers of threads would have shared the run.
   *
   * @throws UserInputException if the experiment cannot be, or its fabric's work is not shared
   */
  public Fabric.ThreadForecast threads(ExperimentSpec spec, RunMonitor monitor) {
    Fabric fabric = fabrics.require(spec, Fabric.Use.RUN, everySettingActs);
    Fabric.ThreadForecast.Study study =
        fabric
            .threads()
            .orElseThrow(() ->
                new UserInputException(
                    "--dry: fabric '%s' shares no work among threads; %s shares its work"
                        .formatted(
                            spec.fabric(), fabrics.names(other -> other.threads().isPresent()))));
    if (spec.capture()) {
      throw new UserInputException("--dry: a run with --capture has one thread");
    }
    return study.of(prepare(fabric, spec, monitor), monitor);
  }

  /**
   * Builds and compiles all that a run needs, and writes nothing.
   *
   * @throws UserInputException if the experiment cannot be
   */
  public RunInputs prepare(ExperimentSpec spec, RunMonitor monitor) {
    return prepare(fabrics.require(spec, Fabric.Use.RUN, everySettingActs), spec, monitor);
  }

  private RunInputs prepare(Fabric fabric, ExperimentSpec spec, RunMonitor monitor) {
    spec.notices().forEach(monitor::stage);
    fabrics.check().notes(spec, Fabric.Use.RUN).forEach(monitor::stage);
    monitor.stage("building " + spec.topology().name());
    LoadingProgram loading =
        fabric.runsProgramsHere()
            ? LoadingProgram.readAndCompile(spec.program(), programs)
            : LoadingProgram.read(spec.program());
    Carried carried = Carried.of(spec);
    Workload workload = carried.workload();
    Topology topology = carried.topology();
    PipelineConfig program = loading.await();
    requireTables(spec, topology, program);
    HostSetup hosts = new HostSetup(spec, topology);
    if (SwitchProgram.isPacked(spec.program())) {
      warningOfLongPaths(topology, workload).ifPresent(monitor::stage);
    }
    return new RunInputs(
        spec,
        hosts.schemes().identity(spec, workload),
        topology,
        workload,
        program,
        hosts,
        programs,
        RUNS,
        Optional.empty(),
        threads);
  }

  /** The packed program has what the controller writes; a user's may not, nor what users write. */
  private static void requireTables(
      ExperimentSpec spec, Topology topology, PipelineConfig program) {
    if (!SwitchProgram.isPacked(spec.program()) || spec.entries().isPresent()) {
      SwitchPorts ports = new SwitchPorts(spec, new PathProfiles(topology, spec.packets()));
      FeasibleNetwork.requireTables(spec, topology, ports, program);
    }
  }

  private static final CaptureSink NOWHERE = _ -> {};

  private RunResult withCapture(
      ExperimentSpec spec,
      Topology topology,
      RunFolder folder,
      RunMonitor monitor,
      Function<Optional<CaptureSink>, RunResult> body) {
    if (!spec.capture()) {
      return body.apply(Optional.empty());
    }
    folder.keepRoom();
    EndingCapture capture = open(spec, topology, folder);
    RunResult result;
    try (capture) {
      result = body.apply(Optional.of(captureSink(spec, topology, capture)));
    }
    RunResult ended = with(result, RunEvent.Kind.CAPTURE_ENDED, capture.ended(), monitor);
    return with(ended, RunEvent.Kind.FRAMES_NOT_CAPTURED, capture.lacking(), monitor);
  }

  private static RunResult with(
      RunResult result, RunEvent.Kind kind, Optional<EndingCapture.Flaw> flaw, RunMonitor monitor) {
    if (flaw.isEmpty()) {
      return result;
    }
    monitor.stage(flaw.get().why());
    RunEvent event = new RunEvent(flaw.get().timePs(), kind, flaw.get().why(), "");
    return result.draft().history(result.history().with(event)).result();
  }

  private EndingCapture open(ExperimentSpec spec, Topology topology, RunFolder folder) {
    try {
      return new EndingCapture(
          PcapngWriter.create(
              folder.tracePath(),
              topology,
              clock.instant(),
              "profile " + spec.profile() + ", seed " + spec.seed(),
              StandardOpenOption.CREATE_NEW,
              StandardOpenOption.WRITE));
    } catch (IOException e) {
      throw WholeFile.cannotWrite(folder.tracePath(), e);
    }
  }

  /**
   * Returns a sink that passes on what the experiment's settings want captured.
   *
   * @throws UserInputException naming a port or host that is not there, or a limit of a capture
   *     that nobody asked for
   */
  private static CaptureSink captureSink(ExperimentSpec spec, Topology topology, CaptureSink all) {
    Settings settings = spec.settings();
    CaptureLimits limits =
        new CaptureLimits(
            settings.get(SettingKeys.CAPTURE_PORTS),
            settings.get(SettingKeys.CAPTURE_WINDOW),
            settings.get(SettingKeys.CAPTURE_FILTER),
            Math.toIntExact(settings.get(SettingKeys.CAPTURE_SNAP)));
    if (spec.capture()) {
      return limits.limit(topology, all);
    }
    SettingKeys.captures().forEach(name -> requireDefault(settings, name));
    return all;
  }

  private static void requireDefault(Settings settings, String name) {
    SettingKey<?> key = settings.catalog().named(name);
    if (!settings.text(key).equals(key.defaultText())) {
      throw new UserInputException(name + " limits a capture, and there is none: add --capture");
    }
  }

  /**
   * Returns a warning that names the longest path of a flow, if it is too long. The switch that
   * finds a TTL of 1 drops the packet.
   */
  private static Optional<String> warningOfLongPaths(Topology topology, Workload workload) {
    Routes routes = topology.routes();
    if (switches(routes.diameter()) < Ipv4Header.TTL) {
      return Optional.empty();
    }
    int most = 0;
    @Nullable Flow longest = null;
    for (Flow flow : workload.flows()) {
      int links = routes.links(topology.host(flow.src()), topology.host(flow.dst()));
      if (links != Routes.UNREACHABLE && links > most) {
        most = links;
        longest = flow;
      }
    }
    if (longest == null || switches(most) < Ipv4Header.TTL) {
      return Optional.empty();
    }
    Host from = topology.host(longest.src());
    Host to = topology.host(longest.dst());
    return Optional.of(
        ("warning: the path from %s to %s crosses %d switches;"
                + " packets start with TTL %d and will not arrive")
            .formatted(from.name(), to.name(), switches(most), Ipv4Header.TTL));
  }

  private static int switches(int links) {
    return links - 1;
  }
}

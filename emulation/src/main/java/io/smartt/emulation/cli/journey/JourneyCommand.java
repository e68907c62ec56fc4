package io.smartt.emulation.cli.journey;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Topology;
import io.smartt.emulation.cli.journey.JourneyAnswers.RunAgain;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.cli.progress.ProgressLine;
import io.smartt.experiment.ExperimentFile;
import io.smartt.experiment.journey.CaptureSearch;
import io.smartt.experiment.journey.CaptureSearch.CapturedJourney;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.report.HtmlReport;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.trace.analysis.CaptureSet;
import io.smartt.study.launch.Fabrics;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.JsonOption;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt journey}. */
@Command(
    name = "journey",
    sortOptions = false,
    header = "Runs an experiment again and shows what happened to one of its packets, hop by hop.",
    description = {
      "",
      "Shows each switch's tables with key, entry and action, each queue with what waited in it,",
      "marks, trims and drops, what the receiver answered, and what that did to the window.",
      "The run is the one that was: in virtual time the same seed gives the same packets.",
      "Of a run in real time its capture is shown, and of capture files too: where the packet and",
      "its answers passed, and nothing of what was between.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt journey runs/x --first trimmed",
      "  smartt journey runs/x --flow h9-h1 --nth 12",
      "  smartt journey runs/x --first dropped --full",
      "  smartt journey runs/x --first trimmed --out trimmed.html",
      "",
      "Ends with 1 if the run has no such packet, 2 if the request was wrong."
    })
public final class JourneyCommand implements Callable<Integer> {
  private static final Pattern CAPTURE = Pattern.compile(".*\\.pcap(ng)?");

  private final Console console;

  @Parameters(
      arity = "1..*",
      paramLabel = "RUN",
      description =
          "A run folder, or its experiment.yaml; or pcap and pcapng files, several as one trace.")
  private List<Path> runs = new ArrayList<>();

  @ArgGroup(multiplicity = "1")
  private Wanted wanted = new Wanted();

  @Option(
      names = "--full",
      description = "Shows parser, checksums and every step of the P4 program too.")
  private boolean full;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Writes a copy of the run's report.html with the journey in it.")
  private @Nullable Path page;

  @Mixin private JsonOption json = new JsonOption();

  /** The options that say which packet. */
  static final class Wanted {
    @ArgGroup(exclusive = false)
    private @Nullable OfFlow ofFlow;

    @Option(
        names = "--first",
        paramLabel = "FATE",
        description =
            "The first data packet that was marked, trimmed, dropped or retransmitted; or"
                + " 'slowest', the one that was longest on its way.")
    private @Nullable String first;
  }

  /** A packet by its number. */
  static final class OfFlow {
    @Option(
        names = "--flow",
        required = true,
        paramLabel = "FROM-TO",
        description = "Sender and receiver: h9-h1.")
    private String flow = "";

    @ArgGroup(multiplicity = "1")
    private Which which = new Which();
  }

  /** The options that say which of a flow's packets. */
  static final class Which {
    @Option(
        names = "--psn",
        paramLabel = "N",
        description = "Packet sequence number, as captures have it. It begins anywhere.")
    private @Nullable Long psn;

    @Option(
        names = "--nth",
        paramLabel = "N",
        description = "Place among the packets of the flow, from 1; those sent again do not count.")
    private @Nullable Long place;
  }

  public JourneyCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path run = runs.getFirst();
    Optional<List<Path>> captures = captures(runs);
    if (captures.isPresent()) {
      return captured(captures.get());
    }
    if (runs.size() > 1) {
      throw new UserInputException(runs.get(1) + ": a journey is of one run");
    }
    RunAgain again = RunAgain.of(run);
    JourneyQuery query = query(Optional.of(again.spec().buildTopology()));
    try (Interruption interruption = Interruption.watch()) {
      ProgressLine progress = interruption.progressOn(console);
      Optional<Journey> journey;
      try {
        journey = again.journey(query, progress);
      } finally {
        progress.clear();
      }
      if (journey.isEmpty()) {
        console.err().println("smartt: " + absent(query));
        return Failures.FAILED;
      }
      Path copy = page;
      if (copy != null) {
        Path report = run.resolve("report.html");
        HtmlReport.writeWithJourney(
            report, copy, address(query), JourneyJson.of(journey.orElseThrow()));
      }
      console.show(
          json.wanted()
              ? JourneyJson.of(journey.orElseThrow())
              : JourneyText.of(journey.orElseThrow(), full));
      return 0;
    }
  }

  private int captured(List<Path> files) {
    if (full || page != null) {
      throw new UserInputException(
          (full ? "--full" : "--out") + ": captures have no steps of programs, and no page");
    }
    JourneyQuery query = query(Optional.empty());
    Optional<CapturedJourney> journey = new CaptureSearch(() -> CaptureSet.open(files)).of(query);
    if (journey.isEmpty()) {
      console.err().println("smartt: " + absent(query) + " in " + names(files));
      return Failures.FAILED;
    }
    console.show(
        json.wanted()
            ? CapturedText.json(journey.orElseThrow())
            : CapturedText.of(journey.orElseThrow()));
    return 0;
  }

  /** The query as the page's address has it. */
  private static String address(JourneyQuery query) {
    return switch (query) {
      case JourneyQuery.ByNumber(var from, var to, var psn) ->
          "flow=%s-%s&psn=%d".formatted(from, to, Integer.toUnsignedLong(psn));
      case JourneyQuery.ByPlace(var from, var to, var place) ->
          "flow=%s-%s&nth=%d".formatted(from, to, place);
      case JourneyQuery.First(var fate) -> "first=" + fate.name().toLowerCase(Locale.ROOT);
    };
  }

  private JourneyQuery query(Optional<Topology> topology) {
    WantedPacket packet = new WantedPacket("--", topology);
    OfFlow ofFlow = wanted.ofFlow;
    if (ofFlow == null) {
      return packet.first(Objects.requireNonNull(wanted.first));
    }
    Long psn = ofFlow.which.psn;
    return psn == null
        ? packet.nth(ofFlow.flow, Objects.requireNonNull(ofFlow.which.place))
        : packet.numbered(ofFlow.flow, psn);
  }

  private static String absent(JourneyQuery query) {
    return switch (query) {
      case JourneyQuery.ByNumber(var from, var to, var psn) ->
          "%s sent no packet %d to %s".formatted(from, Integer.toUnsignedLong(psn), to);
      case JourneyQuery.ByPlace(var from, var to, var place) ->
          "%s sent fewer than %d packets to %s".formatted(from, place, to);
      case JourneyQuery.First(var fate) ->
          "no data packet of the run was " + fate.name().toLowerCase(Locale.ROOT);
    };
  }

  /** Returns the captures among the files, or those of a run in real time that has one. */
  private static Optional<List<Path>> captures(List<Path> named) {
    if (named.stream().allMatch(file -> CAPTURE.matcher(file.toString()).matches())) {
      return Optional.of(named);
    }
    Path run = named.getFirst();
    Path trace = run.resolve("trace.pcapng");
    return named.size() == 1 && Files.isRegularFile(trace) && !isVirtual(run)
        ? Optional.of(List.of(trace))
        : Optional.empty();
  }

  private static boolean isVirtual(Path run) {
    return ExperimentFile.read(run.resolve("experiment.yaml"), Fabrics.builtIn().settings())
        .settings()
        .get(SettingKeys.FABRIC)
        .equals("virtual");
  }

  /** Joins the files' names for messages. */
  private static String names(List<Path> files) {
    return files.stream().map(Path::toString).collect(Collectors.joining(", "));
  }
}

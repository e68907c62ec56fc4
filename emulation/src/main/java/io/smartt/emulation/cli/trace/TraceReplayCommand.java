package io.smartt.emulation.cli.trace;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.cli.experiment.SettingsOption;
import io.smartt.emulation.cli.results.HumanFormat;
import io.smartt.emulation.cli.results.Json;
import io.smartt.emulation.cli.results.RowTable;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.Fabric.Use;
import io.smartt.experiment.trace.analysis.CompletionOrder;
import io.smartt.experiment.trace.analysis.TraceReplay;
import io.smartt.experiment.trace.analysis.TraceReplay.ReplayedFlow;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.JsonOption;
import io.smartt.virtual.VirtualReplay;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code smartt trace replay}. */
@Command(
    name = "replay",
    sortOptions = false,
    header = "Sends the recorded packets again at their times and tells when flows complete.",
    description = {
      "",
      "The hosts are not transports here: they send what they sent, retransmissions included, into",
      "the virtual fabric, whose switches are programmed as for the run. A flow is complete when",
      "its last byte has arrived. Which packets find a queue full may differ, and what is trimmed",
      "only now is not sent again: 'missing' tells how much that is, and such a flow ends with its",
      "last packet. The experiment.yaml next to the trace tells topology and settings.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt trace replay runs/x/trace.pcapng",
      "  smartt trace replay runs/x/trace.pcapng --dilate 2 --set trimming=off",
      "",
      "Ends with 1 if nothing arrives of a flow that was recorded to its end."
    })
final class TraceReplayCommand implements Callable<Integer> {
  private static final double PS_PER_US = 1e6;

  private final Console console;

  @Mixin private TraceFiles files = new TraceFiles();

  @Mixin private RecordedExperiment experiment = new RecordedExperiment();

  @Option(
      names = "--dilate",
      paramLabel = "K",
      description = "Multiplies the times between packets. Default: 1.")
  private double dilation = 1;

  @Option(
      names = "--data-only",
      description = "Sends no ACKs, NACKs and control packets, which share links with data.")
  private boolean dataOnly;

  @Mixin private SettingsOption settings = new SettingsOption();

  @Mixin private JsonOption json = new JsonOption();

  TraceReplayCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    if (!(dilation > 0 && dilation <= 1e6)) {
      throw new UserInputException("--dilate " + dilation + ": accepted is above 0, up to 1000000");
    }
    ExperimentSpec spec = experiment.changed(files, settings.given(), Use.REPLAY);
    VirtualReplay fabric = new VirtualReplay(spec);
    List<ReplayedFlow> flows = new TraceReplay(files.paths(), dilation, !dataOnly).into(fabric);
    if (flows.isEmpty()) {
      throw new UserInputException(files.paths().getFirst() + ": has no flow to replay");
    }
    CompletionOrder order = CompletionOrder.of(flows);
    List<ReplayedFlow> lost =
        flows.stream()
            .filter(flow -> flow.recordedPs().isPresent() && flow.replayedPs().isEmpty())
            .toList();
    if (json.wanted()) {
      Map<String, Object> all = new LinkedHashMap<>();
      all.put("sameOrder", lost.isEmpty() && order.swaps().isEmpty());
      all.put("recordedOrder", order.recorded());
      all.put("replayedOrder", order.replayed());
      all.put("swaps", order.swaps().stream().map(TraceReplayCommand::swap).toList());
      all.put("fullPacketUs", fabric.fullPacketPs() / PS_PER_US);
      all.put("flows", table(order).rows(flows));
      console.out().print(Json.pretty(all));
    } else {
      console.out().print(table(order).table(flows));
      console.out().println();
      console.out().println(verdict(order, fabric.fullPacketPs(), lost.size()));
    }
    console.out().flush();
    return lost.isEmpty() ? 0 : Failures.FAILED;
  }

  private static String verdict(CompletionOrder order, long fullPacketPs, int lost) {
    if (lost > 0) {
      return lost + " flows that were recorded to their end brought nothing";
    }
    int swaps = order.swaps().size();
    if (swaps == 0) {
      return "order of completion: as recorded";
    }
    return "order of completion: as recorded, but for %d %s of flows that ended at most %s apart; a full packet takes %s"
        .formatted(
            swaps,
            swaps == 1 ? "pair" : "pairs",
            HumanFormat.timeOfPs(order.farthestSwapPs()),
            HumanFormat.timeOfPs(fullPacketPs));
  }

  private static Map<String, Object> swap(CompletionOrder.Swap swap) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("first", swap.first());
    row.put("second", swap.second());
    row.put("recordedApartUs", swap.recordedApartPs() / PS_PER_US);
    return row;
  }

  private static RowTable<ReplayedFlow> table(CompletionOrder order) {
    return new RowTable<ReplayedFlow>()
        .text("flow", "flow", flow -> flow.flow().number())
        .text("src", "from", flow -> flow.flow().source())
        .text("dst", "to", flow -> flow.flow().destination())
        .bytes("sizeBytes", "size", flow -> flow.flow().message().bytes())
        .time("recordedUs", "recorded", flow -> us(flow.recordedPs()))
        .time("replayedUs", "replayed", flow -> us(flow.replayedPs()))
        .bytes("missingBytes", "missing", ReplayedFlow::missingBytes)
        .shown(
            "recordedRank",
            "rank",
            flow -> rank(flow, order.recorded()),
            flow -> shown(rank(flow, order.recorded())))
        .shown(
            "replayedRank",
            "replayed",
            flow -> rank(flow, order.replayed()),
            flow -> shown(rank(flow, order.replayed())));
  }

  /** Returns the place of a flow in an order, from 1; 0: it is not in it. */
  private static int rank(ReplayedFlow flow, List<Integer> order) {
    return order.indexOf(flow.flow().number()) + 1;
  }

  private static String shown(int rank) {
    return rank > 0 ? String.valueOf(rank) : "-";
  }

  static OptionalDouble us(OptionalLong ps) {
    return ps.isPresent() ? OptionalDouble.of(ps.getAsLong() / PS_PER_US) : OptionalDouble.empty();
  }
}

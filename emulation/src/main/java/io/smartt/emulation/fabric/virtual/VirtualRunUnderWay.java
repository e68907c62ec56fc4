package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.report.RunHistory;
import io.smartt.emulation.report.RunResult;
import io.smartt.emulation.report.RunSamples;
import io.smartt.emulation.report.RunStatus;
import io.smartt.emulation.report.RunUnderWay;
import io.smartt.emulation.report.SampleRecorder;
import io.smartt.emulation.report.TopologyView;
import io.smartt.emulation.run.RunInputs;
import io.smartt.emulation.traffic.FlowTable;
import io.smartt.emulation.traffic.ProcessCost;
import io.smartt.emulation.traffic.TopologyDrawing;
import io.smartt.emulation.workload.ideal.IdealTimes;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A run in virtual time, between two steps of its simulation: nothing else runs then. */
final class VirtualRunUnderWay implements RunUnderWay {
  private final RunInputs in;
  private final VirtualExperiment experiment;
  private final FlowTable flows;
  private final ProcessCost cost;
  private @Nullable TopologyView drawing;

  VirtualRunUnderWay(
      RunInputs in, VirtualExperiment experiment, IdealTimes ideal, ProcessCost cost) {
    this.in = in;
    this.experiment = experiment;
    this.cost = cost;
    flows = new FlowTable(in.spec(), in.topology(), in.workload(), experiment.traffic(), ideal);
  }

  @Override
  public RunResult counted() {
    return new RunResult(
            in.identity(),
            RunStatus.RUNNING,
            Optional.empty(),
            flows.now(),
            experiment.queues(),
            experiment.unqueuedDrops(),
            experiment.fabric().pauseFrames(),
            RunSamples.NONE,
            drawing(),
            cost.after(experiment.fabric().packetHops()))
        .withArrivals(experiment.fabric().ledger().arrivals())
        .with(new RunHistory(experiment.events().list(), Optional.empty()));
  }

  private TopologyView drawing() {
    TopologyView made = drawing;
    if (made == null) {
      made = TopologyDrawing.of(in.spec(), in.topology());
      drawing = made;
    }
    return made;
  }

  @Override
  public void readSamples(Consumer<SampleRecorder> reader) {
    experiment.recorders().forEach(reader);
  }

  @Override
  public OptionalLong events() {
    return OptionalLong.of(experiment.fired());
  }
}

package io.smartt.experiment.run;

import module java.base;

import io.smartt.base.counters.PacketLedger.PortArrivals;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunEvent;
import io.smartt.experiment.report.RunHistory;
import io.smartt.experiment.report.RunMonitor.RunUnderWay;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.report.TopologyView;
import io.smartt.experiment.traffic.FlowTable;
import io.smartt.experiment.traffic.ProcessCost;
import io.smartt.experiment.traffic.TopologyDrawing;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.workload.ideal.IdealModel.IdealTimes;
import org.jspecify.annotations.Nullable;

/** A run on live switches while its traffic is carried. */
public final class TrafficUnderWay implements RunUnderWay {
  private final RunInputs in;
  private final Traffic traffic;
  private final Place place;
  private final Supplier<IdealTimes> ideal;
  private final ProcessCost cost;
  private @Nullable Prepared prepared;

  /** The place where traffic runs. */
  public interface Place {
    /** Runs something on the thread of the traffic, which by default is the one that asks. */
    default <T> T call(Supplier<T> task) {
      return task.get();
    }

    /** Returns what switches have counted in the run. */
    SwitchCounts counts();

    /** Reads samples as {@link RunUnderWay#readSamples} says. */
    void readSamples(Consumer<SampleRecorder> reader);

    /** Returns what has happened to the run. */
    List<RunEvent> happened();

    /** Returns what arrived at each switch port; empty if the fabric does not say. */
    default List<PortArrivals> arrivals() {
      return List.of();
    }

    /** Events of the simulation so far; empty where time is real. */
    default OptionalLong simulated() {
      return OptionalLong.empty();
    }
  }

  /** The parts that are made when somebody looks for the first time. */
  private record Prepared(FlowTable flows, TopologyView drawing) {}

  /**
   * @param ideal times of the flows, asked for when somebody looks
   */
  public TrafficUnderWay(
      RunInputs in, Traffic traffic, Supplier<IdealTimes> ideal, Place place, ProcessCost cost) {
    this.in = in;
    this.traffic = traffic;
    this.ideal = ideal;
    this.place = place;
    this.cost = cost;
  }

  @Override
  public RunResult counted() {
    Prepared ready = prepared();
    List<FlowRecord> flows = place.call(ready.flows::now);
    return in.underWay(ready.drawing, cost, place)
        .flows(flows)
        .history(new RunHistory(place.happened(), Optional.empty()))
        .result();
  }

  private Prepared prepared() {
    Prepared made = prepared;
    if (made == null) {
      made =
          new Prepared(
              new FlowTable(in.spec(), in.topology(), in.workload(), traffic, ideal.get()),
              TopologyDrawing.of(in.spec(), in.topology()));
      prepared = made;
    }
    return made;
  }

  @Override
  public void readSamples(Consumer<SampleRecorder> reader) {
    place.readSamples(reader);
  }

  @Override
  public OptionalLong events() {
    return place.simulated();
  }
}

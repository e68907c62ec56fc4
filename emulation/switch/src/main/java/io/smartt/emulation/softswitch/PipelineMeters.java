package io.smartt.emulation.softswitch;

import io.smartt.emulation.softswitch.p4runtime.MeterControl;
import io.smartt.p4.pipeline.Change;
import io.smartt.p4.pipeline.MeterConfig;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.TableEntry;
import java.util.List;
import java.util.Optional;

/** A pipeline's meters, as P4Runtime sets their rates. */
final class PipelineMeters implements MeterControl {
  private final PipelineControl control;

  PipelineMeters(PipelineControl control) {
    this.control = control;
  }

  @Override
  public void configure(String meter, int index, Optional<MeterRates> rates) {
    control.apply(
        List.of(new Change.ConfigureMeter(meter, index, rates.map(PipelineMeters::config))));
  }

  @Override
  public void configureDirect(TableEntry entry, Optional<MeterRates> rates) {
    control.apply(
        List.of(
            new Change.ConfigureDirectMeter(
                entry.table(), entry.key(), entry.priority(), rates.map(PipelineMeters::config))));
  }

  private static MeterConfig config(MeterRates rates) {
    return new MeterConfig(
        rates.committedRate(),
        rates.committedBurst(),
        rates.peakRate(),
        rates.peakBurst(),
        rates.excessBurst());
  }
}

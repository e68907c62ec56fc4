package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.MeterInfo;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineControl.Change;
import java.util.Optional;
import org.p4.v1.MeterConfig;
import org.p4.v1.MeterEntry;
import org.p4.v1.Update;

/** Indirect meters, and what all meter configs must satisfy (P4Runtime section 9.4). */
record Meters(WriteContext context) {
  void write(Update.Type type, MeterEntry message) {
    Refusal.requireModify(type, "a meter");
    MeterInfo meter = context.owned(context.info().meters(), "meter", message.getMeterId());
    if (meter.directTableId().isPresent()) {
      throw Refusal.invalid(
          "meter '%s' is direct; write it as direct_meter_entry".formatted(meter.name()));
    }
    if (message.hasCounterData()) {
      throw noColourCounters();
    }
    Optional<MeterConfig> config =
        message.hasConfig() ? Optional.of(message.getConfig()) : Optional.empty();
    Optional<PipelineControl.MeterConfig> rates = config.map(c -> rates(meter, c));
    for (int index :
        Counters.indices(
            "meter '" + meter.name() + "'", meter.size(), message.hasIndex(), message.getIndex())) {
      EntityStore.MeterCell cell = new EntityStore.MeterCell(meter.name(), index);
      if (config.isPresent()) {
        context.journal().put(context.store().meters(), cell, config.get());
      } else {
        context.journal().remove(context.store().meters(), cell);
      }
      context.effects().change(new Change.ConfigureMeter(meter.name(), index, rates));
    }
  }

  static Refusal noColourCounters() {
    return Refusal.unimplemented("this switch does not count packets per meter colour");
  }

  /** Checks a config against the meter's type. */
  static PipelineControl.MeterConfig rates(MeterInfo meter, MeterConfig config) {
    String name = "meter '" + meter.name() + "'";
    if (config.getCir() < 0
        || config.getCburst() < 0
        || config.getPir() < 0
        || config.getPburst() < 0
        || config.getEburst() < 0) {
      throw Refusal.invalid(name + ": rates and bursts must be 0 or more");
    }
    boolean oneRate =
        config.getPir() == config.getCir() && config.getPburst() == config.getCburst();
    boolean right =
        switch (meter.type()) {
          case TWO_RATE_THREE_COLOR -> config.getEburst() == 0;
          case SINGLE_RATE_THREE_COLOR -> oneRate;
          case SINGLE_RATE_TWO_COLOR -> oneRate && config.getEburst() == 0;
        };
    if (!right) {
      throw Refusal.invalid(
          switch (meter.type()) {
            case TWO_RATE_THREE_COLOR -> name + " has two rates: eburst must be 0";
            case SINGLE_RATE_THREE_COLOR ->
                name + " has a single rate: pir must equal cir and pburst must equal cburst";
            case SINGLE_RATE_TWO_COLOR ->
                name
                    + " has a single rate and two colours: pir must equal cir, pburst must equal"
                    + " cburst and eburst must be 0";
          });
    }
    if (meter.type() == MeterInfo.Type.TWO_RATE_THREE_COLOR && config.getPir() < config.getCir()) {
      throw Refusal.invalid(
          "%s: pir %d is below cir %d".formatted(name, config.getPir(), config.getCir()));
    }
    return new PipelineControl.MeterConfig(
        config.getCir(),
        config.getCburst(),
        config.getPir(),
        config.getPburst(),
        config.getEburst());
  }
}

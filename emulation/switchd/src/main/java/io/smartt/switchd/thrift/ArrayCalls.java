package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.NOTHING;
import static io.smartt.switchd.thrift.ThriftMethod.standard;
import static io.smartt.switchd.thrift.ThriftValue.i32;
import static io.smartt.switchd.thrift.ThriftValue.i64;

import module java.base;

import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.info.P4InfoIndex.MeterInfo;
import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4Objects;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.switchd.thrift.ThriftMethod.ThriftFault;
import org.apache.thrift.protocol.TType;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.Entity;
import org.p4.v1.MeterConfig;
import org.p4.v1.MeterEntry;
import org.p4.v1.Update;

/** Registers, counters and meters of the standard service. */
record ArrayCalls(Program program, TableCalls tables) {
  /** The codes of register, counter and meter exceptions begin alike. */
  private static final int INVALID_NAME = 1;

  private static final int INVALID_INDEX = 2;
  private static final int BAD_RATES_LIST = 3;
  private static final int INVALID_INFO_RATE_VALUE = 4;
  private static final int METER_ERROR = 6;
  private static final double PER_SECOND = 1e6;

  void addTo(Map<String, ThriftMethod> methods) {
    methods.put(standard("bm_register_read"), this::readRegister);
    methods.put(standard("bm_register_read_all"), this::readRegisters);
    methods.put(
        standard("bm_register_write"),
        call -> {
          int at = index(register(call).size(), call.integer(3));
          return writeRegisters(call, at, at + 1, call.whole(4));
        });
    methods.put(
        standard("bm_register_write_range"),
        call -> writeRegisters(call, call.integer(3), call.integer(4), call.whole(5)));
    methods.put(
        standard("bm_register_reset"),
        call -> writeRegisters(call, 0, (int) register(call).size(), 0));
    methods.put(standard("bm_counter_read"), this::readCounter);
    methods.put(standard("bm_counter_write"), this::writeCounter);
    methods.put(standard("bm_counter_reset_all"), this::resetCounters);
    methods.put(standard("bm_meter_set_rates"), this::setRates);
    methods.put(standard("bm_meter_array_set_rates"), this::setAllRates);
    methods.put(standard("bm_meter_get_rates"), this::getRates);
    methods.put(standard("bm_mt_set_meter_rates"), this::setDirectRates);
    methods.put(standard("bm_mt_get_meter_rates"), this::getDirectRates);
  }

  /** {@code BmCounterValue}. */
  static ThriftValue counter(long bytes, long packets) {
    return TableCalls.struct(Map.of(1, i64(bytes), 2, i64(packets)));
  }

  private static <T extends P4Object> T named(P4Objects<T> objects, Arguments call) {
    return objects
        .find(call.text(2))
        .orElseThrow(() -> new ThriftFault(INVALID_NAME, "there is no " + call.text(2)));
  }

  private static int index(long size, int index) {
    if (index < 0 || index >= size) {
      throw new ThriftFault(INVALID_INDEX, "index " + index + " of " + size);
    }
    return index;
  }

  private RegisterInfo register(Arguments call) {
    return named(program.info().registers(), call);
  }

  private ThriftValue readRegister(Arguments call) {
    RegisterInfo register = register(call);
    return i64(read(register, index(register.size(), call.integer(3))));
  }

  private ThriftValue readRegisters(Arguments call) {
    RegisterInfo register = register(call);
    List<ThriftValue> values = new ArrayList<>();
    for (int i = 0; i < register.size(); i++) {
      values.add(i64(read(register, i)));
    }
    return new ThriftValue.Items(TType.I64, values);
  }

  /** A cell wider than the IDL's 64 bits loses its high ones, as in BMv2. */
  private long read(RegisterInfo register, int index) {
    return program.control().register(register.name(), index).value().longValue();
  }

  private ThriftValue writeRegisters(Arguments call, int from, int to, long value) {
    RegisterInfo register = register(call);
    if (from < 0 || from > to || to > register.size()) {
      throw new ThriftFault(INVALID_INDEX, from + " to " + to + " of " + register.size());
    }
    List<Change> changes = new ArrayList<>();
    if (from < to) {
      int width = program.control().register(register.name(), 0).width();
      Bits bits =
          new Bits(
              new BigInteger(Long.toUnsignedString(value)).mod(BigInteger.ONE.shiftLeft(width)),
              width);
      for (int i = from; i < to; i++) {
        changes.add(new Change.WriteRegister(register.name(), i, bits));
      }
    }
    program.control().apply(changes);
    return NOTHING;
  }

  private CounterInfo indirectCounter(Arguments call) {
    return indirect(program.info().counters(), CounterInfo::directTableId, call);
  }

  private static <T extends P4Object> T indirect(
      P4Objects<T> objects, Function<T, OptionalInt> table, Arguments call) {
    T object = named(objects, call);
    if (table.apply(object).isPresent()) {
      throw new ThriftFault(INVALID_NAME, object.name() + " is direct");
    }
    return object;
  }

  private ThriftValue readCounter(Arguments call) {
    CounterInfo counter = indirectCounter(call);
    PacketByteCount count =
        program.control().counter(counter.name(), index(counter.size(), call.integer(3)));
    return counter(count.bytes(), count.packets());
  }

  private ThriftValue writeCounter(Arguments call) {
    CounterInfo counter = indirectCounter(call);
    Arguments value = call.struct(4);
    program
        .control()
        .apply(
            List.of(
                new Change.WriteCounter(
                    counter.name(),
                    index(counter.size(), call.integer(3)),
                    new PacketByteCount(value.whole(2), value.whole(1)))));
    return NOTHING;
  }

  private ThriftValue resetCounters(Arguments call) {
    CounterInfo counter = indirectCounter(call);
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < counter.size(); i++) {
      changes.add(new Change.WriteCounter(counter.name(), i, PacketByteCount.ZERO));
    }
    program.control().apply(changes);
    return NOTHING;
  }

  private MeterInfo indirectMeter(Arguments call) {
    return indirect(program.info().meters(), MeterInfo::directTableId, call);
  }

  private ThriftValue setRates(Arguments call) {
    MeterInfo meter = indirectMeter(call);
    set(meter, index(meter.size(), call.integer(3)), ascending(config(call.structs(4))));
    return NOTHING;
  }

  private ThriftValue setAllRates(Arguments call) {
    MeterInfo meter = indirectMeter(call);
    MeterConfig config = ascending(config(call.structs(3)));
    for (int i = 0; i < meter.size(); i++) {
      set(meter, i, config);
    }
    return NOTHING;
  }

  private void set(MeterInfo meter, int index, MeterConfig config) {
    var status =
        program.write(
            Update.Type.MODIFY,
            Entity.newBuilder().setMeterEntry(meter(meter, index).setConfig(config)));
    if (!status.isOk()) {
      throw new ThriftFault(METER_ERROR, String.valueOf(status.getDescription()));
    }
  }

  private static MeterEntry.Builder meter(MeterInfo meter, int index) {
    return P4Entity.meterCell(meter.id(), index);
  }

  private ThriftValue getRates(Arguments call) {
    MeterInfo meter = indirectMeter(call);
    MeterEntry.Builder asked = meter(meter, index(meter.size(), call.integer(3)));
    return rates(
        program.read(Entity.newBuilder().setMeterEntry(asked)).stream()
            .map(Entity::getMeterEntry)
            .filter(MeterEntry::hasConfig)
            .map(MeterEntry::getConfig));
  }

  private ThriftValue setDirectRates(Arguments call) {
    MeterConfig config =
        config(call.structs(4))
            .orElseThrow(() -> new ThriftFault(Errors.ERROR, "a meter has two rates"));
    Errors.require(
        program.write(
            Update.Type.MODIFY,
            Entity.newBuilder().setDirectMeterEntry(directMeter(call).setConfig(config))),
        Errors.INVALID_HANDLE,
        Errors.ERROR,
        Errors.ERROR);
    return NOTHING;
  }

  private ThriftValue getDirectRates(Arguments call) {
    return rates(
        program.read(Entity.newBuilder().setDirectMeterEntry(directMeter(call))).stream()
            .map(Entity::getDirectMeterEntry)
            .filter(DirectMeterEntry::hasConfig)
            .map(DirectMeterEntry::getConfig));
  }

  private DirectMeterEntry.Builder directMeter(Arguments call) {
    TableInfo table = tables.table(call);
    if (table.perEntry().meter().isEmpty()) {
      throw new ThriftFault(Errors.METERS_DISABLED, "table " + table.name());
    }
    return DirectMeterEntry.newBuilder().setTableEntry(tables.key(table, call.integer(3)));
  }

  /** {@code BmMeterRateConfig}: units a microsecond and a burst, committed and then peak. */
  private static Optional<MeterConfig> config(List<Arguments> rates) {
    if (rates.size() != 2) {
      return Optional.empty();
    }
    return Optional.of(
        MeterConfig.newBuilder()
            .setCir(Math.round(rates.get(0).real(1) * PER_SECOND))
            .setCburst(rates.get(0).whole(2))
            .setPir(Math.round(rates.get(1).real(1) * PER_SECOND))
            .setPburst(rates.get(1).whole(2))
            .build());
  }

  private static ThriftValue rates(Stream<MeterConfig> read) {
    return ThriftValue.structs(
        read.limit(1)
            .flatMap(config ->
                Stream.of(
                    rate(config.getCir(), config.getCburst()),
                    rate(config.getPir(), config.getPburst())))
            .toList());
  }

  private static ThriftValue.Struct rate(long perSecond, long burst) {
    return TableCalls.struct(
        Map.of(1, new ThriftValue.Real(perSecond / PER_SECOND), 2, i32(burst)));
  }

  private static MeterConfig ascending(Optional<MeterConfig> rates) {
    MeterConfig config =
        rates.orElseThrow(() -> new ThriftFault(BAD_RATES_LIST, "a meter has two rates"));
    if (config.getCir() > config.getPir()) {
      throw new ThriftFault(INVALID_INFO_RATE_VALUE, "the second rate is below the first");
    }
    return config;
  }
}

package io.smartt.emulation.p4tools;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.controller.p4runtime.ProgrammedSwitch;
import io.smartt.emulation.stf.StfDevice;
import io.smartt.emulation.stf.StfDevice.StfRefusedException;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.TableInfo.MatchFieldInfo;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import org.p4.v1.CounterData;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.Entity;
import org.p4.v1.P4Data;
import org.p4.v1.Update;

/**
 * Runs scripts on an embedded switch: everything that a script writes goes through P4Runtime, its
 * packets through the switch's ports.
 *
 * <p>A script may give priority 0 and leaves fields out that it does not care for; P4Runtime wants
 * priorities from 1 on, so each is one higher there.
 */
public final class P4RuntimeStfDevice implements StfDevice {
  private final BenchSwitch bench;
  private final P4InfoIndex info;
  private final EntityCodec codec;
  private final Set<Integer> groups = new HashSet<>();
  private final Set<Integer> sessions = new HashSet<>();

  /** Creates a device of this switch. */
  public P4RuntimeStfDevice(BenchSwitch bench) {
    this.bench = bench;
    this.info = bench.program().info();
    this.codec = new EntityCodec(info);
  }

  @Override
  public void add(TableEntry entry) {
    write(Update.Type.INSERT, codec.encode(new P4Entity.Entry(translated(entry))));
  }

  @Override
  public void remove(TableEntry entry) {
    write(Update.Type.DELETE, codec.encode(new P4Entity.Entry(translated(entry))));
  }

  @Override
  public void setDefault(String table, TableEntry.EntryTarget.ActionCall action) {
    write(Update.Type.MODIFY, codec.encode(new P4Entity.DefaultEntry(table, action)));
  }

  @Override
  public PacketByteCount counter(String counter, int cell) {
    var asked = P4Entity.counterCell(info.counters().named(counter).id(), cell);
    return ProgrammedSwitch.value(
        only(Entity.newBuilder().setCounterEntry(asked)).getCounterEntry().getData());
  }

  @Override
  public PacketByteCount directCounter(TableEntry entry) {
    org.p4.v1.TableEntry written =
        codec.encode(new P4Entity.Entry(translated(entry))).getTableEntry();
    return ProgrammedSwitch.value(
        only(Entity.newBuilder()
                .setDirectCounterEntry(
                    DirectCounterEntry.newBuilder()
                        .setTableEntry(written.toBuilder().clearAction())))
            .getDirectCounterEntry()
            .getData());
  }

  @Override
  public void writeCounter(String counter, int cell, PacketByteCount value) {
    write(
        Update.Type.MODIFY,
        Entity.newBuilder()
            .setCounterEntry(
                P4Entity.counterCell(info.counters().named(counter).id(), cell)
                    .setData(
                        CounterData.newBuilder()
                            .setPacketCount(value.packets())
                            .setByteCount(value.bytes())))
            .build());
  }

  @Override
  public void writeRegister(String register, int cell, Bits value) {
    P4InfoIndex.RegisterInfo found = info.registers().named(register);
    write(
        Update.Type.MODIFY,
        Entity.newBuilder()
            .setRegisterEntry(P4Entity.registerCell(found.id(), cell).setData(data(found, value)))
            .build());
  }

  @Override
  public void configureMeter(String meter, int cell, MeterConfig rates) {
    write(
        Update.Type.MODIFY,
        Entity.newBuilder()
            .setMeterEntry(
                P4Entity.meterCell(info.meters().named(meter).id(), cell)
                    .setConfig(
                        org.p4.v1.MeterConfig.newBuilder()
                            .setCir(rates.committedRate())
                            .setCburst(rates.committedBurst())
                            .setPir(rates.peakRate())
                            .setPburst(rates.peakBurst())))
            .build());
  }

  @Override
  public void putGroup(int id, List<Replica> replicas) {
    write(
        groups.add(id) ? Update.Type.INSERT : Update.Type.MODIFY,
        P4Entity.multicastGroup(id, messages(replicas)).message());
  }

  @Override
  public void putSession(int id, List<Replica> replicas) {
    write(
        sessions.add(id) ? Update.Type.INSERT : Update.Type.MODIFY,
        P4Entity.cloneSession(id, messages(replicas)).message());
  }

  @Override
  public void removeSession(int id) {
    sessions.remove(id);
    write(Update.Type.DELETE, P4Entity.cloneSession(id, List.of()).message());
  }

  @Override
  public void receive(int port, byte[] packet) {
    bench.receive(port, packet, (_, _) -> {});
  }

  @Override
  public SortedMap<Integer, List<byte[]>> sent() {
    return bench.sent();
  }

  private TableEntry translated(TableEntry entry) {
    P4InfoIndex.TableInfo table = info.tables().named(entry.table());
    List<MatchValue> key = new ArrayList<>();
    for (int i = 0; i < entry.key().size(); i++) {
      key.add(translated(table.matchFields().all().get(i), entry.key().get(i)));
    }
    return TableEntry.of(
        table.name(), key, table.needsPriority() ? entry.priority() + 1 : 0, entry.target());
  }

  /** BMv2 knows no optional match: it is a ternary one there. */
  private static MatchValue translated(MatchFieldInfo field, MatchValue value) {
    return field.kind() == MatchFieldInfo.MatchKind.OPTIONAL
            && value instanceof MatchValue.Ternary(Bits bits, Bits mask)
            && mask.equals(Bits.ones(field.width()))
        ? new MatchValue.Optional(bits)
        : value;
  }

  private static P4Data data(P4InfoIndex.RegisterInfo register, Bits value) {
    P4Data.Builder data = P4Data.newBuilder();
    switch (register.type().getTypeSpecCase()) {
      case BOOL -> data.setBool(value.value().signum() != 0);
      case SERIALIZABLE_ENUM -> data.setEnumValue(P4Bytes.encode(value.value()));
      default ->
          data.setBitstring(
              register.type().getBitstring().hasInt()
                  ? signed(value)
                  : P4Bytes.encode(value.value()));
    }
    return data.build();
  }

  private static ByteString signed(Bits value) {
    return P4Bytes.encodeSigned(
        value.value().testBit(value.width() - 1)
            ? value.value().subtract(java.math.BigInteger.ONE.shiftLeft(value.width()))
            : value.value(),
        value.width());
  }

  private static List<org.p4.v1.Replica> messages(List<Replica> replicas) {
    return replicas.stream()
        .map(replica -> P4Entity.copy(replica.port(), replica.instance()))
        .toList();
  }

  private Entity only(Entity.Builder pattern) {
    try {
      return bench.read(pattern.build()).getFirst();
    } catch (P4RuntimeException e) {
      throw new StfRefusedException(String.valueOf(e.getMessage()), e);
    }
  }

  private void write(Update.Type type, Entity entity) {
    List<WriteFailure> failures;
    try {
      failures = bench.write(List.of(Update.newBuilder().setType(type).setEntity(entity).build()));
    } catch (P4RuntimeException e) {
      throw new StfRefusedException(String.valueOf(e.getMessage()), e);
    }
    if (!failures.isEmpty()) {
      throw new StfRefusedException(failures.getFirst().toString());
    }
  }
}

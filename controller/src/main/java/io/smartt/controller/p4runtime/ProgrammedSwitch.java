package io.smartt.controller.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.grpc.Status;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException;
import io.smartt.controller.p4runtime.P4RuntimeException.WriteFailedException.WriteFailure;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CounterData;
import org.p4.v1.CounterEntry;
import org.p4.v1.Entity;
import org.p4.v1.Error;
import org.p4.v1.P4Data;
import org.p4.v1.RegisterEntry;
import org.p4.v1.Update;

/** A switch that runs a known program: reads and writes by the program's names. Thread safe. */
public final class ProgrammedSwitch {
  /**
   * Updates in one message. At some 100 bytes of error each, the trailers of a batch that fails
   * altogether stay below the 8192 + 100 * updates that P4Runtime asks clients to take.
   */
  static final int BATCH = 256;

  private final P4RuntimeClient client;
  private final P4InfoIndex info;
  private final EntityCodec codec;
  private final EntityNames names;

  /** Wraps an open session to a switch that runs the program. */
  public ProgrammedSwitch(P4RuntimeClient client, P4InfoIndex info) {
    this.client = client;
    this.info = info;
    codec = new EntityCodec(info);
    names = new EntityNames(info);
  }

  /** The session. */
  public P4RuntimeClient client() {
    return client;
  }

  /** The program's names. */
  public P4InfoIndex info() {
    return info;
  }

  public void write(Update.Type type, List<P4Entity> entities) {
    write(
        entities.stream()
            .map(e -> Update.newBuilder().setType(type).setEntity(codec.encode(e)).build())
            .toList());
  }

  /**
   * Makes updates that do not depend on one another's order, in as many messages as it takes. After
   * a message with a failure no more are sent.
   *
   * @throws WriteFailedException naming table, field and value of each update that was refused
   */
  public void write(List<Update> updates) {
    write(updates, names);
  }

  /** Makes the same updates; these names are in the errors. */
  public void write(List<Update> updates, EntityNames names) {
    for (int from = 0; from < updates.size(); from += BATCH) {
      List<Update> batch = updates.subList(from, Math.min(from + BATCH, updates.size()));
      List<WriteFailure> failures = failures(batch, client.write(batch), names);
      if (!failures.isEmpty()) {
        throw new WriteFailedException(client.switchId(), failures, updates.size());
      }
    }
  }

  /** Returns which updates were refused, of what a switch answered to each. */
  public static List<WriteFailure> failures(
      List<Update> batch, List<Error> errors, EntityNames names) {
    List<WriteFailure> failures = new ArrayList<>();
    for (int i = 0; i < errors.size(); i++) {
      Error error = errors.get(i);
      if (error.getCanonicalCode() != Status.Code.OK.value()) {
        failures.add(
            new WriteFailure(
                batch.get(i).getType(),
                names.describe(batch.get(i).getEntity()),
                Status.fromCodeValue(error.getCanonicalCode()).getCode(),
                error.getMessage()));
      }
    }
    return failures;
  }

  /** Reads the entries of a table but for the default one. */
  public List<TableEntry> entries(String table) {
    return read(P4Entity.entries(info.tables().named(table).id(), false)).stream()
        .map(entity -> codec.decode(entity.getTableEntry()))
        .toList();
  }

  /** Returns the action of a table on a miss; empty where none was set. */
  public Optional<EntryTarget.ActionCall> defaultAction(String table) {
    return read(P4Entity.entries(info.tables().named(table).id(), true)).stream()
        .filter(entity -> entity.getTableEntry().getAction().hasAction())
        .map(entity -> codec.decode(entity.getTableEntry().getAction().getAction()))
        .findFirst();
  }

  /** Members of an action profile by id. */
  public SortedMap<Integer, EntryTarget.ActionCall> members(String profile) {
    SortedMap<Integer, EntryTarget.ActionCall> members = new TreeMap<>();
    for (Entity entity : read(P4Entity.members(info.actionProfiles().named(profile).id()))) {
      ActionProfileMember member = entity.getActionProfileMember();
      members.put(member.getMemberId(), codec.decode(member.getAction()));
    }
    return members;
  }

  /** Groups of an action selector by id. */
  public SortedMap<Integer, List<WeightedMember>> groups(String profile) {
    SortedMap<Integer, List<WeightedMember>> groups = new TreeMap<>();
    for (Entity entity : read(P4Entity.groups(info.actionProfiles().named(profile).id()))) {
      ActionProfileGroup group = entity.getActionProfileGroup();
      groups.put(
          group.getGroupId(),
          group.getMembersList().stream()
              .map(m -> new WeightedMember(m.getMemberId(), m.getWeight()))
              .toList());
    }
    return groups;
  }

  /** One cell of a counter array. */
  public PacketByteCount counter(String name, int index) {
    var cell = P4Entity.counterCell(array(name).id(), index);
    return value(
        only(name, index, Entity.newBuilder().setCounterEntry(cell).build())
            .getCounterEntry()
            .getData());
  }

  /** A whole counter array by index. */
  public SortedMap<Integer, PacketByteCount> counters(String name) {
    CounterEntry all = CounterEntry.newBuilder().setCounterId(array(name).id()).build();
    SortedMap<Integer, PacketByteCount> cells = new TreeMap<>();
    for (Entity entity : read(Entity.newBuilder().setCounterEntry(all).build())) {
      CounterEntry cell = entity.getCounterEntry();
      cells.put(Math.toIntExact(cell.getIndex().getIndex()), value(cell.getData()));
    }
    return cells;
  }

  /** One cell of a register array of bit strings; {@code int<W>} in two's complement. */
  public Bits register(String name, int index) {
    P4InfoIndex.RegisterInfo register = info.registers().named(name);
    var cell = P4Entity.registerCell(register.id(), index);
    return bits(
        register,
        only(name, index, Entity.newBuilder().setRegisterEntry(cell).build()).getRegisterEntry());
  }

  /** Sets one cell of a register array of bit strings. */
  public void writeRegister(String name, int index, Bits value) {
    var cell =
        P4Entity.registerCell(info.registers().named(name).id(), index)
            .setData(P4Data.newBuilder().setBitstring(P4Bytes.encode(value.value())));
    write(
        List.of(
            Update.newBuilder()
                .setType(Update.Type.MODIFY)
                .setEntity(Entity.newBuilder().setRegisterEntry(cell))
                .build()));
  }

  /** A whole register array of bit strings by index. */
  public SortedMap<Integer, Bits> registers(String name) {
    P4InfoIndex.RegisterInfo register = info.registers().named(name);
    RegisterEntry all = RegisterEntry.newBuilder().setRegisterId(register.id()).build();
    SortedMap<Integer, Bits> cells = new TreeMap<>();
    for (Entity entity : read(Entity.newBuilder().setRegisterEntry(all).build())) {
      RegisterEntry cell = entity.getRegisterEntry();
      cells.put(Math.toIntExact(cell.getIndex().getIndex()), bits(register, cell));
    }
    return cells;
  }

  private List<Entity> read(Entity pattern) {
    return client.read(List.of(pattern));
  }

  private Entity only(String name, int index, Entity pattern) {
    List<Entity> cells = read(pattern);
    if (cells.size() != 1) {
      throw new P4RuntimeException(
          client.switchId(),
          Status.Code.INTERNAL,
          "Read of %s[%d] gave %d cells".formatted(name, index, cells.size()));
    }
    return cells.getFirst();
  }

  private P4InfoIndex.CounterInfo array(String name) {
    P4InfoIndex.CounterInfo counter = info.counters().named(name);
    if (counter.directTableId().isPresent()) {
      throw new IllegalArgumentException(
          "counter %s is direct: read it by its table".formatted(counter.name()));
    }
    return counter;
  }

  /** Returns what a message has counted. */
  public static PacketByteCount value(CounterData data) {
    return new PacketByteCount(data.getPacketCount(), data.getByteCount());
  }

  private static Bits bits(P4InfoIndex.RegisterInfo register, RegisterEntry cell) {
    int width =
        register
            .width()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "register %s does not hold bit strings".formatted(register.name())));
    ByteString bytes = cell.getData().getBitstring();
    return new Bits(
        register.signed()
            ? P4Bytes.decodeSigned(bytes, width).and(Bits.ones(width).value())
            : P4Bytes.decode(bytes, width),
        width);
  }
}

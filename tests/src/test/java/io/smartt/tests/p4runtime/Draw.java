package io.smartt.tests.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4Bytes;
import io.smartt.p4.info.P4InfoIndex.ActionInfo;
import io.smartt.p4.info.P4InfoIndex.RegisterInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo;
import io.smartt.p4.info.P4InfoIndex.TableInfo.ActionRefInfo;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.p4.v1.Action;
import org.p4.v1.ActionProfileGroup;
import org.p4.v1.ActionProfileMember;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.CounterData;
import org.p4.v1.CounterEntry;
import org.p4.v1.DigestEntry;
import org.p4.v1.DirectCounterEntry;
import org.p4.v1.DirectMeterEntry;
import org.p4.v1.Entity;
import org.p4.v1.FieldMatch;
import org.p4.v1.Index;
import org.p4.v1.MeterConfig;
import org.p4.v1.MeterEntry;
import org.p4.v1.MulticastGroupEntry;
import org.p4.v1.P4Data;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.RegisterEntry;
import org.p4.v1.Replica;
import org.p4.v1.TableAction;
import org.p4.v1.TableEntry;
import org.p4.v1.Update;
import org.p4.v1.ValueSetEntry;

/**
 * Draws updates that are well formed: whether they succeed depends on what the switch holds. Keys
 * come from few values, so that updates meet.
 */
final class Draw {
  /** Tables whose entries name an action directly. */
  static final List<String> DIRECT =
      List.of("exact_pair", "prefixes", "acl", "wide_key", "initial", "aged");

  private static final List<String> DEFAULTS =
      List.of("exact_pair", "prefixes", "acl", "wide_key", "keyless", "initial", "aged");

  private final RandomGenerator random;
  private final boolean oneShots;

  /**
   * @param oneShots whether the selector is mostly programmed in one shot; that and members with
   *     groups exclude each other, so a mixture would mostly be refused
   */
  Draw(RandomGenerator random, boolean oneShots) {
    this.random = random;
    this.oneShots = oneShots;
  }

  /** An update of any kind. */
  Update update() {
    return switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5, 6 -> entry(DIRECT.get(random.nextInt(DIRECT.size())));
      case 7, 8 -> entry("routes");
      case 9 -> entry("through_profile");
      case 10 -> modify(Entity.newBuilder().setTableEntry(defaultEntry()));
      case 11, 12 -> typed(Entity.newBuilder().setActionProfileMember(member()));
      case 13, 14 ->
          oneShots && random.nextInt(20) > 0
              ? entry("routes")
              : typed(Entity.newBuilder().setActionProfileGroup(group()));
      case 15 -> modify(array());
      case 16 -> modify(direct());
      case 17, 18 -> typed(replication());
      default ->
          random.nextBoolean()
              ? typed(Entity.newBuilder().setDigestEntry(digest()))
              : modify(Entity.newBuilder().setValueSetEntry(valueSet()));
    };
  }

  private static Update modify(Entity.Builder entity) {
    return Update.newBuilder().setType(Update.Type.MODIFY).setEntity(entity).build();
  }

  private Update typed(Entity.Builder entity) {
    return Update.newBuilder().setType(type()).setEntity(entity).build();
  }

  /** Inserts twice as often as it modifies or deletes. */
  Update.Type type() {
    return switch (random.nextInt(4)) {
      case 0 -> Update.Type.MODIFY;
      case 1 -> Update.Type.DELETE;
      default -> Update.Type.INSERT;
    };
  }

  /** An update of an ordinary entry of this table. */
  Update entry(String name) {
    Update.Type type = type();
    return Update.newBuilder()
        .setType(type)
        .setEntity(Entity.newBuilder().setTableEntry(entry(table(name), type)))
        .build();
  }

  private TableEntry entry(TableInfo table, Update.Type type) {
    TableEntry.Builder entry = key(table);
    if (type == Update.Type.DELETE) {
      return entry.build();
    }
    entry.setAction(target(table));
    if (random.nextInt(4) == 0) {
      entry.setMetadata(ByteString.copyFrom(new byte[] {(byte) random.nextInt(256), 0}));
    }
    if (table.perEntry().idleTimeout() && random.nextBoolean()) {
      entry.setIdleTimeoutNs(1 + random.nextInt(1000));
    }
    if (table.perEntry().counter().isPresent() && random.nextBoolean()) {
      entry.setCounterData(counterData());
    }
    if (table.perEntry().meter().isPresent() && random.nextBoolean()) {
      entry.setMeterConfig(meterConfig());
    }
    return entry.build();
  }

  /** Match and priority. */
  TableEntry.Builder key(TableInfo table) {
    TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table.id());
    for (TableInfo.MatchFieldInfo field : table.matchFields()) {
      switch (field.kind()) {
        case EXACT ->
            entry.addMatchBuilder().setFieldId(field.id()).getExactBuilder().setValue(few());
        default -> {
          if (random.nextInt(3) > 0) {
            entry.addMatch(match(field));
          }
        }
      }
    }
    return entry.setPriority(table.needsPriority() ? 1 + random.nextInt(3) : 0);
  }

  private FieldMatch match(TableInfo.MatchFieldInfo field) {
    FieldMatch.Builder match = FieldMatch.newBuilder().setFieldId(field.id());
    switch (field.kind()) {
      case LPM -> {
        int length = 1 + random.nextInt(field.width());
        BigInteger ones = BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
        BigInteger prefix = ones.andNot(ones.shiftRight(length));
        match
            .getLpmBuilder()
            .setValue(P4Bytes.encode(number(field.width()).and(prefix)))
            .setPrefixLen(length);
      }
      case TERNARY -> {
        BigInteger mask = number(field.width()).or(BigInteger.ONE);
        match
            .getTernaryBuilder()
            .setValue(P4Bytes.encode(number(field.width()).and(mask)))
            .setMask(P4Bytes.encode(mask));
      }
      case RANGE -> {
        int low = random.nextInt(50);
        match.getRangeBuilder().setLow(bytes(low)).setHigh(bytes(low + random.nextInt(50)));
      }
      case OPTIONAL -> match.getOptionalBuilder().setValue(few());
      case EXACT, OTHER -> throw new IllegalArgumentException(field.toString());
    }
    return match.build();
  }

  private TableAction target(TableInfo table) {
    if (table.implementation().isEmpty()) {
      List<ActionRefInfo> offered =
          table.actionRefs().stream().filter(ActionRefInfo::allowedInEntry).toList();
      return TableAction.newBuilder()
          .setAction(action(offered.get(random.nextInt(offered.size())).action()))
          .build();
    }
    TableAction.Builder target = TableAction.newBuilder();
    boolean selector = table.implementation().get().withSelector();
    boolean oneShot = selector && random.nextInt(10) < (oneShots ? 8 : 1);
    switch (oneShot ? 3 : selector ? random.nextInt(3) : 0) {
      case 0 -> target.setActionProfileMemberId(1 + random.nextInt(5));
      case 1, 2 -> target.setActionProfileGroupId(1 + random.nextInt(3));
      default -> {
        for (int i = random.nextInt(4); i >= 0; i--) {
          target
              .getActionProfileActionSetBuilder()
              .addActionProfileActionsBuilder()
              .setAction(action(Everything.INFO.actions().named("forward")))
              .setWeight(1 + random.nextInt(3));
        }
      }
    }
    return target.build();
  }

  /** A call with drawn arguments. */
  Action action(ActionInfo action) {
    Action.Builder call = Action.newBuilder().setActionId(action.id());
    for (ActionInfo.ParamInfo param : action.params()) {
      call.addParamsBuilder()
          .setParamId(param.id())
          .setValue(P4Bytes.encode(number(param.width())));
    }
    return call.build();
  }

  private TableEntry defaultEntry() {
    TableInfo table = table(DEFAULTS.get(random.nextInt(DEFAULTS.size())));
    TableEntry.Builder entry =
        TableEntry.newBuilder().setTableId(table.id()).setIsDefaultAction(true);
    if (random.nextInt(4) > 0) {
      List<ActionRefInfo> offered =
          table.actionRefs().stream().filter(ActionRefInfo::allowedAsDefault).toList();
      entry
          .getActionBuilder()
          .setAction(action(offered.get(random.nextInt(offered.size())).action()));
      if (random.nextBoolean()) {
        entry.setMetadata(ByteString.copyFromUtf8("m"));
      }
    }
    return entry.build();
  }

  private ActionProfileMember member() {
    boolean selector = random.nextInt(30) < (oneShots ? 1 : 20);
    return ActionProfileMember.newBuilder()
        .setActionProfileId(Everything.id(selector ? "paths" : "shared"))
        .setMemberId(1 + random.nextInt(selector ? 6 : 8))
        .setAction(
            action(
                Everything.INFO
                    .actions()
                    .named(selector || random.nextBoolean() ? "forward" : "mark")))
        .build();
  }

  private ActionProfileGroup group() {
    int id = 1 + random.nextInt(4);
    ActionProfileGroup.Builder group =
        ActionProfileGroup.newBuilder()
            .setActionProfileId(Everything.id("paths"))
            .setGroupId(id)
            .setMaxSize(random.nextInt(20) == 0 ? 9 : 4 * id);
    IntStream.rangeClosed(1, 6)
        .filter(_ -> random.nextInt(3) == 0)
        .forEach(member ->
            group.addMembersBuilder().setMemberId(member).setWeight(1 + random.nextInt(4)));
    return group.build();
  }

  private Entity.Builder array() {
    Entity.Builder entity = Entity.newBuilder();
    switch (random.nextInt(3)) {
      case 0 -> {
        CounterEntry.Builder entry =
            CounterEntry.newBuilder().setCounterId(Everything.id("packets"));
        if (random.nextInt(6) > 0) {
          entry.setIndex(index(8));
        }
        if (random.nextInt(6) > 0) {
          entry.setData(counterData());
        }
        entity.setCounterEntry(entry);
      }
      case 1 -> {
        MeterEntry.Builder entry = MeterEntry.newBuilder().setMeterId(Everything.id("rates"));
        if (random.nextInt(6) > 0) {
          entry.setIndex(index(4));
        }
        if (random.nextInt(4) > 0) {
          entry.setConfig(meterConfig());
        }
        entity.setMeterEntry(entry);
      }
      default -> entity.setRegisterEntry(register());
    }
    return entity;
  }

  private RegisterEntry register() {
    List<RegisterInfo> registers = Everything.INFO.registers().all();
    RegisterInfo register = registers.get(random.nextInt(registers.size()));
    var type = register.type().getBitstring();
    ByteString value =
        type.hasInt()
            ? P4Bytes.encodeSigned(
                BigInteger.valueOf(random.nextInt(-2048, 2048)), type.getInt().getBitwidth())
            : P4Bytes.encode(number(type.getBit().getBitwidth()));
    RegisterEntry.Builder entry =
        RegisterEntry.newBuilder()
            .setRegisterId(register.id())
            .setData(P4Data.newBuilder().setBitstring(value));
    if (random.nextInt(6) > 0) {
      entry.setIndex(index(register.size()));
    }
    return entry.build();
  }

  private Entity.Builder direct() {
    TableEntry entry = key(table("acl")).build();
    if (random.nextBoolean()) {
      DirectCounterEntry.Builder counter = DirectCounterEntry.newBuilder().setTableEntry(entry);
      if (random.nextInt(4) > 0) {
        counter.setData(counterData());
      }
      return Entity.newBuilder().setDirectCounterEntry(counter);
    }
    DirectMeterEntry.Builder meter = DirectMeterEntry.newBuilder().setTableEntry(entry);
    if (random.nextInt(4) > 0) {
      meter.setConfig(meterConfig());
    }
    return Entity.newBuilder().setDirectMeterEntry(meter);
  }

  private Entity.Builder replication() {
    PacketReplicationEngineEntry.Builder entry = PacketReplicationEngineEntry.newBuilder();
    List<Replica> replicas = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      replicas.add(
          Replica.newBuilder().setPort(bytes(1 + random.nextInt(8))).setInstance(i).build());
    }
    int id = 1 + random.nextInt(5);
    if (random.nextBoolean()) {
      entry.setMulticastGroupEntry(
          MulticastGroupEntry.newBuilder().setMulticastGroupId(id).addAllReplicas(replicas));
    } else {
      entry.setCloneSessionEntry(
          CloneSessionEntry.newBuilder()
              .setSessionId(id)
              .addAllReplicas(replicas)
              .setClassOfService(random.nextInt(8))
              .setPacketLengthBytes(random.nextInt(200)));
    }
    return Entity.newBuilder().setPacketReplicationEngineEntry(entry);
  }

  private DigestEntry digest() {
    return DigestEntry.newBuilder()
        .setDigestId(Everything.INFO.digests().all().getFirst().id())
        .setConfig(
            DigestEntry.Config.newBuilder()
                .setMaxListSize(random.nextInt(5))
                .setMaxTimeoutNs(random.nextInt(1000)))
        .build();
  }

  private ValueSetEntry valueSet() {
    ValueSetEntry.Builder set =
        ValueSetEntry.newBuilder().setValueSetId(Everything.INFO.valueSets().all().getFirst().id());
    IntStream.range(0, 5)
        .filter(_ -> random.nextBoolean())
        .limit(4)
        .forEach(i ->
            set.addMembersBuilder()
                .addMatchBuilder()
                .setFieldId(1)
                .getExactBuilder()
                .setValue(bytes(i)));
    return set.build();
  }

  private CounterData.Builder counterData() {
    return CounterData.newBuilder()
        .setPacketCount(random.nextInt(1000))
        .setByteCount(random.nextInt(100_000));
  }

  private MeterConfig.Builder meterConfig() {
    long cir = random.nextInt(1000);
    return MeterConfig.newBuilder()
        .setCir(cir)
        .setCburst(random.nextInt(100))
        .setPir(cir + random.nextInt(1000))
        .setPburst(random.nextInt(100));
  }

  private Index.Builder index(long size) {
    return Index.newBuilder().setIndex(random.nextLong(size));
  }

  /** A value of a few, so that keys repeat. */
  private ByteString few() {
    return bytes(random.nextInt(5));
  }

  private BigInteger number(int width) {
    return random.nextInt(3) == 0
        ? new BigInteger(width, new java.util.Random(random.nextLong()))
        : BigInteger.valueOf(random.nextInt(4)).mod(BigInteger.ONE.shiftLeft(width));
  }

  static ByteString bytes(long value) {
    return P4Bytes.encode(value);
  }

  static TableInfo table(String name) {
    return Everything.INFO.tables().named(name);
  }

  /** A call with these arguments. */
  static Action call(String name, long... arguments) {
    ActionInfo action = Everything.INFO.actions().named(name);
    Action.Builder call = Action.newBuilder().setActionId(action.id());
    for (int i = 0; i < arguments.length; i++) {
      call.addParamsBuilder()
          .setParamId(action.params().all().get(i).id())
          .setValue(bytes(arguments[i]));
    }
    return call.build();
  }

  /** An entry that the program brings: one exact field, marking with its value. */
  static TableEntry initial(String table, int key) {
    TableEntry.Builder entry = TableEntry.newBuilder().setTableId(table(table).id());
    entry.addMatchBuilder().setFieldId(1).getExactBuilder().setValue(bytes(key));
    entry.getActionBuilder().setAction(call("mark", key));
    return entry.build();
  }
}

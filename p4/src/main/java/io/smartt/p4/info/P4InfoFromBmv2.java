package io.smartt.p4.info;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition.ActionProfile;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import org.p4.config.v1.Action;
import org.p4.config.v1.CounterSpec;
import org.p4.config.v1.MatchField;
import org.p4.config.v1.MeterSpec;
import org.p4.config.v1.P4BitstringLikeTypeSpec;
import org.p4.config.v1.P4DataTypeSpec;
import org.p4.config.v1.P4Ids.Prefix;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4StructTypeSpec;
import org.p4.config.v1.Preamble;
import org.p4.config.v1.Table;

/**
 * P4Info worked out from BMv2 JSON, for programs of which there is nothing else. The JSON leaves out
 * what only the source or p4c's own P4Info says: annotations (so ids given by {@code @id}, {@code
 * @defaultonly}, controller headers and translated types), the counter's unit (taken as both), the
 * fields of a value set (taken as one), and that a match is optional (it is ternary there).
 */
public final class P4InfoFromBmv2 {
  /**
   * The names that p4c gives the tables that it makes of statements, and the actions of switch
   * cases.
   */
  private static final Pattern MADE_TABLE = Pattern.compile("tbl_.*|switch_[0-9]+_table");

  private static final Pattern MADE_ACTION = Pattern.compile("switch_[0-9]+_case.*");

  private final Bmv2Config config;
  private final P4Ids ids = new P4Ids();
  private final P4Info.Builder info = P4Info.newBuilder();
  private final Map<Integer, ActionDefinition> actions = new HashMap<>();
  private final Map<String, HeaderType> headers = new HashMap<>();

  private P4InfoFromBmv2(Bmv2Config config) {
    this.config = config;
    config.actions().forEach(action -> actions.put(action.id(), action));
    for (Bmv2Config.HeaderInstance header : config.headers()) {
      headers.put(header.name(), header.type());
    }
  }

  /** The P4Info of a program. */
  public static P4Info of(Bmv2Config config) {
    return new P4InfoFromBmv2(config).derive();
  }

  private P4Info derive() {
    info.getPkgInfoBuilder().setArch("v1model");
    List<TableDefinition> tables =
        config.pipelines().stream()
            .flatMap(pipeline -> pipeline.tables().stream())
            .filter(table -> !isMade(table))
            .toList();
    tables.forEach(this::addTable);
    addActions(tables);
    config.pipelines().stream()
        .flatMap(pipeline -> pipeline.actionProfiles().stream())
        .forEach(profile -> addProfile(profile, tables));
    config.counterArrays().forEach(this::addCounter);
    config.meterArrays().forEach(this::addMeter);
    config.registerArrays().forEach(this::addRegister);
    config.valueSets().forEach(this::addValueSet);
    config.learnLists().forEach(this::addDigest);
    setAliases(info);
    return info.build();
  }

  private static boolean isMade(TableDefinition table) {
    return MADE_TABLE.matcher(table.name()).matches()
        && table.defaultEntry().filter(TableDefinition.DefaultEntry::constAction).isPresent();
  }

  private void addTable(TableDefinition table) {
    Table.Builder message =
        info.addTablesBuilder()
            .setPreamble(preamble(Prefix.TABLE, table.name()))
            .setSize(table.maxSize());
    int field = 0;
    for (TableDefinition.KeyField key : table.key()) {
      message
          .addMatchFieldsBuilder()
          .setId(++field)
          .setName(key.name())
          .setBitwidth(width(key.target()))
          .setMatchType(matchType(key));
    }
    for (int id : table.actions()) {
      message.addActionRefsBuilder().setId(actionId(id));
    }
    table
        .defaultEntry()
        .ifPresent(entry -> {
          if (entry.constAction()) {
            message.setConstDefaultActionId(actionId(entry.actionId()));
          }
          initialDefault(message, entry);
        });
    table
        .actionProfile()
        .ifPresent(name -> message.setImplementationId(ids.of(Prefix.ACTION_PROFILE, name)));
    directResources(table, message);
    if (table.supportsTimeout()) {
      message.setIdleTimeoutBehavior(Table.IdleTimeoutBehavior.NOTIFY_CONTROL);
    }
    message.setIsConstTable(!table.entries().isEmpty());
    message.setHasInitialEntries(!table.entries().isEmpty());
  }

  private void initialDefault(Table.Builder message, TableDefinition.DefaultEntry entry) {
    var call = message.getInitialDefaultActionBuilder().setActionId(actionId(entry.actionId()));
    List<ActionDefinition.Parameter> parameters = action(entry.actionId()).parameters();
    for (int i = 0; i < entry.arguments().size(); i++) {
      call.addArgumentsBuilder()
          .setParamId(i + 1)
          .setValue(P4Bytes.encode(entry.arguments().get(i), parameters.get(i).width()));
    }
  }

  private void directResources(TableDefinition table, Table.Builder message) {
    for (Bmv2Config.CounterArray counter : config.counterArrays()) {
      if (counter.direct() && counter.binding().filter(table.name()::equals).isPresent()) {
        message.addDirectResourceIds(ids.of(Prefix.DIRECT_COUNTER, counter.name()));
      }
    }
    table
        .directMeter()
        .ifPresent(meter -> message.addDirectResourceIds(ids.of(Prefix.DIRECT_METER, meter)));
  }

  /** Adds the actions that a table offers, and those of the source that are only called. */
  private void addActions(List<TableDefinition> tables) {
    Set<Integer> offered = new HashSet<>();
    tables.forEach(table -> offered.addAll(table.actions()));
    Map<String, ActionDefinition> byName = new LinkedHashMap<>();
    for (ActionDefinition action : config.actions()) {
      boolean called = action.name().contains(".") && !MADE_ACTION.matcher(action.name()).matches();
      if (offered.contains(action.id()) || called) {
        byName.putIfAbsent(action.name(), action);
      }
    }
    for (ActionDefinition action : byName.values()) {
      Action.Builder message =
          info.addActionsBuilder().setPreamble(preamble(Prefix.ACTION, action.name()));
      int id = 0;
      for (ActionDefinition.Parameter parameter : action.parameters()) {
        message
            .addParamsBuilder()
            .setId(++id)
            .setName(parameter.name())
            .setBitwidth(parameter.width());
      }
    }
  }

  private void addProfile(ActionProfile profile, List<TableDefinition> tables) {
    var message =
        info.addActionProfilesBuilder()
            .setPreamble(preamble(Prefix.ACTION_PROFILE, profile.name()))
            .setWithSelector(profile.selector().isPresent())
            .setSize(profile.maxSize());
    for (TableDefinition table : tables) {
      if (table.actionProfile().filter(profile.name()::equals).isPresent()) {
        message.addTableIds(ids.of(Prefix.TABLE, table.name()));
      }
    }
  }

  private void addCounter(Bmv2Config.CounterArray counter) {
    CounterSpec.Builder spec = CounterSpec.newBuilder().setUnit(CounterSpec.Unit.BOTH);
    if (!counter.direct()) {
      info.addCountersBuilder()
          .setPreamble(preamble(Prefix.COUNTER, counter.name()))
          .setSpec(spec)
          .setSize(counter.size());
    } else if (counter.binding().isPresent()) {
      info.addDirectCountersBuilder()
          .setPreamble(preamble(Prefix.DIRECT_COUNTER, counter.name()))
          .setSpec(spec)
          .setDirectTableId(ids.of(Prefix.TABLE, counter.binding().get()));
    }
  }

  private void addMeter(Bmv2Config.MeterArray meter) {
    MeterSpec.Builder spec =
        MeterSpec.newBuilder()
            .setUnit(meter.bytes() ? MeterSpec.Unit.BYTES : MeterSpec.Unit.PACKETS);
    if (!meter.direct()) {
      info.addMetersBuilder()
          .setPreamble(preamble(Prefix.METER, meter.name()))
          .setSpec(spec)
          .setSize(meter.size());
    } else if (meter.binding().isPresent()) {
      info.addDirectMetersBuilder()
          .setPreamble(preamble(Prefix.DIRECT_METER, meter.name()))
          .setSpec(spec)
          .setDirectTableId(ids.of(Prefix.TABLE, meter.binding().get()));
    }
  }

  private void addRegister(Bmv2Config.RegisterArray register) {
    info.addRegistersBuilder()
        .setPreamble(preamble(Prefix.REGISTER, register.name()))
        .setTypeSpec(bits(register.width(), false))
        .setSize(register.size());
  }

  private void addValueSet(Bmv2Config.ValueSetDefinition set) {
    info.addValueSetsBuilder()
        .setPreamble(preamble(Prefix.VALUE_SET, set.name()))
        .addMatchBuilder()
        .setId(1)
        .setName(set.name())
        .setBitwidth(set.width())
        .setMatchType(MatchField.MatchType.EXACT);
  }

  private void addDigest(Bmv2Config.LearnList list) {
    P4StructTypeSpec.Builder struct = P4StructTypeSpec.newBuilder();
    for (Value.Field element : list.elements()) {
      HeaderType type = header(element.header());
      HeaderType.Field field = type.fields().get(type.indexOf(element.field()));
      struct
          .addMembersBuilder()
          .setName(element.field())
          .setTypeSpec(bits(field.width(), field.signed()));
    }
    info.getTypeInfoBuilder().putStructs(list.name(), struct.build());
    var digest = info.addDigestsBuilder().setPreamble(preamble(Prefix.DIGEST, list.name()));
    digest.getTypeSpecBuilder().getStructBuilder().setName(list.name());
  }

  private Preamble preamble(Prefix kind, String name) {
    return Preamble.newBuilder().setId(ids.of(kind, name)).setName(name).build();
  }

  private static MatchField.MatchType matchType(TableDefinition.KeyField key) {
    return switch (key.kind()) {
      case EXACT, VALID -> MatchField.MatchType.EXACT;
      case LPM -> MatchField.MatchType.LPM;
      case TERNARY -> MatchField.MatchType.TERNARY;
      case RANGE -> MatchField.MatchType.RANGE;
    };
  }

  private int width(Value target) {
    if (!(target instanceof Value.Field(String header, String name))
        || name.equals(HeaderType.VALID)) {
      return 1;
    }
    HeaderType type = header(header);
    return type.fields().get(type.indexOf(name)).width();
  }

  private HeaderType header(String name) {
    return Stream.ofNullable(headers.get(name)).findFirst().orElseThrow();
  }

  private ActionDefinition action(int id) {
    return Stream.ofNullable(actions.get(id)).findFirst().orElseThrow();
  }

  private int actionId(int id) {
    return ids.of(Prefix.ACTION, action(id).name());
  }

  private static P4DataTypeSpec bits(int width, boolean signed) {
    P4BitstringLikeTypeSpec.Builder bits = P4BitstringLikeTypeSpec.newBuilder();
    if (signed) {
      bits.getIntBuilder().setBitwidth(width);
    } else {
      bits.getBitBuilder().setBitwidth(width);
    }
    return P4DataTypeSpec.newBuilder().setBitstring(bits).build();
  }

  /**
   * Ids as P4Runtime and p4c give them: the top byte says what kind of object it is (P4Runtime
   * section 6.3), the other three are Bob Jenkins' one-at-a-time hash of the name. Two names of one
   * kind with one hash get consecutive ids, in the order in which they are asked for.
   */
  static final class P4Ids {
    private static final int SUFFIX = 0xffffff;

    private final Map<Integer, String> nameOf = new HashMap<>();

    /** The id of an object; the same at each call. */
    int of(Prefix kind, String name) {
      int suffix = hash(name) & SUFFIX;
      while (true) {
        int id = kind.getNumber() << 24 | suffix;
        if (nameOf.computeIfAbsent(id, _ -> name).equals(name)) {
          return id;
        }
        suffix = (suffix + 1) & SUFFIX;
      }
    }

    private static int hash(String name) {
      int hash = 0;
      for (byte b : name.getBytes(StandardCharsets.UTF_8)) {
        hash += b & 0xff;
        hash += hash << 10;
        hash ^= hash >>> 6;
      }
      hash += hash << 3;
      hash ^= hash >>> 11;
      hash += hash << 15;
      return hash;
    }
  }

  /**
   * Gives each object the alias that P4Runtime section 6.1.1 wants: the shortest end of its name,
   * cut at a dot, that no other object of its kind has.
   */
  private static void setAliases(P4Info.Builder info) {
    Stream.<List<Preamble.Builder>>of(
            info.getTablesBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getActionsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getActionProfilesBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getCountersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDirectCountersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getMetersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDirectMetersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getRegistersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getValueSetsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDigestsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList())
        .forEach(P4InfoFromBmv2::setAliases);
  }

  private static void setAliases(List<Preamble.Builder> kind) {
    Map<String, Integer> uses = new HashMap<>();
    for (Preamble.Builder object : kind) {
      for (String end : ends(object.getName())) {
        uses.merge(end, 1, Integer::sum);
      }
    }
    for (Preamble.Builder object : kind) {
      object.setAlias(
          ends(object.getName()).stream()
              .filter(end -> uses.getOrDefault(end, 0) == 1)
              .findFirst()
              .orElse(object.getName()));
    }
  }

  /** Shortest first. */
  private static List<String> ends(String name) {
    List<String> ends = new ArrayList<>();
    for (int dot = name.lastIndexOf('.'); dot >= 0; dot = name.lastIndexOf('.', dot - 1)) {
      ends.add(name.substring(dot + 1));
    }
    ends.add(name);
    return ends;
  }
}

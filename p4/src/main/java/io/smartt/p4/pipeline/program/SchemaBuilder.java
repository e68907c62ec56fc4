package io.smartt.p4.pipeline.program;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.bmv2.ParseState;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ActionSchema;
import io.smartt.p4.pipeline.state.ProgramSchema;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;

/** Works out what of a program the control plane can name. */
final class SchemaBuilder {
  private final Bmv2Config config;
  private final ProgramLayout layout;
  private final Map<Integer, ActionSchema> actions = new HashMap<>();
  private final List<String> profiles = new ArrayList<>();
  private final List<Map<String, ActionSchema>> profileActions = new ArrayList<>();
  private final List<TableSchema> tables = new ArrayList<>();
  private final List<TableEntry> entries = new ArrayList<>();
  private final Map<String, TableEntry.EntryTarget.ActionCall> defaults = new HashMap<>();

  SchemaBuilder(Bmv2Config config, ProgramLayout layout) {
    this.config = config;
    this.layout = layout;
  }

  ProgramSchema build() {
    for (Bmv2Config.ActionDefinition action : config.actions()) {
      actions.put(action.id(), new ActionSchema(actions.size(), action));
    }
    for (Bmv2Config.PipelineDefinition pipeline : config.pipelines()) {
      for (Bmv2Config.PipelineDefinition.ActionProfile profile : pipeline.actionProfiles()) {
        profiles.add(profile.name());
        profileActions.add(new HashMap<>());
      }
      pipeline.tables().forEach(this::add);
    }
    return new ProgramSchema(
        tables,
        profiles,
        profileActions,
        valueSets(),
        config.counterArrays().stream().filter(counter -> !counter.direct()).toList(),
        config.registerArrays(),
        config.meterArrays().stream().filter(meter -> !meter.direct()).toList(),
        entries,
        defaults);
  }

  private void add(TableDefinition table) {
    List<TableSchema.KeyField> key = new ArrayList<>();
    int word = 0;
    for (TableDefinition.KeyField field : table.key()) {
      key.add(new TableSchema.KeyField(field.name(), field.kind(), width(field), word));
      word += key.getLast().words();
    }
    Map<String, ActionSchema> allowed = new HashMap<>();
    for (int id : table.actions()) {
      ActionSchema action = action(id);
      allowed.put(action.name(), action);
    }
    OptionalInt profile = OptionalInt.empty();
    if (table.actionProfile().isPresent()) {
      profile = OptionalInt.of(profiles.indexOf(table.actionProfile().get()));
      profileActions.get(profile.getAsInt()).putAll(allowed);
    }
    boolean constDefault =
        table.defaultEntry().filter(TableDefinition.DefaultEntry::constAction).isPresent();
    tables.add(
        new TableSchema(
            table.name(), tables.size(), key, allowed, profile, constDefault, directMeter(table)));
    table
        .defaultEntry()
        .ifPresent(entry -> {
          ActionSchema action = action(entry.actionId());
          allowed(table, allowed, action);
          defaults.put(table.name(), action.call(entry.arguments()));
        });
    addEntries(table, key, allowed);
  }

  private void addEntries(
      TableDefinition table, List<TableSchema.KeyField> key, Map<String, ActionSchema> allowed) {
    int last = table.entries().stream().mapToInt(e -> e.priority()).max().orElse(0);
    for (TableDefinition.Entry entry : table.entries()) {
      ActionSchema action = action(entry.actionId());
      allowed(table, allowed, action);
      List<MatchValue> match = new ArrayList<>();
      for (int i = 0; i < key.size(); i++) {
        match.add(match(table, key.get(i), entry.key().get(i)));
      }
      // Here a low number wins; for the control plane a high one does.
      int priority = tables.getLast().hasPriority() ? last + 1 - entry.priority() : 0;
      // Whether they may be changed is not said here; P4Info says it.
      entries.add(TableEntry.of(table.name(), match, priority, action.call(entry.arguments())));
    }
  }

  private static void allowed(
      TableDefinition table, Map<String, ActionSchema> allowed, ActionSchema action) {
    if (!allowed.containsKey(action.name())) {
      throw new Bmv2FormatException(
          "table " + table.name(), "does not list the action " + action.name() + " that it runs");
    }
  }

  private ActionSchema action(int id) {
    ActionSchema action = actions.get(id);
    if (action == null) {
      throw new Bmv2FormatException("$.actions", "no action of id " + id);
    }
    return action;
  }

  private Optional<Bmv2Config.MeterArray> directMeter(TableDefinition table) {
    return config.meterArrays().stream()
        .filter(meter -> meter.direct() && table.directMeter().equals(Optional.of(meter.name())))
        .findFirst();
  }

  private int width(TableDefinition.KeyField field) {
    return field.target() instanceof Value.Field(String header, String name)
        ? layout.header(header).field(name).width()
        : 1;
  }

  private static MatchValue match(
      TableDefinition table, TableSchema.KeyField field, TableDefinition.MatchParameter parameter) {
    int width = field.width();
    BigInteger ones = Bits.ones(width).value();
    try {
      return switch (parameter) {
        case TableDefinition.MatchParameter.Exact(BigInteger key) ->
            new MatchValue.Exact(new Bits(key, width));
        case TableDefinition.MatchParameter.Valid(boolean key) ->
            new MatchValue.Exact(Bits.of(key ? 1 : 0, width));
        case TableDefinition.MatchParameter.Lpm(BigInteger key, int length) -> {
          BigInteger prefix = ones.andNot(ones.shiftRight(length));
          yield length == 0
              ? new MatchValue.Any()
              : new MatchValue.Lpm(new Bits(key.and(prefix), width), length);
        }
        case TableDefinition.MatchParameter.Ternary(BigInteger key, BigInteger mask) ->
            mask.signum() == 0
                ? new MatchValue.Any()
                : new MatchValue.Ternary(new Bits(key.and(mask), width), new Bits(mask, width));
        case TableDefinition.MatchParameter.Range(BigInteger start, BigInteger end) ->
            start.signum() == 0 && end.equals(ones)
                ? new MatchValue.Any()
                : new MatchValue.Range(new Bits(start, width), new Bits(end, width));
      };
    } catch (IllegalArgumentException e) {
      throw new Bmv2FormatException(
          "table " + table.name() + ", an entry's field " + field.name(),
          String.valueOf(e.getMessage()));
    }
  }

  private List<ProgramSchema.ValueSetSchema> valueSets() {
    List<ProgramSchema.ValueSetSchema> schemas = new ArrayList<>();
    for (Bmv2Config.ValueSetDefinition valueSet : config.valueSets()) {
      List<List<Integer>> shapes = new ArrayList<>();
      for (ParseState.ParserDefinition parser : config.parsers()) {
        for (ParseState state : parser.states()) {
          List<Integer> shape = state.transitionKey().stream().map(layout::keyWidth).toList();
          if (asks(state, valueSet.name()) && !shapes.contains(shape)) {
            shapes.add(shape);
          }
        }
      }
      schemas.add(
          new ProgramSchema.ValueSetSchema(
              valueSet.name(), schemas.size(), valueSet.width(), shapes));
    }
    return schemas;
  }

  private static boolean asks(ParseState state, String valueSet) {
    return state.transitions().stream()
        .anyMatch(transition ->
            transition instanceof ParseState.Transition.InValueSet in
                && in.valueSet().equals(valueSet));
  }
}

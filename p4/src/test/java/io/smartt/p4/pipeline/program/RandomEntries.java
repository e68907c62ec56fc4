package io.smartt.p4.pipeline.program;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.PipelineDefinition;
import io.smartt.p4.bmv2.TableDefinition;
import io.smartt.p4.bmv2.Value;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineControl.MeterConfig;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Draws changes that mostly fit a program. */
final class RandomEntries {
  private final Bmv2Config config;
  private final ProgramLayout layout;
  private final Random random;

  RandomEntries(Bmv2Config config, Random random) {
    this.config = config;
    this.layout = new ProgramLayout(config);
    this.random = random;
  }

  /** One for each thing that can be changed, each on its own. */
  List<Change> draw() {
    List<Change> changes = new ArrayList<>();
    for (PipelineDefinition pipeline : config.pipelines()) {
      for (PipelineDefinition.ActionProfile profile : pipeline.actionProfiles()) {
        List<TableDefinition> users =
            pipeline.tables().stream()
                .filter(table -> table.actionProfile().equals(Optional.of(profile.name())))
                .toList();
        for (int id = 1; id <= 4 && !users.isEmpty(); id++) {
          changes.add(new Change.PutMember(profile.name(), id, call(users.getFirst())));
        }
        changes.add(
            new Change.PutGroup(
                profile.name(),
                1,
                List.of(new WeightedMember(1, 1), new WeightedMember(2, 1 + random.nextInt(3)))));
        changes.add(new Change.PutGroup(profile.name(), 2, List.of()));
      }
      pipeline.tables().forEach(table -> changes.addAll(entries(table)));
    }
    for (Bmv2Config.RegisterArray register : config.registerArrays()) {
      changes.add(
          new Change.WriteRegister(
              register.name(), random.nextInt(register.size()), bits(register.width())));
    }
    for (Bmv2Config.MeterArray meter : config.meterArrays()) {
      if (!meter.direct()) {
        changes.add(
            new Change.ConfigureMeter(
                meter.name(), 0, Optional.of(MeterConfig.twoRate(1000, 100, 2000, 300))));
      }
    }
    for (Bmv2Config.ValueSetDefinition valueSet : config.valueSets()) {
      changes.add(
          new Change.SetValueSet(
              valueSet.name(), List.of(List.of(new MatchValue.Exact(small(valueSet.width()))))));
    }
    return changes;
  }

  private List<Change> entries(TableDefinition table) {
    List<Change> changes = new ArrayList<>();
    if (random.nextInt(3) == 0 && !table.actions().isEmpty()) {
      changes.add(new Change.SetDefault(table.name(), target(table)));
    }
    int count = table.key().isEmpty() || table.actions().isEmpty() ? 0 : 12;
    boolean hasPriority =
        table.key().stream()
            .anyMatch(f ->
                f.kind() == TableDefinition.MatchType.TERNARY
                    || f.kind() == TableDefinition.MatchType.RANGE);
    for (int i = 0; i < count; i++) {
      List<MatchValue> key = table.key().stream().map(this::match).toList();
      int priority = hasPriority ? 1 + random.nextInt(20) : 0;
      TableEntry entry = TableEntry.of(table.name(), key, priority, target(table));
      changes.add(new Change.PutEntry(entry));
      if (table.directMeter().isPresent()) {
        changes.add(
            new Change.ConfigureDirectMeter(
                table.name(), key, priority, Optional.of(new MeterConfig(500, 90, 500, 0, 90))));
      }
    }
    return changes;
  }

  private EntryTarget target(TableDefinition table) {
    if (table.actionProfile().isEmpty()) {
      return call(table);
    }
    return table.selector() && random.nextBoolean()
        ? new EntryTarget.Group(1 + random.nextInt(2))
        : new EntryTarget.Member(1 + random.nextInt(4));
  }

  private EntryTarget.ActionCall call(TableDefinition table) {
    int id = table.actions().get(random.nextInt(table.actions().size()));
    ActionDefinition action =
        config.actions().stream().filter(a -> a.id() == id).findFirst().orElseThrow();
    return new EntryTarget.ActionCall(
        action.name(), action.parameters().stream().map(p -> small(p.width())).toList());
  }

  private MatchValue match(TableDefinition.KeyField field) {
    int width =
        field.target() instanceof Value.Field(String header, String name)
            ? layout.header(header).field(name).width()
            : 1;
    Bits value = random.nextInt(3) == 0 ? bits(width) : small(width);
    return switch (field.kind()) {
      case EXACT, VALID -> new MatchValue.Exact(value);
      case LPM -> {
        int length = random.nextInt(width + 1);
        yield new MatchValue.Lpm(masked(value, prefix(width, length)), length);
      }
      case TERNARY -> {
        Bits mask = random.nextBoolean() ? small(width) : bits(width);
        yield random.nextInt(4) == 0
            ? new MatchValue.Any()
            : new MatchValue.Ternary(masked(value, mask), mask);
      }
      case RANGE -> {
        Bits other = bits(width);
        boolean ordered = value.value().compareTo(other.value()) <= 0;
        yield new MatchValue.Range(ordered ? value : other, ordered ? other : value);
      }
    };
  }

  private static Bits prefix(int width, int length) {
    BigInteger ones = BigInteger.ONE.shiftLeft(length).subtract(BigInteger.ONE);
    return new Bits(ones.shiftLeft(width - length), width);
  }

  private static Bits masked(Bits value, Bits mask) {
    return new Bits(value.value().and(mask.value()), value.width());
  }

  private Bits bits(int width) {
    return new Bits(new BigInteger(width, random), width);
  }

  /** Likely to be met in a packet. */
  private Bits small(int width) {
    BigInteger value = BigInteger.valueOf(random.nextInt(8));
    return new Bits(value.mod(BigInteger.ONE.shiftLeft(width)), width);
  }
}

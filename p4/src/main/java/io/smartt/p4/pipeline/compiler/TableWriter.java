package io.smartt.p4.pipeline.compiler;

import module java.base;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.runtime.SlotContext;
import io.smartt.p4.pipeline.state.CounterCells;
import io.smartt.p4.pipeline.state.Entry;
import io.smartt.p4.pipeline.state.Entry.ActionBinding;
import io.smartt.p4.pipeline.state.PipelineState.ProfileVersion;
import io.smartt.p4.pipeline.state.PipelineState.Snapshot;
import io.smartt.p4.pipeline.state.PipelineState.TableVersion;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import io.smartt.p4.pipeline.table.MatchIndex;
import io.smartt.p4.pipeline.tree.HashNode;
import io.smartt.p4.pipeline.tree.Sink;
import io.smartt.p4.pipeline.tree.TableNode;

/**
 * Code of a table: key, look-up, what hits do, choice of a member, action. The method returns the
 * index of the action that ran, or {@link #NO_ACTION}; of a table whose successor depends on hit or
 * miss 1 or 0.
 */
final class TableWriter {
  /** The number that the method returns where nothing was run. */
  static final int NO_ACTION = -1;

  private final Code code;
  private final CodeBuilder raw;
  private final TableNode node;
  private final TableNode.Facts facts;
  private final int entry;
  private final int version;

  TableWriter(Code code, TableNode node) {
    this.code = code;
    this.raw = code.raw();
    this.node = node;
    this.facts = node.facts();
    entry = code.newReference();
    version = code.newReference();
  }

  /**
   * The whole method.
   *
   * @param actions indices of those that entries or members may run
   */
  void write(Collection<Integer> actions) {
    TableSchema schema = facts.schema();
    code.contextField("snapshot", Snapshot.class)
        .push(schema.index())
        .call(Snapshot.class, "table", TableVersion.class, int.class);
    raw.astore(version);
    if (schema.key().isEmpty()) {
      raw.aconst_null();
    } else {
      find();
    }
    raw.astore(entry);
    if (!schema.key().isEmpty()) {
      hit();
    }
    int binding = code.newReference();
    binding();
    raw.astore(binding);
    run(binding, actions);
    if (node.byHit()) {
      Label miss = code.label();
      raw.aload(entry).ifnull(miss);
      code.push(1);
      raw.ireturn();
      code.bind(miss).push(0);
      raw.ireturn();
    }
  }

  private void find() {
    Class<?> index = facts.schema().indexType();
    raw.aload(version);
    code.call(TableVersion.class, "index", MatchIndex.class).cast(index);
    if (facts.schema().words() == 1) {
      code.push(0L);
      for (TableNode.KeyPart part : facts.key()) {
        word(part, 0);
        raw.lor();
      }
      code.call(index, "find", Object.class, long.class);
    } else {
      for (TableNode.KeyPart part : facts.key()) {
        for (int i = 0; i < part.field().words(); i++) {
          code.contextField("key", long[].class).push(part.firstWord() + i);
          word(part, i);
          raw.lastore();
        }
      }
      code.contextField("key", long[].class).call(index, "find", Object.class, long[].class);
    }
    code.cast(Entry.class);
  }

  /** Pushes a word of a field as the key has it: 0 where the header is not valid. */
  private void word(TableNode.KeyPart part, int word) {
    code.loadSlot(part.header().slot(part.field()) + word);
    long whole = word == 0 ? Words.topMask(part.field().width()) : -1L;
    long mask = part.mask().get(word);
    if (part.field().signed() || (mask & whole) != whole) {
      code.push(mask);
      raw.land();
    }
    if (!part.header().metadata()) {
      code.loadSlot(part.header().base() + HeaderLayout.VALID_OFFSET);
      raw.lneg().land();
    }
  }

  private void hit() {
    if (!facts.counts() && !facts.ages() && facts.meterTarget().isEmpty()) {
      return;
    }
    Label miss = code.label();
    raw.aload(entry).ifnull(miss);
    if (facts.counts()) {
      code.context();
      raw.aload(entry);
      code.call(Entry.class, "counter", CounterCells.class)
          .push(0L)
          .call(SlotContext.class, "count", void.class, CounterCells.class, long.class);
    }
    facts
        .meterTarget()
        .ifPresent(target -> {
          code.context();
          raw.aload(entry);
          code.constant(target, Sink.Field.class)
              .callStatic(
                  TableNode.class,
                  "mark",
                  void.class,
                  SlotContext.class,
                  Entry.class,
                  Sink.Field.class);
        });
    if (facts.ages()) {
      raw.aload(entry);
      code.contextField("nowPs", long.class).call(Entry.class, "hit", void.class, long.class);
    }
    code.bind(miss);
  }

  /** Pushes what to run, or null. */
  private void binding() {
    if (facts.schema().profile().isEmpty()) {
      raw.aload(version).aload(entry);
      code.call(TableVersion.class, "binding", ActionBinding.class, Entry.class);
      return;
    }
    int profile = code.newReference();
    int group = code.newReference();
    code.contextField("snapshot", Snapshot.class)
        .push(facts.schema().profile().getAsInt())
        .call(Snapshot.class, "profile", ProfileVersion.class, int.class);
    raw.astore(profile).aload(version).aload(entry).aload(profile);
    code.call(
        TableVersion.class, "group", ActionBinding[].class, Entry.class, ProfileVersion.class);
    raw.astore(group).aload(group);
    Label noGroup = code.label();
    Label empty = code.label();
    Label end = code.label();
    raw.ifnull(noGroup).aload(group).arraylength().ifeq(empty).aload(group);
    choose(group);
    raw.aaload().goto_(end);
    code.bind(empty);
    raw.aconst_null().goto_(end);
    code.bind(noGroup);
    raw.aload(version).aload(entry).aload(profile);
    code.call(
        TableVersion.class, "binding", ActionBinding.class, Entry.class, ProfileVersion.class);
    code.bind(end);
  }

  /** Pushes which member of a group to run. */
  private void choose(int group) {
    if (facts.selector().isEmpty()) {
      code.push(0);
      return;
    }
    HashNode selector = facts.selector().get();
    new Hashes(code).compute(selector);
    raw.aload(group).arraylength();
    code.callStatic(TableNode.class, "memberOf", int.class, long.class, int.class);
  }

  private void run(int binding, Collection<Integer> actions) {
    Label nothing = code.label();
    Label done = code.label();
    raw.aload(binding).ifnull(nothing);
    int action = code.newInt();
    raw.aload(binding);
    code.call(ActionBinding.class, "action", int.class);
    raw.istore(action).iload(action);
    List<SwitchCase> cases = new ArrayList<>();
    List<Label> labels = new ArrayList<>();
    for (int index : actions) {
      labels.add(code.label());
      cases.add(SwitchCase.of(index, labels.getLast()));
    }
    raw.lookupswitch(nothing, cases);
    int at = 0;
    for (int index : actions) {
      code.bind(labels.get(at++));
      raw.aload(0);
      code.context();
      raw.aload(binding);
      code.call(ActionBinding.class, "arguments", long[].class)
          .callOwn(ProgramClass.actionName(index), void.class, SlotContext.class, long[].class);
      if (node.byHit()) {
        raw.goto_(done);
      } else {
        code.push(index);
        raw.ireturn();
      }
    }
    code.bind(nothing);
    if (!node.byHit()) {
      code.push(NO_ACTION);
      raw.ireturn();
    }
    code.bind(done);
  }
}

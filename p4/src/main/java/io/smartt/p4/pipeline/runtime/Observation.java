package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.ActionDefinition;
import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.bmv2.Bmv2Config.SourceLine;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.p4.pipeline.TraceEvent.FieldChange;
import io.smartt.p4.pipeline.TraceEvent.FieldValue;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.state.ActionSchema;
import io.smartt.p4.pipeline.state.Entry;
import io.smartt.p4.pipeline.state.ProgramSchema.TableSchema;
import org.jspecify.annotations.Nullable;

/**
 * Tells an observer what the nodes do, by comparing the packet's fields before and after. There is
 * one only where somebody observes, so that nobody else pays for it.
 */
public final class Observation {
  private final PipelineObserver observer;
  private final ProgramLayout layout;
  private long[] before = new long[0];

  /** Tells this observer. */
  public Observation(PipelineObserver observer, ProgramLayout layout) {
    this.observer = observer;
    this.layout = layout;
  }

  /** Something that is not seen by comparing. */
  public void met(TraceEvent event) {
    observer.met(event);
  }

  /** Remembers the fields as they are. */
  public void begin(SlotContext context) {
    before = context.slots.clone();
  }

  /** A step of the parser is done. */
  public void parserStepped(SlotContext context) {
    Set<String> extracted = new TreeSet<>();
    for (HeaderLayout header : layout.headers()) {
      int valid = header.base() + HeaderLayout.VALID_OFFSET;
      if (before[valid] == 0 && context.slots[valid] != 0) {
        extracted.add(header.name());
        observer.met(new TraceEvent.Extracted(header.name(), fields(header, context.slots)));
      }
    }
    List<FieldChange> changes = changes(context, extracted);
    if (!changes.isEmpty()) {
      observer.met(new TraceEvent.ParserAssigned(changes));
    }
  }

  /** A table was looked up with the context's key; a null entry is a miss. */
  public void lookedUp(
      TableSchema table, Optional<SourceLine> source, SlotContext context, @Nullable Entry entry) {
    List<FieldValue> key = new ArrayList<>();
    for (TableSchema.KeyField field : table.key()) {
      key.add(
          new FieldValue(
              field.name(),
              new Bits(Words.get(context.key, field.firstWord(), field.width()), field.width())));
    }
    observer.met(
        new TraceEvent.Lookup(
            table.name(), key, Optional.ofNullable(entry).map(Entry::source), source));
  }

  /** An action begins. */
  public void actionStarted(ActionDefinition action, ActionSchema schema, long[] arguments) {
    List<FieldValue> values = new ArrayList<>();
    for (int i = 0; i < action.parameters().size(); i++) {
      int width = schema.width(i);
      values.add(
          new FieldValue(
              action.parameters().get(i).name(),
              new Bits(Words.get(arguments, schema.offset(i), width), width)));
    }
    observer.met(new TraceEvent.ActionStarted(action.name(), values));
  }

  /** A step of an action is done. */
  public void stepped(String text, Optional<SourceLine> source, SlotContext context) {
    observer.met(new TraceEvent.Step(text, changes(context, Set.of()), source));
  }

  /** The deparser is done. */
  public void deparsed(SlotContext context, List<String> headers) {
    List<FieldChange> changes = changes(context, Set.of());
    if (!changes.isEmpty()) {
      observer.met(new TraceEvent.ChecksumsUpdated(changes));
    }
    observer.met(new TraceEvent.Deparsed(headers));
  }

  private List<FieldChange> changes(SlotContext context, Set<String> but) {
    List<FieldChange> changes = new ArrayList<>();
    for (HeaderLayout header : layout.headers()) {
      if (!but.contains(header.name())) {
        for (FieldLayout field : header.fields()) {
          Bits old = value(header, field, before);
          Bits now = value(header, field, context.slots);
          if (!old.equals(now)) {
            changes.add(new FieldChange(name(header, field), old, now));
          }
        }
      }
    }
    return changes;
  }

  private static List<FieldValue> fields(HeaderLayout header, long[] slots) {
    List<FieldValue> values = new ArrayList<>();
    for (FieldLayout field : header.fields()) {
      if (!field.name().equals(HeaderType.VALID)) {
        values.add(new FieldValue(field.name(), value(header, field, slots)));
      }
    }
    return values;
  }

  private static String name(HeaderLayout header, FieldLayout field) {
    return field.name().equals(HeaderType.VALID)
        ? header.name() + ".isValid()"
        : header.name() + "." + field.name();
  }

  private static Bits value(HeaderLayout header, FieldLayout field, long[] slots) {
    int slot = header.slot(field);
    int width =
        field.isVariable() ? (int) slots[header.base() + field.lengthOffset()] : field.width();
    if (width == 0) {
      return Bits.zero(0);
    }
    long[] words = new long[field.words()];
    System.arraycopy(slots, slot, words, 0, words.length);
    words[0] &= Words.topMask(field.width());
    return new Bits(Words.get(words, 0, field.width()).and(Bits.ones(width).value()), width);
  }
}

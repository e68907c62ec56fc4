package io.smartt.softswitch.p4runtime;

import module java.base;

import io.smartt.p4.info.P4InfoIndex.CounterInfo;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PipelineControl.Change;
import org.p4.v1.CounterData;
import org.p4.v1.CounterEntry;
import org.p4.v1.Index;
import org.p4.v1.Update;

/** Indirect counters (P4Runtime section 9.3.2). */
record Counters(WriteContext context) {
  void write(Update.Type type, CounterEntry message) {
    Refusal.requireModify(type, "a counter");
    CounterInfo counter =
        context.owned(context.info().counters(), "counter", message.getCounterId());
    requireIndirect(counter);
    String owner = "counter '" + counter.name() + "'";
    PacketByteCount value = value(owner, message.getData());
    for (int index : indices(owner, counter.size(), message.hasIndex(), message.getIndex())) {
      if (message.hasData()) {
        context.effects().change(new Change.WriteCounter(counter.name(), index, value));
      }
    }
  }

  static void requireIndirect(CounterInfo counter) {
    if (counter.directTableId().isPresent()) {
      throw Refusal.invalid(
          "counter '%s' is direct; use direct_counter_entry".formatted(counter.name()));
    }
  }

  static PacketByteCount value(String owner, CounterData data) {
    if (data.getPacketCount() < 0 || data.getByteCount() < 0) {
      throw Refusal.invalid(owner + ": counts must be 0 or more");
    }
    return new PacketByteCount(data.getPacketCount(), data.getByteCount());
  }

  static CounterData message(PacketByteCount value) {
    return CounterData.newBuilder()
        .setPacketCount(value.packets())
        .setByteCount(value.bytes())
        .build();
  }

  /** The cells of an array that a message means: one, or all where none is set. */
  static List<Integer> indices(String owner, long size, boolean given, Index index) {
    return given
        ? List.of(index(owner, size, index))
        : IntStream.range(0, Math.toIntExact(size)).boxed().toList();
  }

  private static int index(String owner, long size, Index index) {
    if (index.getIndex() < 0) {
      throw Refusal.invalid(
          "%s: index %d; accepted are 0 to %d".formatted(owner, index.getIndex(), size - 1));
    }
    if (index.getIndex() >= size) {
      throw Refusal.outOfRange(
          "%s: index %d; accepted are 0 to %d".formatted(owner, index.getIndex(), size - 1));
    }
    return Math.toIntExact(index.getIndex());
  }
}

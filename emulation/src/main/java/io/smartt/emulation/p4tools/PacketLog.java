package io.smartt.emulation.p4tools;

import com.google.protobuf.ByteString;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.trace.PipelineObserver;
import io.smartt.p4.pipeline.trace.TraceEvent;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/**
 * Collects what happens to one packet and its copies. Numbers the copies by the context that
 * carries them.
 */
final class PacketLog implements PipelineObserver {
  private final List<SwitchEvent> events = new ArrayList<>();
  private final IdentityHashMap<PacketContext, Integer> numbers = new IdentityHashMap<>();
  private Optional<SwitchEvent> later = Optional.empty();
  private Optional<SwitchEvent.CloneLost> expectedClone = Optional.empty();
  private int copies;
  private int current = 1;

  /** Forgets the packet before. */
  void clear() {
    events.clear();
    numbers.clear();
    later = Optional.empty();
    expectedClone = Optional.empty();
    copies = 0;
    current = 1;
  }

  /** Everything in order. */
  List<SwitchEvent> events() {
    settle();
    return List.copyOf(events);
  }

  @Override
  public void met(TraceEvent event) {
    events.add(new SwitchEvent.Met(current, event));
  }

  /** The copy that was deparsed last has left. */
  void sent(int port, byte[] bytes) {
    events.add(new SwitchEvent.Sent(current, port, ByteString.copyFrom(bytes)));
  }

  void add(SwitchEvent event) {
    events.add(event);
  }

  /** What follows is about this packet; its number. */
  int enter(PacketContext context) {
    current = number(context);
    return current;
  }

  int number(PacketContext context) {
    return numbers.computeIfAbsent(context, _ -> ++copies);
  }

  /**
   * A copy is made; its number. A context that carried another copy before carries this one now.
   */
  int copied(PacketContext from, PacketContext to) {
    number(from);
    expectedClone = Optional.empty();
    numbers.put(to, ++copies);
    return copies;
  }

  /** An event that comes after the copies that the switch is about to make of this packet. */
  void afterCopies(SwitchEvent event) {
    later = Optional.of(event);
  }

  /** Notes a clone that was asked for, in case that none is made. */
  void expectClone(PacketContext context) {
    if (context.cloneSession() != PacketContext.NONE) {
      expectedClone =
          Optional.of(new SwitchEvent.CloneLost(number(context), context.cloneSession()));
    }
  }

  /** The copies are made: what was to come after them comes now. */
  void settle() {
    expectedClone.ifPresent(events::add);
    expectedClone = Optional.empty();
    later.ifPresent(events::add);
    later = Optional.empty();
  }
}

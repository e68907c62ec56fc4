package io.smartt.softswitch.explain;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TraceEvent;

/**
 * Tells a listener what happens to packets and their copies. Numbers packets as they come in, and
 * copies of each by the context that carries them. For the switch's thread.
 */
public final class PacketLog implements PipelineObserver {
  /** Hears of each event, in order. */
  @FunctionalInterface
  public interface Listener {
    /**
     * Something happened.
     *
     * @param packet which received packet it is about, from 0 on
     * @param port where that came in
     */
    void happened(long packet, int port, SwitchEvent event);
  }

  private static final class Received {
    private final long number;
    private final int port;
    private int copies = 1;

    private Received(long number, int port) {
      this.number = number;
      this.port = port;
    }
  }

  private record Passage(Received packet, int copy) {}

  private final Listener listener;
  private final IdentityHashMap<PacketContext, Passage> passages = new IdentityHashMap<>();
  private Passage current = new Passage(new Received(0, 0), 1);
  private Optional<SwitchEvent> later = Optional.empty();
  private Optional<SwitchEvent> unlessCloned = Optional.empty();
  private Optional<SwitchEvent> unlessReplicated = Optional.empty();
  private long received;

  /** A log of a switch that has seen no packet. */
  public PacketLog(Listener listener) {
    this.listener = listener;
  }

  @Override
  public void met(TraceEvent event) {
    add(new SwitchEvent.Met(current.copy, event));
  }

  /** The copy that was deparsed last has left. */
  public void sent(int port, byte[] bytes) {
    settle();
    add(new SwitchEvent.Sent(current.copy, port, ByteString.copyFrom(bytes)));
  }

  /** A copy, or the packet itself, found no room where it was to wait. */
  public void notQueued(PacketContext context, String why) {
    int copy = number(context);
    if (later.filter(event -> event.copy() == copy).isPresent()) {
      settle();
    }
    add(new SwitchEvent.Dropped(copy, why));
  }

  void add(SwitchEvent event) {
    listener.happened(current.packet.number, current.packet.port, event);
  }

  /** A packet came in, in a context that may have carried another. */
  int received(PacketContext context) {
    passages.remove(context);
    return enter(context);
  }

  /** Makes what follows be about this packet, and returns its number. */
  int enter(PacketContext context) {
    current = passage(context);
    return current.copy;
  }

  int number(PacketContext context) {
    return passage(context).copy;
  }

  private Passage passage(PacketContext context) {
    return passages.computeIfAbsent(
        context,
        _ ->
            new Passage(
                new Received(received++, (int) context.get(StandardMetadata.INGRESS_PORT)), 1));
  }

  /**
   * A copy is made; its number. A context that carried another copy before carries this one now.
   */
  int copied(PacketContext from, PacketContext to) {
    Received packet = passage(from).packet;
    unlessCloned = Optional.empty();
    passages.put(to, new Passage(packet, ++packet.copies));
    return packet.copies;
  }

  /** An event that comes after the copies that the switch is about to make of this packet. */
  void afterCopies(SwitchEvent event) {
    later = Optional.of(event);
  }

  /** Notes a clone that was asked for, in case that none is made. */
  void expectClone(PacketContext context) {
    if (context.cloneSession() != PacketContext.NONE) {
      unlessCloned =
          Optional.of(new SwitchEvent.CloneLost(number(context), context.cloneSession()));
    }
  }

  /** Notes an end that the packet has where no replica of it is made. */
  void expectReplica(SwitchEvent otherwise) {
    unlessReplicated = Optional.of(otherwise);
  }

  /** The first or another replica is made. */
  void replicates() {
    unlessReplicated = Optional.empty();
    settle();
  }

  /** The copies are made: what was to come after them comes now. */
  public void settle() {
    unlessCloned.ifPresent(this::add);
    unlessCloned = Optional.empty();
    later.ifPresent(this::add);
    later = Optional.empty();
    unlessReplicated.ifPresent(this::add);
    unlessReplicated = Optional.empty();
  }
}

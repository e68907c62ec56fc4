package io.smartt.p4.pipeline;

/**
 * One packet's passage through a {@link Pipeline}: its parsed headers, its metadata and what it
 * asked the switch to do. Made by {@link Pipeline#newContext()} and reused from packet to packet;
 * it waits in the traffic manager between ingress and egress. Not thread safe.
 */
public abstract class PacketContext {
  private final Packet packet;

  protected PacketContext(Packet packet) {
    this.packet = packet;
  }

  /** The packet: as received until {@link Pipeline#deparse}, as to be sent after. */
  public final Packet packet() {
    return packet;
  }

  /** A metadata field; 0 where the program does not declare it. */
  public abstract long get(StandardMetadata field);

  /** Sets a metadata field; ignored where the program does not declare it. */
  public abstract void set(StandardMetadata field, long value);

  /** Forgets headers, metadata and requests; the packet stays. */
  public abstract void reset();

  /** Wire length of the packet were it deparsed now, with {@code truncate} applied, in bytes. */
  public abstract int deparsedLength();
}

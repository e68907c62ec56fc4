package io.smartt.p4.pipeline;

/**
 * One packet's passage through a {@link Pipeline}: its parsed headers, its metadata and what it
 * asked the switch to do. Made by {@link Pipeline#newContext()} and reused from packet to packet;
 * it waits in the traffic manager between ingress and egress. Not thread safe.
 *
 * <p>The requests ({@link #cloneSession}, {@link #resubmitFieldList}, {@link
 * #recirculateFieldList}, {@link #digestList}) are what externs of the program recorded; nothing
 * happens until the switch acts on them, in the order of simple_switch. After {@link
 * Pipeline#ingress}: clone, digest, resubmit (the packet goes no further), multicast when MCAST_GRP
 * is not 0, drop when EGRESS_SPEC is {@link Pipeline#dropPort}, else enqueue. After {@link
 * Pipeline#egress}: clone, drop when EGRESS_SPEC is the drop port, deparse, recirculate (the packet
 * goes no further), transmit.
 */
public abstract class PacketContext {
  /** A request that was not made. */
  public static final int NONE = -1;

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

  /**
   * Reads from all that this is kept in, and changes nothing: what was read is in the processor's
   * cache when the packet goes on. Packets read one after the other wait for memory together.
   *
   * @return some sum of what was read, without meaning
   */
  public long prefetch() {
    return packet.prefetch();
  }

  /** Forgets headers, metadata and requests; the packet stays. */
  public abstract void reset();

  /** Wire length of the packet were it deparsed now, with {@code truncate} applied, in bytes. */
  public abstract int deparsedLength();

  /**
   * Returns whether the parser of the {@link Pipeline#ingress} that ran last did not end by itself.
   * It was ended with the error {@code ParserTimeout}, which ingress has seen.
   */
  public abstract boolean parserLooped();

  /**
   * The clone session that the control which ran last asked for, 0 to 32767, or {@link #NONE}: an
   * ingress clone after ingress, an egress clone after egress. The last call of a control wins.
   * Make the clone with {@link Pipeline#cloneIngress} or {@link Pipeline#cloneEgress}.
   */
  public abstract int cloneSession();

  /**
   * The field list that {@link Pipeline#resubmit} will preserve, or {@link #NONE} where ingress did
   * not ask to resubmit.
   */
  public abstract int resubmitFieldList();

  /**
   * The field list that {@link Pipeline#recirculate} will preserve, or {@link #NONE}. Asked for in
   * ingress or egress, acted on after the deparser.
   */
  public abstract int recirculateFieldList();

  /**
   * The learn list whose fields ingress asked to send to the control plane, or {@link #NONE}. Read
   * it with {@link Pipeline#digest}.
   */
  public abstract int digestList();
}

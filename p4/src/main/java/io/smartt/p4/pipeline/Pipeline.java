package io.smartt.p4.pipeline;

/**
 * One switch's copy of a P4 program: the code of its parser, controls and deparser, and its own
 * state. The switch around it owns ports, queues and replication; it calls the parts in the order
 * of simple_switch and keeps the {@link PacketContext} between them.
 *
 * <p>The data path is for one thread. {@link #control()} may be used from any.
 */
public interface Pipeline {
  /** A context to be reused, with its packet. Allocates; call it to fill a pool. */
  PacketContext newContext();

  /**
   * Parser, checksum verification and ingress control, on a context that was reset, holds the
   * received packet and whose INGRESS_PORT, PACKET_LENGTH and INGRESS_GLOBAL_TIMESTAMP are set.
   *
   * @param nowPs time of the switch in picoseconds
   */
  void ingress(PacketContext context, long nowPs);

  /** Egress control, on a context whose EGRESS_PORT and queueing metadata are set. */
  void egress(PacketContext context, long nowPs);

  /** Checksum update and deparser: the packet becomes what is to be sent. */
  void deparse(PacketContext context);

  /** The port value that means drop in EGRESS_SPEC. */
  int dropPort();

  /** Tables, counters and registers. */
  PipelineControl control();
}

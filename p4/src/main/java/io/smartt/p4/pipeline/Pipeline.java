package io.smartt.p4.pipeline;

import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import java.util.List;

/**
 * One switch's copy of a P4 program: the code of its parser, controls and deparser, and its own
 * state. The switch around it owns ports, queues and replication; it calls the parts in the order
 * of simple_switch and keeps the {@link PacketContext} between them.
 *
 * <p>The data path is for one thread. {@link #control()} may be used from any.
 *
 * <p>A failed {@code assert} or {@code assume} of the program ends {@link #ingress} and {@link
 * #egress} with {@link FailedAssertionException}; the packet is then to be dropped. No packet,
 * however malformed, ends them otherwise.
 */
public interface Pipeline {
  /** A parser that enters more states than this for one packet loops for ever, and is ended. */
  int MAX_PARSER_STATES = 1 << 16;

  /** A context to be reused, with its packet. Allocates; call it to fill a pool. */
  PacketContext newContext();

  /**
   * Parser, checksum verification and ingress control, on a context that was reset, holds the
   * received packet and whose INGRESS_PORT, PACKET_LENGTH and INGRESS_GLOBAL_TIMESTAMP (in
   * microseconds) are set.
   *
   * @param nowPs time of the switch in picoseconds
   */
  void ingress(PacketContext context, long nowPs);

  /**
   * Egress control, on a context whose EGRESS_PORT, INSTANCE_TYPE and queueing metadata are set. As
   * in simple_switch it first sets EGRESS_GLOBAL_TIMESTAMP to {@code nowPs} in microseconds, takes
   * EGRESS_SPEC off the drop port, and sets PACKET_LENGTH to the received length plus what {@code
   * setValid} and {@code setInvalid} of headers have added.
   */
  void egress(PacketContext context, long nowPs);

  /**
   * Checksum update and deparser: the packet becomes what is to be sent, {@code truncate} applied.
   */
  void deparse(PacketContext context);

  /** The name of the ingress control in the program, for people. */
  default String ingressName() {
    return "ingress";
  }

  /** The name of the egress control in the program, for people. */
  default String egressName() {
    return "egress";
  }

  /** The port value that means drop in EGRESS_SPEC. */
  int dropPort();

  /**
   * Makes {@code to} a replica of {@code from} after ingress (multicast): packet, headers and
   * metadata, without requests. The caller then sets EGRESS_RID, and INSTANCE_TYPE to {@link
   * InstanceType#REPLICATION}.
   */
  void copy(PacketContext from, PacketContext to);

  /**
   * Makes {@code to} the ingress clone that {@code from} asked for: the packet as it was received,
   * parsed again; metadata zero but for the clone's field list; INSTANCE_TYPE {@link
   * InstanceType#INGRESS_CLONE}. It is then ready to be queued for egress. {@code from} keeps its
   * other requests.
   */
  void cloneIngress(PacketContext from, PacketContext to);

  /**
   * Makes {@code to} the egress clone that {@code from} asked for: its packet and headers as they
   * are; metadata zero but for the clone's field list; INSTANCE_TYPE {@link
   * InstanceType#EGRESS_CLONE}. It is then ready to be queued for egress.
   */
  void cloneEgress(PacketContext from, PacketContext to);

  /**
   * Prepares a context for the {@link #ingress} that it asked for by {@code resubmit}: the packet
   * as received, metadata zero but for the field list, INSTANCE_TYPE {@link InstanceType#RESUBMIT},
   * PACKET_LENGTH set. As in simple_switch, INGRESS_PORT is kept only by the field list.
   */
  void resubmit(PacketContext context);

  /**
   * Prepares a deparsed context for the {@link #ingress} that it asked for by {@code recirculate}:
   * the packet as deparsed, metadata zero but for the field list, INSTANCE_TYPE {@link
   * InstanceType#RECIRC}, PACKET_LENGTH set. As in simple_switch, INGRESS_PORT is kept only by the
   * field list.
   */
  void recirculate(PacketContext context);

  /** The digest that ingress asked for; {@link PacketContext#digestList} is not NONE. */
  Digest digest(PacketContext context);

  /** Tables, counters and registers. */
  PipelineControl control();

  /** A pipeline that leaves to others what it does not do itself. */
  interface Passing extends Pipeline {
    /** Returns the pipeline that does it for a packet. */
    Pipeline engine(PacketContext context);

    /** Returns the pipeline that does what is no packet's. */
    Pipeline common();

    @Override
    default PacketContext newContext() {
      return common().newContext();
    }

    @Override
    default void ingress(PacketContext context, long nowPs) {
      engine(context).ingress(context, nowPs);
    }

    @Override
    default void egress(PacketContext context, long nowPs) {
      engine(context).egress(context, nowPs);
    }

    @Override
    default void deparse(PacketContext context) {
      engine(context).deparse(context);
    }

    @Override
    default String ingressName() {
      return common().ingressName();
    }

    @Override
    default String egressName() {
      return common().egressName();
    }

    @Override
    default int dropPort() {
      return common().dropPort();
    }

    @Override
    default void copy(PacketContext from, PacketContext to) {
      engine(from).copy(from, to);
    }

    @Override
    default void cloneIngress(PacketContext from, PacketContext to) {
      engine(from).cloneIngress(from, to);
    }

    @Override
    default void cloneEgress(PacketContext from, PacketContext to) {
      engine(from).cloneEgress(from, to);
    }

    @Override
    default void resubmit(PacketContext context) {
      engine(context).resubmit(context);
    }

    @Override
    default void recirculate(PacketContext context) {
      engine(context).recirculate(context);
    }

    @Override
    default Digest digest(PacketContext context) {
      return engine(context).digest(context);
    }

    @Override
    default PipelineControl control() {
      return common().control();
    }
  }

  /**
   * A message that a packet sends to the control plane by {@code digest}.
   *
   * @param name full P4 name of the learn list
   * @param fields in declaration order
   */
  record Digest(String name, List<Bits> fields) {
    /** Copies the fields. */
    public Digest {
      fields = List.copyOf(fields);
    }
  }

  /** An {@code assert} or {@code assume} of the P4 program did not hold for a packet. */
  final class FailedAssertionException extends RuntimeException {
    /** An exception with the message for the user. */
    public FailedAssertionException(String message) {
      super(message);
    }
  }
}

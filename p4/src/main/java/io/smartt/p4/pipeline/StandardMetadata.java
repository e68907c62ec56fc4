package io.smartt.p4.pipeline;

/**
 * The fields of v1model's {@code standard_metadata_t}, BMv2's queueing metadata, and two that these
 * do not have: {@code deq_qbytes}, the bytes of what {@link #DEQ_QDEPTH} counts in packets, and
 * {@code deq_ns}, the time of {@link #DEQ_QDEPTH} in nanoseconds. A program that has a field of
 * such a name in its metadata asks for it.
 */
public enum StandardMetadata {
  INGRESS_PORT,
  EGRESS_SPEC,
  EGRESS_PORT,
  INSTANCE_TYPE,
  PACKET_LENGTH,
  ENQ_TIMESTAMP,
  ENQ_QDEPTH,
  DEQ_TIMEDELTA,
  DEQ_QDEPTH,
  DEQ_QBYTES,
  DEQ_NS,
  INGRESS_GLOBAL_TIMESTAMP,
  EGRESS_GLOBAL_TIMESTAMP,
  MCAST_GRP,
  EGRESS_RID,
  CHECKSUM_ERROR,
  PARSER_ERROR,
  PRIORITY,
  QID;

  /** Values of v1model's {@code standard_metadata.instance_type}, as simple_switch numbers them. */
  public static final class InstanceType {
    /** Came in on a port and went the plain way. */
    public static final int NORMAL = 0;

    /** Cloned from ingress to egress. */
    public static final int INGRESS_CLONE = 1;

    public static final int EGRESS_CLONE = 2;

    /** Sent from the end of egress to the start of ingress. */
    public static final int RECIRC = 4;

    /** Replicated by multicast. */
    public static final int REPLICATION = 5;

    /** Sent from the end of ingress to its start. */
    public static final int RESUBMIT = 6;

    private InstanceType() {}
  }
}

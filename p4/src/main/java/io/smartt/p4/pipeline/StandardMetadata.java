package io.smartt.p4.pipeline;

/** The fields of v1model's {@code standard_metadata_t} and BMv2's queueing metadata. */
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
  INGRESS_GLOBAL_TIMESTAMP,
  EGRESS_GLOBAL_TIMESTAMP,
  MCAST_GRP,
  EGRESS_RID,
  CHECKSUM_ERROR,
  PARSER_ERROR,
  PRIORITY,
  QID
}

package io.smartt.p4.pipeline;

/** Values of v1model's {@code standard_metadata.instance_type}, as simple_switch numbers them. */
public final class InstanceType {
  /** Came in on a port and went the plain way. */
  public static final int NORMAL = 0;

  /** Cloned from ingress to egress. */
  public static final int INGRESS_CLONE = 1;

  /** Cloned from egress to egress. */
  public static final int EGRESS_CLONE = 2;

  /** Sent from the end of egress to the start of ingress. */
  public static final int RECIRC = 4;

  /** Replicated by multicast. */
  public static final int REPLICATION = 5;

  /** Sent from the end of ingress to its start. */
  public static final int RESUBMIT = 6;

  private InstanceType() {}
}

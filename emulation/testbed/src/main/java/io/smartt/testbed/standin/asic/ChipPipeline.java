package io.smartt.testbed.standin.asic;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.PipelineControl;

/**
 * A chip that changes packets where they are: it clones, recirculates and digests nothing, so that
 * the switch around it never asks for that.
 */
public abstract sealed class ChipPipeline implements Pipeline
    permits RouterPipeline, TofinoPipeline {
  /** The EGRESS_SPEC that drops. */
  public static final int DROP_PORT = 511;

  /** The port whose packets come from the switch's own processor. */
  public static final int CPU_PORT = 510;

  @Override
  public PacketContext newContext() {
    return new AsicContext();
  }

  @Override
  public void deparse(PacketContext context) {
    // The packet was changed where it is.
  }

  @Override
  public int dropPort() {
    return DROP_PORT;
  }

  @Override
  public void copy(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void cloneIngress(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void cloneEgress(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void resubmit(PacketContext context) {
    throw notAsked();
  }

  @Override
  public void recirculate(PacketContext context) {
    throw notAsked();
  }

  @Override
  public Digest digest(PacketContext context) {
    throw notAsked();
  }

  @Override
  public PipelineControl control() {
    throw notAsked();
  }

  private static IllegalStateException notAsked() {
    return new IllegalStateException("this chip asks for no such thing");
  }
}

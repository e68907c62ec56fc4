package io.smartt.p4.pipeline.program;

import io.smartt.p4.pipeline.Digest;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.trace.PipelineObserver.PacketWatch;

/**
 * Two engines on one state: one for watched packets, one for all others. A packet is watched by its
 * number, which stays the same in a switch; so all of its way through a switch is one engine's.
 */
final class WatchedPipeline implements Pipeline {
  private final Pipeline fast;
  private final Pipeline observed;
  private final PacketWatch watch;

  WatchedPipeline(Pipeline fast, Pipeline observed, PacketWatch watch) {
    this.fast = fast;
    this.observed = observed;
    this.watch = watch;
  }

  private Pipeline engine(PacketContext context) {
    return watch.watches(context.packet()) ? observed : fast;
  }

  @Override
  public PacketContext newContext() {
    return fast.newContext();
  }

  @Override
  public void ingress(PacketContext context, long nowPs) {
    engine(context).ingress(context, nowPs);
  }

  @Override
  public void egress(PacketContext context, long nowPs) {
    engine(context).egress(context, nowPs);
  }

  @Override
  public void deparse(PacketContext context) {
    engine(context).deparse(context);
  }

  @Override
  public String ingressName() {
    return fast.ingressName();
  }

  @Override
  public String egressName() {
    return fast.egressName();
  }

  @Override
  public int dropPort() {
    return fast.dropPort();
  }

  @Override
  public void copy(PacketContext from, PacketContext to) {
    engine(from).copy(from, to);
  }

  @Override
  public void cloneIngress(PacketContext from, PacketContext to) {
    engine(from).cloneIngress(from, to);
  }

  @Override
  public void cloneEgress(PacketContext from, PacketContext to) {
    engine(from).cloneEgress(from, to);
  }

  @Override
  public void resubmit(PacketContext context) {
    engine(context).resubmit(context);
  }

  @Override
  public void recirculate(PacketContext context) {
    engine(context).recirculate(context);
  }

  @Override
  public Digest digest(PacketContext context) {
    return engine(context).digest(context);
  }

  @Override
  public PipelineControl control() {
    return fast.control();
  }
}

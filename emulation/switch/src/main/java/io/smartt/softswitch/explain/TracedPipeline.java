package io.smartt.softswitch.explain;

import module java.base;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.StandardMetadata.InstanceType;
import io.smartt.p4.pipeline.TraceEvent.FieldValue;

/**
 * A pipeline that tells a log what the switch around it has it do, which is what happens to the
 * packet.
 */
public record TracedPipeline(Pipeline common, PacketLog log) implements Pipeline.Passing {
  @Override
  public Pipeline engine(PacketContext context) {
    return common;
  }

  @Override
  public void ingress(PacketContext context, long nowPs) {
    log.settle();
    boolean fresh = context.get(StandardMetadata.INSTANCE_TYPE) == InstanceType.NORMAL;
    int copy = fresh ? log.received(context) : log.enter(context);
    log.add(
        new SwitchEvent.IngressBegan(
            copy,
            kind((int) context.get(StandardMetadata.INSTANCE_TYPE)),
            (int) context.get(StandardMetadata.INGRESS_PORT),
            context.packet().length()));
    try {
      common.ingress(context, nowPs);
    } catch (Pipeline.FailedAssertionException e) {
      log.add(new SwitchEvent.Dropped(copy, String.valueOf(e.getMessage())));
      throw e;
    }
    // Clones and digests come first: the switch asks for them now.
    if (context.resubmitFieldList() != PacketContext.NONE) {
      log.afterCopies(new SwitchEvent.GoesRound(copy, "resubmitted to ingress"));
    } else {
      log.afterCopies(afterIngress(context, copy));
    }
    log.expectClone(context);
  }

  private SwitchEvent afterIngress(PacketContext context, int copy) {
    int port = (int) context.get(StandardMetadata.EGRESS_SPEC);
    int group = (int) context.get(StandardMetadata.MCAST_GRP);
    if (group != 0) {
      log.expectReplica(
          new SwitchEvent.Dropped(copy, "multicast group " + group + " has no ports"));
      return new SwitchEvent.GoesRound(copy, "replicated by multicast group " + group);
    }
    return port == dropPort()
        ? new SwitchEvent.Dropped(
            copy, "ingress ended with egress_spec " + port + ", the drop port")
        : new SwitchEvent.Queued(copy, port, (int) context.get(StandardMetadata.PRIORITY));
  }

  @Override
  public void egress(PacketContext context, long nowPs) {
    log.settle();
    int copy = log.enter(context);
    log.add(
        new SwitchEvent.EgressBegan(
            copy,
            (int) context.get(StandardMetadata.EGRESS_PORT),
            (int) context.get(StandardMetadata.EGRESS_RID),
            (int) context.get(StandardMetadata.DEQ_QDEPTH)));
    try {
      common.egress(context, nowPs);
    } catch (Pipeline.FailedAssertionException e) {
      log.add(new SwitchEvent.Dropped(copy, String.valueOf(e.getMessage())));
      throw e;
    }
    if (context.get(StandardMetadata.EGRESS_SPEC) == dropPort()) {
      log.afterCopies(new SwitchEvent.Dropped(copy, "egress ended with egress_spec the drop port"));
    }
    log.expectClone(context);
  }

  @Override
  public void deparse(PacketContext context) {
    log.settle();
    int copy = log.enter(context);
    common.deparse(context);
    if (context.recirculateFieldList() != PacketContext.NONE) {
      log.add(new SwitchEvent.GoesRound(copy, "recirculated to ingress"));
    }
  }

  @Override
  public void copy(PacketContext from, PacketContext to) {
    log.replicates();
    int copy = log.copied(from, to);
    log.add(
        new SwitchEvent.Replicated(
            copy, log.number(from), (int) from.get(StandardMetadata.MCAST_GRP)));
    common.copy(from, to);
  }

  @Override
  public void cloneIngress(PacketContext from, PacketContext to) {
    int copy = log.copied(from, to);
    log.add(
        new SwitchEvent.Cloned(copy, log.number(from), "ingress to egress", from.cloneSession()));
    log.enter(to);
    common.cloneIngress(from, to);
    log.enter(from);
  }

  @Override
  public void cloneEgress(PacketContext from, PacketContext to) {
    int copy = log.copied(from, to);
    log.add(
        new SwitchEvent.Cloned(copy, log.number(from), "egress to egress", from.cloneSession()));
    common.cloneEgress(from, to);
  }

  @Override
  public void resubmit(PacketContext context) {
    log.settle();
    common.resubmit(context);
  }

  @Override
  public Pipeline.Digest digest(PacketContext context) {
    Pipeline.Digest digest = common.digest(context);
    List<FieldValue> fields = new ArrayList<>();
    for (int i = 0; i < digest.fields().size(); i++) {
      fields.add(new FieldValue("field " + (i + 1), digest.fields().get(i)));
    }
    log.add(new SwitchEvent.Digested(log.number(context), digest.name(), fields));
    return digest;
  }

  private static String kind(int instanceType) {
    return switch (instanceType) {
      case InstanceType.RESUBMIT -> "resubmitted";
      case InstanceType.RECIRC -> "recirculated";
      default -> "normal";
    };
  }
}

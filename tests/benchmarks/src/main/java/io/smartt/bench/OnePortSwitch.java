package io.smartt.bench;

import module java.base;

import io.smartt.base.input.PackedText;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.program.Bmv2Program;

/** A pipeline alone: packets from one port, one after the other, without a queue. */
final class OnePortSwitch {
  private final Pipeline pipeline;
  private final PacketContext context;
  private final Packet[] packets;
  private int next;

  OnePortSwitch(PipelineProgram program, List<Change> changes, List<Packet> packets) {
    pipeline = program.instantiate(new Random(1));
    pipeline.control().apply(changes);
    context = pipeline.newContext();
    this.packets = packets.toArray(Packet[]::new);
  }

  /** A compiled program from the resources. */
  static PipelineProgram program(String resource) {
    return Bmv2Program.load(resource(resource));
  }

  static byte[] resource(String name) {
    return PackedText.bytes(OnePortSwitch.class, name);
  }

  Pipeline pipeline() {
    return pipeline;
  }

  /** One packet from parser to deparser; the port it leaves by. */
  long forward() {
    Packet packet = packets[next];
    next = next + 1 == packets.length ? 0 : next + 1;
    context.reset();
    context.packet().copyFrom(packet);
    context.set(StandardMetadata.INGRESS_PORT, 1);
    context.set(StandardMetadata.PACKET_LENGTH, packet.length());
    context.set(StandardMetadata.INGRESS_GLOBAL_TIMESTAMP, 5);
    pipeline.ingress(context, 5_000_000);
    long port = context.get(StandardMetadata.EGRESS_SPEC);
    context.set(StandardMetadata.EGRESS_PORT, port);
    context.set(StandardMetadata.DEQ_QDEPTH, 3);
    pipeline.egress(context, 6_000_000);
    pipeline.deparse(context);
    return port;
  }
}

package io.smartt.p4.pipeline.program;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** A pipeline of a test program and the least around it. */
final class Device {
  final List<String> log = new ArrayList<>();
  final Pipeline pipeline;
  long nowPs;

  Device(String program) {
    this(json(program));
  }

  Device(byte[] json) {
    pipeline = Bmv2Program.load(json).instantiate(new Random(1), log::add);
  }

  static byte[] json(String program) {
    String name = "/programs/" + program + ".json";
    try (InputStream resource = Device.class.getResourceAsStream(name)) {
      return resource.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A context with a packet whose tail is only counted. */
  PacketContext receive(String hex, int wireLength) {
    byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
    PacketContext context = pipeline.newContext();
    context.packet().set(bytes, 0, bytes.length, Math.max(wireLength, bytes.length));
    context.set(StandardMetadata.INGRESS_PORT, 3);
    context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
    return context;
  }

  /** A packet through ingress. */
  PacketContext ingress(String hex) {
    PacketContext context = receive(hex, 0);
    pipeline.ingress(context, nowPs);
    return context;
  }

  /** A packet after ingress through egress and deparser; its bytes. */
  String finish(PacketContext context) {
    context.set(StandardMetadata.EGRESS_PORT, context.get(StandardMetadata.EGRESS_SPEC));
    pipeline.egress(context, nowPs);
    pipeline.deparse(context);
    return HexFormat.of().formatHex(context.packet().toByteArray());
  }

  /** A packet all the way through; its bytes. */
  String pass(String hex) {
    return finish(ingress(hex));
  }

  static MatchValue exact(long value, int width) {
    return new MatchValue.Exact(Bits.of(value, width));
  }

  static TableEntry entry(
      String table, List<MatchValue> key, int priority, String action, Bits... arguments) {
    return TableEntry.of(
        table, key, priority, new EntryTarget.ActionCall(action, List.of(arguments)));
  }
}

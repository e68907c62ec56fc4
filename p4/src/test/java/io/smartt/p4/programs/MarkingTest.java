package io.smartt.p4.programs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketByteCount;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.p4.pipeline.program.Bmv2Program;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The marks of smartt.p4 at dequeue, by the depth of the queue. */
class MarkingTest {
  private static final int PORT = 5;
  private static final int PACKETS = 20_000;
  private static final int ECN_AT = 15;

  /** Ethernet, IPv4 that is ECT(0), UDP to the port of UET, 16 bytes of UET. */
  private static final byte[] FRAME =
      HexFormat.of()
          .parseHex(
              "0200000000aa0200000000bb0800"
                  + "452a007300004000"
                  + "4011b837"
                  + "c0a80001c0a800c7"
                  + "100012b9005f0000"
                  + "00".repeat(16));

  private Pipeline pipeline = load("smartt-packets");
  private StandardMetadata depth = StandardMetadata.DEQ_QDEPTH;

  private static Pipeline load(String program) {
    try (InputStream json =
        Objects.requireNonNull(
            MarkingTest.class.getResourceAsStream("/io/smartt/p4/programs/" + program + ".json"))) {
      return Bmv2Program.load(json.readAllBytes()).instantiate(new Random(11));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void probabilityRisesFromNoneToAllBetweenTheThresholds() {
    profile("egress.mark_between", Bits.of(20, 19), Bits.of(80, 19));

    assertThat(share(20)).isZero();
    assertThat(share(35)).isCloseTo(0.25, within(0.015));
    assertThat(share(65)).isCloseTo(0.75, within(0.015));
    assertThat(share(80)).isOne();
  }

  @Test
  void probabilityRisesToTheMostThatDcqcnSaysAndThenToAll() {
    profile("egress.mark_up_to", Bits.of(20, 19), Bits.of(80, 19), Bits.of(65536 / 5, 16));

    assertThat(share(20)).isZero();
    assertThat(share(50)).isCloseTo(0.1, within(0.01));
    assertThat(share(79)).isCloseTo(0.2 * 59 / 60, within(0.015));
    assertThat(share(80)).isOne();
  }

  /** The same in bytes; the number of packets says nothing. */
  @Test
  void theProgramThatCountsBytesMarksByBytes() {
    pipeline = load("smartt");
    depth = StandardMetadata.DEQ_QBYTES;
    profile("egress.mark_between", Bits.of(200_000, 32), Bits.of(800_000, 32));

    assertThat(share(200_000)).isZero();
    assertThat(share(350_000)).isCloseTo(0.25, within(0.015));
    assertThat(share(650_000)).isCloseTo(0.75, within(0.015));
    assertThat(share(800_000)).isOne();

    profile(
        "egress.mark_up_to", Bits.of(200_000, 32), Bits.of(800_000, 32), Bits.of(65536 / 5, 16));
    assertThat(share(500_000)).isCloseTo(0.1, within(0.01));
    assertThat(share(900_000)).isOne();

    depth = StandardMetadata.DEQ_QDEPTH;
    assertThat(share(400_000)).as("packets are not looked at").isZero();
  }

  @Test
  void portWithoutAnEntryNeverMarks() {
    assertThat(share(500_000)).isZero();
  }

  private void profile(String action, Bits... arguments) {
    pipeline
        .control()
        .apply(
            List.of(
                new Change.PutEntry(
                    TableEntry.of(
                        "egress.red_profile",
                        List.of(
                            new MatchValue.Exact(Bits.of(PORT, 9)),
                            new MatchValue.Exact(Bits.zero(3))),
                        0,
                        new EntryTarget.ActionCall(action, List.of(arguments))))));
  }

  /** Of packets that leave a queue of that depth, how many are marked; the counter must agree. */
  private double share(int waiting) {
    PacketByteCount before = pipeline.control().counter("egress.marks", PORT);
    PacketContext context = pipeline.newContext();
    Packet packet = new Packet(FRAME.length);
    packet.set(FRAME, 0, FRAME.length, 4_174);
    int marked = 0;
    for (int i = 0; i < PACKETS; i++) {
      context.reset();
      context.packet().copyFrom(packet);
      context.set(StandardMetadata.INGRESS_PORT, 1);
      context.set(StandardMetadata.PACKET_LENGTH, packet.length());
      pipeline.ingress(context, 0);
      context.set(StandardMetadata.EGRESS_PORT, PORT);
      context.set(depth, waiting);
      pipeline.egress(context, 0);
      pipeline.deparse(context);
      marked += (context.packet().bytes()[ECN_AT] & 3) == 3 ? 1 : 0;
    }
    PacketByteCount after = pipeline.control().counter("egress.marks", PORT);
    assertThat(after.packets() - before.packets()).isEqualTo(marked);
    return (double) marked / PACKETS;
  }
}

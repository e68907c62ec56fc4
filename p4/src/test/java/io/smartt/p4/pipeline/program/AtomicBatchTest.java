package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
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
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A packet sees a batch whole or not at all (P4Runtime 12.2, DATAPLANE_ATOMIC): entries of two
 * tables and a member that move together, while another thread forwards.
 */
@Timeout(120)
class AtomicBatchTest {
  private static final int PASSES = 3_000;
  private static final int PADDING = 50;

  private static final byte[] PACKET =
      HexFormat.of()
          .parseHex(
              "0200000000aa0200000000bb0800"
                  + "4528007300004000"
                  + "4011b839"
                  + "c0a80001c0a800c7"
                  + "100012b9005f0000");

  private final Pipeline pipeline = load();

  private static Pipeline load() {
    String resource = "/io/smartt/p4/programs/smartt.json";
    try (InputStream json =
        Objects.requireNonNull(AtomicBatchTest.class.getResourceAsStream(resource), resource)) {
      return Bmv2Program.load(json.readAllBytes()).instantiate(new Random(1));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void noPacketSeesHalfABatch() throws InterruptedException {
    pipeline.control().apply(batch(0));
    AtomicBoolean writing = new AtomicBoolean(true);
    Thread writer =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 1; writing.get(); i++) {
                pipeline.control().apply(batch(i));
              }
            });
    PacketContext context = pipeline.newContext();
    int passes = 0;
    int changes = 0;
    int last = 0;
    while (writer.isAlive() && (passes < PASSES || changes < 20)) {
      context.reset();
      context.packet().set(PACKET, 0, PACKET.length, 1000);
      pipeline.ingress(context, 0);

      int state = (int) context.get(StandardMetadata.PRIORITY);
      assertThat(context.get(StandardMetadata.EGRESS_SPEC))
          .as("port, in state %d", state)
          .isEqualTo(10 + state);
      passes++;
      changes += state == last ? 0 : 1;
      last = state;
    }
    writing.set(false);
    writer.join();
    assertThat(changes).isGreaterThanOrEqualTo(20);
    assertThat(pipeline.control().entries("ingress.ipv4_lpm")).hasSize(PADDING + 1);
  }

  /** In even states data class and port 10, in odd ones control class and port 11. */
  private static List<Change> batch(int number) {
    int state = number % 2;
    List<Change> changes = new ArrayList<>();
    changes.add(
        new Change.PutMember(
            "ingress.ecmp", 1, call("ingress.to_port", Bits.of(10 + state, 9), Bits.zero(48))));
    changes.add(
        put(
            "ingress.traffic_class",
            new MatchValue.Exact(Bits.of(10, 6)),
            call(state == 1 ? "ingress.control_class" : "ingress.data_class", Bits.of(state, 3))));
    for (int i = 0; i < PADDING; i++) {
      changes.add(route(0x0a000000L + (i << 8), 24, 1));
    }
    changes.add(route(0xc0a80000L, 16, 1));
    return changes;
  }

  private static Change route(long prefix, int length, int member) {
    return put(
        "ingress.ipv4_lpm",
        new MatchValue.Lpm(Bits.of(prefix, 32), length),
        new EntryTarget.Member(member));
  }

  private static EntryTarget.ActionCall call(String action, Bits... arguments) {
    return new EntryTarget.ActionCall(action, List.of(arguments));
  }

  private static Change put(String table, MatchValue key, EntryTarget target) {
    return new Change.PutEntry(TableEntry.of(table, List.of(key), 0, target));
  }
}

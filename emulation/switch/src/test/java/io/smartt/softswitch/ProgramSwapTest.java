package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.Digest;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.seed.PortNumbers;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A program that is installed while packets of another one wait in the switch. */
@Timeout(120)
class ProgramSwapTest {
  private static final int PASSES = 200_000;
  private static final int OUT = 2;

  private final AtomicInteger strangers = new AtomicInteger();

  /** Sends everything to one port, and counts packets that another program's ingress took in. */
  private final class OneProgram implements Pipeline {
    /** Of the packets' thread. */
    private final Set<PacketContext> own = Collections.newSetFromMap(new IdentityHashMap<>());

    @Override
    public PacketContext newContext() {
      PacketContext context = new FakeContext();
      own.add(context);
      return context;
    }

    private void look(PacketContext context) {
      if (!own.contains(context)) {
        strangers.incrementAndGet();
      }
    }

    @Override
    public void ingress(PacketContext context, long nowPs) {
      look(context);
      context.set(StandardMetadata.EGRESS_SPEC, OUT);
    }

    @Override
    public void egress(PacketContext context, long nowPs) {
      look(context);
    }

    @Override
    public void deparse(PacketContext context) {}

    @Override
    public int dropPort() {
      return 511;
    }

    @Override
    public void copy(PacketContext from, PacketContext to) {}

    @Override
    public void cloneIngress(PacketContext from, PacketContext to) {}

    @Override
    public void cloneEgress(PacketContext from, PacketContext to) {}

    @Override
    public void resubmit(PacketContext context) {}

    @Override
    public void recirculate(PacketContext context) {}

    @Override
    public Digest digest(PacketContext context) {
      throw new UnsupportedOperationException();
    }

    @Override
    public PipelineControl control() {
      throw new UnsupportedOperationException();
    }
  }

  @Test
  void noProgramGetsAPacketThatAnotherTookIn() throws InterruptedException {
    EmbeddedSwitch device =
        new EmbeddedSwitch(
            "s1",
            PortNumbers.upTo(OUT),
            OptionalInt.empty(),
            List.of(QueueConfig.packets(16)),
            port -> {});
    ReplicationEngine none = new ReplicationEngine();
    AtomicBoolean installing = new AtomicBoolean(true);
    Thread controller =
        Thread.ofPlatform()
            .start(() -> {
              while (installing.get()) {
                device.install(new OneProgram(), none, false);
              }
            });

    Packet packet = new Packet(64);
    long left = 0;
    // Until both were seen often: programs changed between receive and transmit, and did not.
    for (int pass = 0;
        controller.isAlive()
            && (pass < PASSES || left < 20 || device.counters().droppedByProgram() < 20);
        pass++) {
      packet.set(new byte[60], 0, 60, 60);
      device.receive(1, packet, 0);
      device.receive(1, packet, 0);
      left += device.transmit(OUT, 0, packet) ? 1 : 0;
    }
    installing.set(false);
    controller.join();

    assertThat(strangers).hasValue(0);
    assertThat(device.counters().droppedByProgram()).isGreaterThanOrEqualTo(20);
    assertThat(left).isGreaterThanOrEqualTo(20);
  }
}

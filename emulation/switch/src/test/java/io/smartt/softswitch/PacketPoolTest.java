package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.StandardMetadata;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link PacketPool}. */
@Timeout(value = 10, unit = TimeUnit.SECONDS)
class PacketPoolTest {
  private static final int LATER_PASS = 2;

  private final PacketPool pool = new PacketPool();

  /** A pipeline that gives contexts, and does nothing else. */
  private static Pipeline pipeline() {
    return (Pipeline)
        Proxy.newProxyInstance(
            Pipeline.class.getClassLoader(),
            new Class<?>[] {Pipeline.class},
            (_, method, _) -> {
              assertThat(method.getReturnType()).isEqualTo(PacketContext.class);
              return new FakeContext();
            });
  }

  private int admitted(QueuedPacket packet) {
    int times = 0;
    while (pool.admits(packet, LATER_PASS)) {
      times++;
    }
    return times;
  }

  @Test
  void aPacketIsUsedAgainAsIfNew() {
    QueuedPacket first = pool.take(pipeline());
    first.context.set(StandardMetadata.PRIORITY, 3);
    first.passes = 9;
    pool.release(first);

    QueuedPacket again = pool.take(pipeline());

    assertThat(again).isSameAs(first);
    assertThat(again.context.get(StandardMetadata.PRIORITY)).isZero();
    assertThat(again.passes).isEqualTo(1);
    assertThat(pool.take(pipeline())).as("while the first is in use").isNotSameAs(first);
  }

  @Test
  void aProgramThatIsGoneLeavesNoPackets() {
    QueuedPacket packet = pool.take(pipeline());
    pool.release(packet);
    pool.clear();

    assertThat(pool.take(pipeline())).isNotSameAs(packet);
  }

  @Test
  void passesOfOnePacketAreBounded() {
    QueuedPacket packet = pool.take(pipeline());

    assertThat(pool.admits(packet, 1)).isTrue();
    assertThat(packet.family).as("the first pass needs no count").isNull();
    assertThat(pool.admits(packet, PacketPool.MAX_PASSES)).isTrue();
    assertThat(pool.admits(packet, PacketPool.MAX_PASSES + 1)).isFalse();
  }

  @Test
  void allCopiesOfOnePacketShareABound() {
    QueuedPacket packet = pool.take(pipeline());
    QueuedPacket copy = pool.copyOf(packet, pipeline());
    QueuedPacket copyOfCopy = pool.copyOf(copy, pipeline());

    assertThat(pool.admits(copyOfCopy, LATER_PASS)).isTrue();
    assertThat(admitted(packet)).isEqualTo(PacketPool.MAX_OFFSPRING - 1);
    assertThat(pool.admits(copy, LATER_PASS)).isFalse();
    assertThat(pool.admits(copy, 1)).isTrue();
  }

  @Test
  void theBoundIsNewOnlyWhenAllCopiesAreGone() {
    QueuedPacket packet = pool.take(pipeline());
    QueuedPacket copy = pool.copyOf(packet, pipeline());
    assertThat(admitted(packet)).isEqualTo(PacketPool.MAX_OFFSPRING);

    pool.release(packet);
    QueuedPacket other = pool.take(pipeline());
    assertThat(admitted(other))
        .as("another packet has its own")
        .isEqualTo(PacketPool.MAX_OFFSPRING);
    assertThat(pool.admits(copy, LATER_PASS)).as("a copy is still there").isFalse();

    PacketPool.Family spent = copy.family;
    pool.release(copy);
    QueuedPacket next = pool.take(pipeline());
    assertThat(admitted(next)).isEqualTo(PacketPool.MAX_OFFSPRING);
    assertThat(next.family).as("it is used again").isSameAs(spent);
  }
}

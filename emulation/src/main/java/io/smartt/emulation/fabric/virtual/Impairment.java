package io.smartt.emulation.fabric.virtual;

import io.smartt.emulation.failure.LinkLoss;
import io.smartt.emulation.failure.LossProcess;
import java.util.random.RandomGenerator;

/**
 * What one direction of a link loses, and by how much it delays the rest. Packets keep their order,
 * also when a jitter has ended. Allocates nothing per packet.
 */
final class Impairment {
  private final RandomGenerator random;
  private LossProcess loss;
  private long jitterPs;
  private long lastArrivalPs;

  /**
   * Nothing is lost or delayed yet.
   *
   * @param random of this direction alone
   */
  Impairment(RandomGenerator random) {
    this.random = random;
    loss = new LossProcess(LinkLoss.NONE, random);
  }

  /**
   * Changes what it does from now on; bursts of loss that go on keep their state.
   *
   * @param newJitterPs the most that a packet is delayed
   */
  void change(LinkLoss newLoss, long newJitterPs) {
    if (!newLoss.equals(loss.loss())) {
      loss = new LossProcess(newLoss, random);
    }
    jitterPs = newJitterPs;
  }

  /** Draws whether the next packet is lost. */
  boolean loses(int bytes) {
    return loss.loses(bytes);
  }

  /** When a packet arrives that would by {@code plannedPs}: no sooner, nor before the last one. */
  long arrivalPs(long plannedPs) {
    long delayed = jitterPs == 0 ? plannedPs : plannedPs + random.nextLong(jitterPs + 1);
    lastArrivalPs = Math.max(lastArrivalPs, delayed);
    return lastArrivalPs;
  }
}

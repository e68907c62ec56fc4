package io.smartt.softswitch;

import io.smartt.p4.pipeline.Pipeline;
import java.util.ArrayDeque;

/**
 * The packets inside a switch, reused, and what each received packet may become: copies of copies
 * and further passes are bounded for every program. Allocates nothing once it has grown.
 */
final class PacketPool {
  /** The number of times that one packet may go round; a program that wants more has a loop. */
  static final int MAX_PASSES = 256;

  /** Copies of copies and further passes of one received packet, all of them together. */
  static final int MAX_OFFSPRING = 4_096;

  private final ArrayDeque<QueuedPacket> packets = new ArrayDeque<>();
  private final ArrayDeque<Family> families = new ArrayDeque<>();

  /** The packets that one received packet has become. */
  static final class Family {
    private int members;
    private int offspring;
  }

  /** A packet that was received. */
  QueuedPacket take(Pipeline pipeline) {
    QueuedPacket packet = packets.poll();
    if (packet == null) {
      return new QueuedPacket(pipeline.newContext());
    }
    packet.reset();
    return packet;
  }

  /** A packet that is to be made a copy of another. */
  QueuedPacket copyOf(QueuedPacket packet, Pipeline pipeline) {
    QueuedPacket copy = take(pipeline);
    Family family = family(packet);
    family.members++;
    copy.family = family;
    return copy;
  }

  /** Takes back a packet that is no longer in the switch. */
  void release(QueuedPacket packet) {
    Family family = packet.family;
    if (family != null) {
      packet.family = null;
      if (--family.members == 0) {
        family.offspring = 0;
        families.push(family);
      }
    }
    packets.push(packet);
  }

  /**
   * Returns whether a packet may go round once more, and be in this pass then, or have such a copy.
   */
  boolean admits(QueuedPacket packet, int pass) {
    return pass == 1 || (pass <= MAX_PASSES && family(packet).offspring++ < MAX_OFFSPRING);
  }

  /** Forgets the packets of a program that is gone. */
  void clear() {
    packets.clear();
  }

  private Family family(QueuedPacket packet) {
    Family family = packet.family;
    if (family == null) {
      family = families.poll();
      if (family == null) {
        family = new Family();
      }
      family.members = 1;
      packet.family = family;
    }
    return family;
  }
}

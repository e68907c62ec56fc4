package io.smartt.p4.pipeline;

import module java.base;

/**
 * A program ready to run; immutable and shared by every switch that runs it. {@code
 * Bmv2Program.load} in {@code io.smartt.p4.pipeline.program} makes one from BMv2 JSON.
 */
public interface PipelineProgram {
  /**
   * A fresh instance with the program's initial state.
   *
   * @param random the source of the {@code random} extern; the caller seeds it
   * @param log receives {@code log_msg}
   */
  Pipeline instantiate(RandomGenerator random, PipelineLog log);

  /**
   * Two engines over one state and one kind of contexts: packets may change from one to the other.
   *
   * @param fast carries packets
   * @param observed carries them many times slower and tells the observer what they meet; made when
   *     it is asked for
   */
  record Engines(Pipeline fast, Supplier<Pipeline> observed) {}

  /** A fresh instance that can be observed; by default one that has nothing to tell. */
  default Engines engines(RandomGenerator random, PipelineLog log, PipelineObserver observer) {
    Pipeline only = instantiate(random, log);
    return new Engines(only, () -> only);
  }

  /** A fresh instance whose {@code log_msg} goes nowhere. */
  default Pipeline instantiate(RandomGenerator random) {
    return instantiate(random, PipelineLog.NONE);
  }

  /** Receives the program's {@code log_msg} goes. Called on the data path's thread. */
  @FunctionalInterface
  interface PipelineLog {
    /** Discards all messages. */
    PipelineLog NONE = text -> {};

    /** One message with its arguments filled in. */
    void message(String text);
  }

  /** Observes what packets meet, on the data path's thread. */
  @FunctionalInterface
  interface PipelineObserver {
    /** The next thing that the packet met. */
    void met(TraceEvent event);

    /** Observes what some packets meet, on the data path's thread. */
    interface PacketWatch extends PipelineObserver {
      /**
       * Returns whether this packet is one of them. Asked for each packet at each control of its
       * way.
       */
      boolean watches(Packet packet);
    }
  }
}

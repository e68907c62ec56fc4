package io.smartt.p4.pipeline;

/** Observes what packets meet, on the data path's thread. */
@FunctionalInterface
public interface PipelineObserver {
  /** The next thing that the packet met. */
  void met(TraceEvent event);

  /** Observes what some packets meet, on the data path's thread. */
  interface PacketWatch extends PipelineObserver {
    /**
     * Returns whether this packet is one of them. Asked for each packet at each control of its way.
     */
    boolean watches(Packet packet);
  }
}

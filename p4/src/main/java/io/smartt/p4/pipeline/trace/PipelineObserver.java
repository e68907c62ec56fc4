package io.smartt.p4.pipeline.trace;

/** Observes what packets meet, on the data path's thread. */
@FunctionalInterface
public interface PipelineObserver {
  /** The next thing that the packet met. */
  void met(TraceEvent event);
}

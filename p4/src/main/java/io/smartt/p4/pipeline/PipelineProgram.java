package io.smartt.p4.pipeline;

import java.util.random.RandomGenerator;

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

  /** A fresh instance whose {@code log_msg} goes nowhere. */
  default Pipeline instantiate(RandomGenerator random) {
    return instantiate(random, PipelineLog.NONE);
  }
}

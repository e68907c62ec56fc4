package io.smartt.p4.pipeline;

import java.util.random.RandomGenerator;

/** A program ready to run; immutable and shared by every switch that runs it. */
public interface PipelineProgram {
  /**
   * A fresh instance with the program's initial state.
   *
   * @param random the source of the {@code random} extern; the caller seeds it
   */
  Pipeline instantiate(RandomGenerator random);
}

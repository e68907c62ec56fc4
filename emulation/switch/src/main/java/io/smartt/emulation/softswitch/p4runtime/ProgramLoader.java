package io.smartt.emulation.softswitch.p4runtime;

import io.smartt.p4.pipeline.PipelineProgram;

/**
 * Makes a program of BMv2 JSON. One loader serves many switches, so it may well keep programs by
 * the hash of their content.
 */
@FunctionalInterface
public interface ProgramLoader {
  /**
   * Loads a program.
   *
   * @throws RuntimeException whose message says what is wrong with the program; the controller
   *     reads it
   */
  PipelineProgram load(byte[] json);
}

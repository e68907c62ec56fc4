package io.smartt.p4.pipeline.program;

import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2FormatException;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import io.smartt.p4.pipeline.layout.ProgramLayout;
import io.smartt.p4.pipeline.trace.PipelineObserver;

/** Makes a program that can be run out of BMv2 JSON. */
public final class Bmv2Program {
  private Bmv2Program() {}

  /**
   * Loads a program.
   *
   * @param json as {@code p4c-bm2-ss} writes it, format 2.0 to 2.24
   * @throws Bmv2FormatException naming the place in the JSON, or the part of the program, and what
   *     is wrong with it
   */
  public static PipelineProgram load(byte[] json) {
    return interpreter(json);
  }

  /**
   * Loads a program whose every instance tells an observer what its packets meet. For people, not
   * for speed.
   *
   * @param json as for {@link #load}
   */
  public static PipelineProgram observed(byte[] json, PipelineObserver observer) {
    InterpreterProgram program = interpreter(json);
    return (random, log) -> program.instantiateObserved(random, log, observer);
  }

  private static InterpreterProgram interpreter(byte[] json) {
    Bmv2Config config = Bmv2Reader.read(json);
    ProgramLayout layout = new ProgramLayout(config);
    return new InterpreterProgram(config, layout, new SchemaBuilder(config, layout).build());
  }
}

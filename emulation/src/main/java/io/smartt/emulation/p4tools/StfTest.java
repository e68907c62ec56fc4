package io.smartt.emulation.p4tools;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.p4runtime.P4RuntimeException;
import io.smartt.emulation.stf.StfParser;
import io.smartt.emulation.stf.StfRunner;
import io.smartt.p4.pipeline.program.Bmv2Program;

/** Runs a script on a program, over P4Runtime and with packets as bytes. */
public final class StfTest {
  private static final long SEED = 1;

  private StfTest() {}

  /**
   * Runs a script.
   *
   * @return what became of each of its expectations
   * @throws UserInputException naming file and line where script or program cannot be used
   */
  public static List<StfRunner.StfCheck> run(P4Program program, Path script) {
    String text = InputFile.text(script);
    try (BenchSwitch bench = new BenchSwitch(program, Bmv2Program::load, SEED)) {
      return new StfRunner(program.config(), new P4RuntimeStfDevice(bench))
          .run(StfParser.parse(text));
    } catch (StfParser.StfFormatException e) {
      throw new UserInputException(script + ": " + e.getMessage(), e);
    } catch (P4RuntimeException e) {
      throw new UserInputException("the switch does not take the program: " + e.getMessage(), e);
    }
  }
}

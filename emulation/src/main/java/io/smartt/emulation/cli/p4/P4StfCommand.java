package io.smartt.emulation.cli.p4;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.emulation.p4tools.StfTest;
import io.smartt.emulation.stf.StfRunner.StfCheck;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.Help;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code smartt p4 stf}. */
@Command(
    name = "stf",
    sortOptions = false,
    header = "Runs a script of the Simple Test Framework, p4c's format of packets in and out.",
    description = {
      "",
      "Entries go to the embedded switch by P4Runtime Write, packets through its ports as bytes.",
      "Prints a line for each expectation.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt p4 stf prog.json prog.stf",
      "  smartt p4 stf --p4info prog.p4info.txtpb prog.json prog.stf",
      "",
      "Ends with 0 if everything was as expected, 1 if not, 2 if the files cannot be used."
    })
final class P4StfCommand implements Callable<Integer> {
  private final Console console;

  @Mixin private ProgramOptions program = new ProgramOptions();

  @Parameters(index = "1", paramLabel = "TEST.stf", description = "The script.")
  private @Nullable Path script;

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

  P4StfCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    Path stf = Optional.ofNullable(script).orElseThrow();
    List<StfCheck> checks = StfTest.run(program.read(), stf);
    int failed = 0;
    for (StfCheck check : checks) {
      console.out().println((check.passed() ? "ok    " : "FAIL  ") + check);
      failed += check.passed() ? 0 : 1;
    }
    if (checks.isEmpty()) {
      throw new UserInputException(stf + ": expects nothing, so it tests nothing");
    }
    console
        .out()
        .println(
            failed == 0
                ? "%d of %d expectations met".formatted(checks.size(), checks.size())
                : "%d of %d expectations failed".formatted(failed, checks.size()));
    console.out().flush();
    return failed == 0 ? 0 : Failures.FAILED;
  }
}

package io.smartt.emulation.cli.bundle;

import module java.base;

import io.smartt.emulation.cli.bundle.BundleCommand.ProgramParts;
import io.smartt.study.bundle.BundleCheck;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.JobsOption;
import io.smartt.switchd.options.Version;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt bundle verify}. */
@Command(
    name = "verify",
    sortOptions = false,
    header = "Runs a bundle's experiments again and compares what comes out.",
    description = {
      "",
      "Names each file that differs, and where. A bundle can have code of its author: own schemes",
      "in inputs/files/.",
      ""
    },
    footer = {
      "",
      "Ends with 0 if all is the same, with 1 if something differs or a run fails, with 2 if it is",
      "no bundle or its inputs were changed."
    })
final class BundleVerifyCommand implements Callable<Integer> {
  private final ToIntFunction<String[]> smartt;
  private final Console console;

  @Parameters(paramLabel = "FILE", description = "The bundle, or its folder if it is unpacked.")
  private Path file = Path.of("");

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Keeps what comes out in a new folder.")
  private @Nullable Path out;

  @Mixin private JobsOption jobs = new JobsOption();

  BundleVerifyCommand(ToIntFunction<String[]> smartt, Console console) {
    this.smartt = smartt;
    this.console = console;
  }

  @Override
  public Integer call() {
    List<String> parallel = jobs.arguments();
    BundleCheck.Outcome outcome =
        new BundleCheck(
                smartt,
                Version.number(),
                ProgramParts.classes(),
                note -> console.err().println("smartt: " + note))
            .check(file, Optional.ofNullable(out), parallel);
    outcome.differences().forEach(console.out()::println);
    int files = outcome.bundle().results().size();
    int runs = outcome.bundle().runs().size();
    if (outcome.differences().isEmpty()) {
      console.out().printf("same: %d files of results, %d runs%n", files, runs);
    } else {
      console
          .out()
          .printf(
              "different: %d findings in %d files of results%n",
              outcome.differences().size(), files);
    }
    console.out().flush();
    return outcome.differences().isEmpty() ? 0 : Failures.FAILED;
  }
}

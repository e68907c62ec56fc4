package io.smartt.emulation.cli.scheme;

import module java.base;

import io.smartt.base.input.FileErrors;
import io.smartt.base.input.OwnName;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.CommandGroup;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt scheme}. */
@Command(
    name = "scheme",
    sortOptions = false,
    header = "Starts and checks a congestion control or load balancer of your own.",
    description = {
      "",
      "Each is one file of Java, which 'smartt run --scheme FILE.java' or '--lb FILE.java' takes.",
      "docs/extend/own-algorithm.md has what it is called with, and when.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  smartt scheme new my-control",
      "  smartt run --scheme MyControl.java --set my-control.gain=0.25",
      "  smartt scheme check MyControl.java",
      "  smartt scheme new my-paths --balancer",
      "  smartt scheme check MyPaths.java --balancer"
    })
public final class SchemeCommand extends CommandGroup {
  private final Console console;

  private SchemeCommand(Console console) {
    this.console = console;
  }

  /** Returns the command with those below it. */
  public static CommandLine commandLine(ExperimentLoader experiments, Console console) {
    return new CommandLine(new SchemeCommand(console))
        .addSubcommand("check", new SchemeCheckCommand(experiments, console));
  }

  @Override
  protected String prompt() {
    return "name what to do: new or check";
  }

  @Command(
      name = "new",
      sortOptions = false,
      header = "Writes the commented start of an algorithm, which runs as it is.")
  int start(
      @Parameters(
              paramLabel = "NAME",
              description = "Its name, as --scheme or --lb, and --set have it: my-control.")
          String name,
      @Option(names = "--balancer", description = "A load balancer, not a congestion control.")
          boolean balancer,
      @Option(
              names = {"-o", "--out"},
              paramLabel = "FILE",
              description =
                  "The file. Default: the name as a class, MyControl.java, in this folder.")
          @Nullable Path output) {
    Path file = Objects.requireNonNullElse(output, Path.of(new OwnName(name).type() + ".java"));
    String fileName = String.valueOf(file.getFileName());
    if (!fileName.endsWith(".java")) {
      throw new UserInputException(file + ": is no .java file");
    }
    String type = fileName.substring(0, fileName.length() - ".java".length());
    String text =
        PackedText.read(
                SchemeCommand.class, balancer ? "NewBalancer.java.txt" : "NewControl.java.txt")
            .replace("NewControl", type)
            .replace("NewBalancer", type)
            .replace("new-control", name)
            .replace("new-balancer", name);
    FileErrors.input("cannot write " + file)
        .run(() ->
            Files.writeString(file, text, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
    console.say(file + ": 'smartt run " + (balancer ? "--lb " : "--scheme ") + file + "' runs it");
    return 0;
  }
}

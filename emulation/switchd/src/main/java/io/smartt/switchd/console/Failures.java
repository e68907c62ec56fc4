package io.smartt.switchd.console;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Says in one line what went wrong and with which status that ends the process: 1 for a failed run,
 * 2 for wrong usage or input. Stack traces are for {@code --debug}.
 */
public record Failures(Console console, Debug debug)
    implements IExecutionExceptionHandler, IParameterExceptionHandler {
  public static final int FAILED = 1;
  public static final int WRONG_USAGE = 2;

  private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\n\t]]");
  private static final int MOST = 16_000;

  @Override
  public int handleParseException(ParameterException e, String[] args) {
    CommandLine command = e.getCommandLine();
    say(message(e));
    console
        .err()
        .println(
            suggestion(e)
                + "'"
                + command.getCommandSpec().qualifiedName()
                + " --help' tells what there is.");
    if (List.of(args).contains("--debug")) {
      e.printStackTrace(console.err());
    }
    return WRONG_USAGE;
  }

  private void say(@Nullable String message) {
    console
        .err()
        .println(console.errColours().bad("smartt:") + " " + printable(String.valueOf(message)));
  }

  /** Spells out what a terminal would obey, and cuts what no reader reads: input is quoted. */
  private static String printable(String message) {
    String whole =
        CONTROL.matcher(message).replaceAll(c -> "\\\\u%04x".formatted((int) c.group().charAt(0)));
    return whole.length() <= MOST ? whole : whole.substring(0, MOST) + " ...";
  }

  @Override
  public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
    // picocli wraps what a command that is a method throws.
    Exception e =
        thrown instanceof CommandLine.ExecutionException
                && thrown.getCause() instanceof Exception cause
            ? cause
            : thrown;
    String message =
        switch (e) {
          case UserInputException input -> input.getMessage();
          case CaptureFormatException format -> format.getMessage();
          case RunFailedException failed -> failed.getMessage();
          case InvalidPathException path -> noName(path);
          default ->
              RunFailedException.outOfMemory(e)
                  .orElseGet(() ->
                      "a fault of this program: "
                          + e
                          + (debug.wanted() ? "" : " ('--debug' shows where)"));
        };
    say(message);
    for (Throwable since : e.getSuppressed()) {
      if (since instanceof RunFailedException) {
        say("and then: " + since.getMessage());
      }
    }
    if (debug.wanted()) {
      e.printStackTrace(console.err());
    }
    return e instanceof UserInputException
            || e instanceof CaptureFormatException
            || e instanceof InvalidPathException
        ? WRONG_USAGE
        : FAILED;
  }

  /** Gives a command line and all its commands this way to fail, and the console's output. */
  public static CommandLine install(CommandLine root, Console console) {
    Debug debug = new Debug();
    Failures failures = new Failures(console, debug);
    return root.addMixin("debug", debug)
        .registerConverter(Path.class, Failures::path)
        .setOut(console.out())
        .setErr(console.err())
        .setExecutionStrategy(OutPlaces::execute)
        .setExecutionExceptionHandler(failures)
        .setParameterExceptionHandler(failures);
  }

  /** Leaves out what follows an unknown option: it may be its value, no mistake of its own. */
  private static String message(ParameterException e) {
    return e instanceof UnmatchedArgumentException unmatched
            && unmatched.getUnmatched().getFirst().startsWith("-")
        ? "Unknown option: '" + unmatched.getUnmatched().getFirst() + "'"
        : firstLine(Objects.requireNonNullElse(e.getMessage(), "wrong usage"));
  }

  /** Reads an option's or parameter's value that is a path. */
  private static Path path(String text) {
    if (text.isEmpty()) {
      // To Java it is the folder in which one is, which a shell's unset variable does not mean.
      throw new TypeConversionException("it is empty; name a file or a folder");
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(noName(e));
    }
  }

  private static String noName(InvalidPathException e) {
    return "'%s' cannot name a file here (%s); for letters beyond ASCII set LC_ALL=C.UTF-8"
        .formatted(e.getInput(), e.getReason());
  }

  private static String suggestion(ParameterException e) {
    if (e instanceof UnmatchedArgumentException unmatched) {
      String found = unmatched.getUnmatched().getFirst();
      List<String> names = names(unmatched.getCommandLine().getCommandSpec());
      List<String> begun = names.stream().filter(name -> name.startsWith(found)).toList();
      List<String> near = begun.size() == 1 ? begun : NearNames.of(found, names);
      if (!near.isEmpty()) {
        return "Did you mean " + String.join(" or ", near) + "? ";
      }
    }
    return "";
  }

  private static List<String> names(CommandSpec command) {
    return Stream.concat(
            command.subcommands().entrySet().stream()
                .filter(each -> !each.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey),
            command.options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName))
        .toList();
  }

  private static String firstLine(String message) {
    return message.lines().findFirst().orElse(message);
  }

  /** {@code --debug}, accepted before and after the subcommand. */
  public static final class Debug {
    @Option(
        names = "--debug",
        scope = ScopeType.INHERIT,
        description = "Shows where in the program a failure happened.")
    private boolean debug;

    boolean wanted() {
      return debug;
    }
  }
}

package io.smartt.emulation.cli.p4;

import module java.base;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.input.UserInputException;
import io.smartt.emulation.p4tools.P4Compiler;
import io.smartt.emulation.p4tools.P4Program;
import io.smartt.emulation.p4tools.StfTest;
import io.smartt.emulation.stf.StfRunner.StfCheck;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;
import io.smartt.switchd.options.CommandGroup;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code smartt p4}: tools for people who write P4. */
@Command(
    name = "p4",
    header = "Tools for P4 programs: start one, run a test script, follow one packet, compile.",
    description = {
      "",
      "They run v1model programs that p4c compiled on the embedded switch, written to over",
      "P4Runtime as any controller does.",
      ""
    })
public final class P4Command extends CommandGroup {
  private P4Command() {}

  /** Returns the command with its subcommands. */
  public static CommandLine commandLine(Console console) {
    return new CommandLine(new P4Command())
        .addSubcommand(new P4NewCommand(console))
        .addSubcommand(new P4StfCommand(console))
        .addSubcommand(new P4TraceCommand(console))
        .addSubcommand(new P4CompileCommand(console, new P4Compiler(SearchPath.ofEnvironment())));
  }

  @Override
  protected String prompt() {
    return "name a tool: " + subcommands();
  }

  /** {@code smartt p4 compile}. */
  @Command(
      name = "compile",
      sortOptions = false,
      header = "Compiles a v1model program to BMv2 JSON and P4Info.",
      description = {
        "",
        "Runs p4c-bm2-ss or p4c from the PATH, otherwise the image p4lang/p4c in Docker. Writes",
        "NAME.json and NAME.p4info.txtpb.",
        ""
      },
      footer = {
        "",
        "Examples:",
        "  smartt p4 compile router.p4",
        "  smartt p4 compile -o build -I include -D DEBUG router.p4"
      })
  static final class P4CompileCommand implements Callable<Integer> {
    private final Console console;
    private final P4Compiler compiler;

    @Parameters(paramLabel = "PROG.p4", description = "The program.")
    private @Nullable Path source;

    @Option(
        names = {"-o", "--out"},
        paramLabel = "DIR",
        description = "Where the files go. Default: next to the program.")
    private @Nullable Path folder;

    @Option(names = "-I", paramLabel = "DIR", description = "Looks for included files there too.")
    private List<String> includes = new ArrayList<>();

    @Option(names = "-D", paramLabel = "NAME[=VALUE]", description = "Defines a macro.")
    private List<String> macros = new ArrayList<>();

    P4CompileCommand(Console console, P4Compiler compiler) {
      this.console = console;
      this.compiler = compiler;
    }

    @Override
    public Integer call() {
      Path program = Optional.ofNullable(source).orElseThrow();
      Path sourceFolder = Optional.ofNullable(program.getParent()).orElse(Path.of(""));
      List<String> options = new ArrayList<>();
      includes.forEach(include -> options.addAll(List.of("-I", include)));
      macros.forEach(macro -> options.addAll(List.of("-D", macro)));
      P4Compiler.Compiled compiled =
          compiler.compile(program, Optional.ofNullable(folder).orElse(sourceFolder), options);
      if (!compiled.messages().isEmpty()) {
        console.err().println(compiled.messages());
      }
      console.out().println(compiled.json());
      console.say(compiled.p4info());
      return 0;
    }
  }

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
  static final class P4StfCommand implements Callable<Integer> {
    private final Console console;

    @Mixin private ProgramOptions program = new ProgramOptions();

    @Parameters(index = "1", paramLabel = "TEST.stf", description = "The script.")
    private @Nullable Path script;

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
      console.say(
          failed == 0
              ? "%d of %d expectations met".formatted(checks.size(), checks.size())
              : "%d of %d expectations failed".formatted(failed, checks.size()));
      return failed == 0 ? 0 : Failures.FAILED;
    }
  }

  /** The files of the program that a command runs. */
  static final class ProgramOptions {
    @Parameters(index = "0", paramLabel = "PROG.json", description = "BMv2 JSON that p4c wrote.")
    private @Nullable Path program;

    @Option(
        names = "--p4info",
        paramLabel = "FILE",
        description = "The program's P4Info. Default: worked out from the JSON.")
    private @Nullable Path p4info;

    P4Program read() {
      return P4Program.read(
          Optional.ofNullable(program).orElseThrow(), Optional.ofNullable(p4info));
    }
  }
}

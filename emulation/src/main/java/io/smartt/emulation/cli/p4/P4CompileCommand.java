package io.smartt.emulation.cli.p4;

import module java.base;

import io.smartt.emulation.p4tools.P4Compiler;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.options.Help;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

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
final class P4CompileCommand implements Callable<Integer> {
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

  @Mixin
  @SuppressWarnings("UnusedVariable") // picocli acts on it
  private Help help = new Help();

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
    console.out().println(compiled.p4info());
    console.out().flush();
    return 0;
  }
}

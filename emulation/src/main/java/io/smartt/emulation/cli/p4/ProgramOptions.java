package io.smartt.emulation.cli.p4;

import io.smartt.emulation.p4tools.P4Program;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The files of the program that a command runs. */
final class ProgramOptions {
  @Parameters(index = "0", paramLabel = "PROG.json", description = "BMv2 JSON that p4c wrote.")
  private @Nullable Path program;

  @Option(
      names = "--p4info",
      paramLabel = "FILE",
      description = "The program's P4Info. Default: worked out from the JSON.")
  private @Nullable Path p4info;

  P4Program read() {
    return P4Program.read(Optional.ofNullable(program).orElseThrow(), Optional.ofNullable(p4info));
  }
}

package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program of this machine that a test needs. */
record ExternalTool(Path path) {

  /**
   * The program, if it is on the PATH. Where it is not the test is skipped, or fails if the
   * environment variable SMARTT_REQUIRE lists the kind.
   */
  static ExternalTool named(String name, String kind) {
    return new ExternalTool(Machine.program(kind, name));
  }

  /** Returns the tool's output with these arguments; it must end with 0. */
  String output(String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(path.toString()));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    return output;
  }
}

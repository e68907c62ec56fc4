package io.smartt.base.trace;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs another program for a test. */
final class Programs {

  /** Its standard output; its standard error is not looked at. */
  static String run(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int status = process.waitFor();
    if (status != 0) {
      throw new AssertionError(command + " ended with status " + status + ": " + output);
    }
    return output;
  }

  private Programs() {}
}

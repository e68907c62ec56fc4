package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Tests of {@link ProcessConsole} with an output that does not take what is written. */
class StandardOutputTest {
  private final StringWriter err = new StringWriter();

  private int status(String failure) {
    ProcessConsole.StandardOutput output =
        new ProcessConsole.StandardOutput(
            new OutputStream() {
              @Override
              public void write(int value) throws IOException {
                throw new IOException(failure);
              }
            });
    Console console =
        new Console(
            new PrintWriter(output, true, StandardCharsets.UTF_8), new PrintWriter(err), false);
    console.out().println("{}");
    return new ProcessConsole(console, output).finish(0);
  }

  @Test
  void lostResultsAreAFailure() {
    assertThat(status("No space left on device")).isEqualTo(1);
    assertThat(err.toString().strip())
        .isEqualTo("smartt: cannot write standard output: No space left on device");
  }

  @Test
  void aReaderThatHasHadEnoughIsNone() {
    assertThat(status("Broken pipe")).isZero();
    assertThat(err.toString()).isEmpty();
  }
}

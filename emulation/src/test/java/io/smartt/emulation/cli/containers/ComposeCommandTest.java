package io.smartt.emulation.cli.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ComposeCommandTest {
  private static final Pattern UNTIL = Pattern.compile("# The certificates end at (\\S+);");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @Test
  void certificatesHoldForSevenDaysFromWhenTheFileIsWritten() {
    // Certificates have whole seconds.
    Instant before = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    String[] command = {
      "compose", "--topology", "leafspine,2,1,1", "--workload", "permutation:256KiB"
    };
    int status = Smartt.execute(new PrintWriter(out), new PrintWriter(err), command);
    Instant after = Instant.now();

    assertThat(status).as(err.toString()).isZero();
    Matcher line = UNTIL.matcher(out.toString());
    assertThat(line.find()).as(out.toString()).isTrue();
    assertThat(Instant.parse(line.group(1)).minus(7, ChronoUnit.DAYS)).isBetween(before, after);
  }
}

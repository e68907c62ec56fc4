package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The floors of what tests reach of each module. */
@Timeout(60)
class CoverageFloorsTest {
  private static final String HEADER = "GROUP,PACKAGE,CLASS,LINE_MISSED,LINE_COVERED\n";

  @TempDir private Path temp;

  private Netns.Ended check(String rows) throws IOException {
    Path report = Files.writeString(temp.resolve("jacoco.csv"), HEADER + rows);
    return Netns.wait(
        new ProcessBuilder("../.ci/covered", report.toString()).redirectErrorStream(true).start());
  }

  @Test
  void aModuleWithTooManyTypesThatNoTestReachesFails() throws IOException {
    String good = "all/good,p,A,2,8\nall/good,p,B,2,0\n";
    Netns.Ended above = check(good);
    Netns.Ended below = check(good + "all/bad,p,A,2,7\nall/bad,p,B,3,0\n");

    assertThat(above.status()).as(above.out()).isZero();
    assertThat(above.out()).contains("66.7 % run", "83.3 % in types that a test reaches");
    assertThat(below.status()).isEqualTo(1);
    assertThat(below.out().lines().filter(line -> line.contains("BELOW")))
        .singleElement()
        .asString()
        .startsWith("bad ")
        .endsWith("75.0 % in types that a test reaches: BELOW 80 %");
  }

  @Test
  void whatIsGeneratedDoesNotCount() throws IOException {
    Netns.Ended ended =
        check(
            """
            all/p4,org.p4.v1,Entity,900,0
            all/p4,org.p4.v1,Entity.Builder,90,0
            all/p4,p,Entity,1,9
            """);

    assertThat(ended.status()).as(ended.out()).isZero();
    assertThat(ended.out()).contains("    10 lines,  90.0 % run");
  }

  @Test
  void aReportWithoutModulesFails() throws IOException {
    assertThat(check("").status()).isEqualTo(1);
  }
}

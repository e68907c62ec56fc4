package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The check of CI on surefire's reports. */
@Timeout(60)
class SecondAttemptsTest {
  @TempDir private Path temp;

  private void report(String name, String cases) throws IOException {
    Path reports = Files.createDirectories(temp.resolve("tests/target/surefire-reports"));
    Files.writeString(
        reports.resolve("TEST-" + name + ".xml"), "<testsuite>\n" + cases + "</testsuite>\n");
  }

  private static String again(String name) {
    return """
      <testcase name="%s" classname="io.smartt.tests.Some" time="1.5">
        <flakyError message="the engine said nothing" type="X">
        </flakyError>
      </testcase>
    """
        .formatted(name);
  }

  private Netns.Ended check() throws IOException {
    return Netns.wait(
        new ProcessBuilder("../.ci/skipped", temp.toString()).redirectErrorStream(true).start());
  }

  @Test
  void whatPassedAtItsSecondAttemptIsCounted() throws IOException {
    report("a", "  <testcase name=\"good\" classname=\"io.smartt.tests.Some\" time=\"0\"/>\n");
    report("b", again("one") + again("two(String)[1]"));
    Netns.Ended two = check();
    report("c", again("three"));
    Netns.Ended three = check();

    assertThat(two.status()).as(two.out()).isZero();
    assertThat(two.out())
        .contains(
            "passed at its second attempt: io.smartt.tests.Some#one: message=\"the engine said"
                + " nothing\"",
            "passed at its second attempt: io.smartt.tests.Some#two:",
            "3 tests");
    assertThat(three.status()).isEqualTo(1);
    assertThat(three.out()).contains("3 tests needed a second attempt: more than 2 is no chance");
  }

  @Test
  void aSkippedTestThatIsNotListedFails() throws IOException {
    report(
        "a",
        """
          <testcase name="gone" classname="io.smartt.tests.Some" time="0">
            <skipped message="no tool"/>
          </testcase>
          <testcase name="" classname="io.smartt.tests.Bmv2RunTest" time="0">
            <skipped message="no BMv2"/>
          </testcase>
        """);
    Netns.Ended ended = check();

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out())
        .contains(
            "SKIPPED and not in .ci/skips-allowed: io.smartt.tests.Some#gone",
            "skipped, as listed: io.smartt.tests.Bmv2RunTest#");
  }

  @Test
  void aClassWithoutAReportIsLost() throws IOException {
    Path sources = Files.createDirectories(temp.resolve("tests/src/test/java/io/smartt/tests"));
    for (String name : List.of("HereTest", "GoneTest")) {
      Files.writeString(sources.resolve(name + ".java"), "class " + name + " {\n  @Test\n");
    }
    Files.writeString(sources.resolve("HelperTest.java"), "class HelperTest {}\n");
    report("io.smartt.tests.HereTest", "");
    Netns.Ended ended = check();

    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out().lines().filter(line -> line.startsWith("LOST")))
        .containsExactly("LOST, since it has no report: io.smartt.tests.GoneTest");
  }

  @Test
  void noReportsAreAFailure() throws IOException {
    Netns.Ended ended = check();
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.out()).contains("no test reports");
  }
}

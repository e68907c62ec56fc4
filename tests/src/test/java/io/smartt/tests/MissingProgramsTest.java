package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.needs.Machine;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A test whose program is missing says which, and fails only where SMARTT_REQUIRE asks for it. */
class MissingProgramsTest {
  /** Needs socat for kind netns, and says with which status it ended. */
  public static final class Needy {
    private Needy() {}

    /** Ends with 0 where all is there, 3 where it would be skipped, 4 where it would fail. */
    public static void main(String[] arguments) {
      int status = 0;
      try {
        Machine.require("netns", "socat", "ping");
      } catch (org.opentest4j.TestAbortedException e) {
        System.out.println(e.getMessage());
        status = 3;
      } catch (AssertionError e) {
        System.out.println(e.getMessage());
        status = 4;
      }
      System.exit(status);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "slurm        | 3 | needs ping, socat (apt-get install iputils-ping socat)",
        "slurm,netns  | 4 | and SMARTT_REQUIRE has netns"
      })
  void whatIsMissingIsNamedWithItsPackage(String required, int status, String said)
      throws Exception {
    ProcessBuilder needy =
        new ProcessBuilder(
            List.of(
                OwnJvm.command().getFirst(),
                "-cp",
                System.getProperty("java.class.path"),
                Needy.class.getName()));
    needy.environment().put("PATH", "/nowhere");
    needy.environment().put("SMARTT_REQUIRE", required);
    Netns.Ended ended = Netns.wait(needy.redirectErrorStream(true).start());

    assertThat(ended.out()).contains(said);
    assertThat(ended.status()).isEqualTo(status);
  }

  @Test
  void aProgramThatNoTableListsIsAMistakeOfTheTest() {
    org.assertj.core.api.Assertions.assertThatThrownBy(() -> Machine.require("netns", "nosuch"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'nosuch'");
  }
}

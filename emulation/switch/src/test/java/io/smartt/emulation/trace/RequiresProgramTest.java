package io.smartt.emulation.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link RequiresProgramCondition}. */
class RequiresProgramTest {

  @Test
  void runsWhereTheProgramIs(@TempDir Path bin) throws Exception {
    Path program = Files.createFile(bin.resolve("sniff"));
    assertThat(program.toFile().setExecutable(true)).isTrue();

    assertThat(condition(Map.of("PATH", bin.toString())).evaluate("pcap", "sniff").isDisabled())
        .isFalse();
  }

  @Test
  void skipsWhereItIsNot(@TempDir Path bin) {
    var condition = condition(Map.of("PATH", bin.toString(), "SMARTT_REQUIRE", "netns"));

    assertThat(condition.evaluate("pcap", "sniff").getReason())
        .contains("sniff is not on the PATH");
  }

  @Test
  void failsWhereItIsRequired(@TempDir Path bin) {
    var condition = condition(Map.of("PATH", bin.toString(), "SMARTT_REQUIRE", "netns,pcap"));

    assertThatThrownBy(() -> condition.evaluate("pcap", "sniff"))
        .hasMessageContaining("SMARTT_REQUIRE has pcap");
  }

  private static RequiresProgramCondition condition(Map<String, String> environment) {
    return new RequiresProgramCondition(environment);
  }
}

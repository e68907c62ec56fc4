package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.switchd.console.Console.Colours;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColoursTest {
  private static final Map<String, String> TERMINAL = Map.of("TERM", "xterm-256color");

  @Test
  void aTerminalShowsThem() {
    assertThat(Colours.of(true, TERMINAL).bad("failed")).isEqualTo("\033[31mfailed\033[0m");
    assertThat(Colours.of(true, TERMINAL).good("holds")).isEqualTo("\033[32mholds\033[0m");
  }

  @Test
  void aFileAndATerminalWithoutThemDoNot() {
    assertThat(Colours.of(false, TERMINAL).on()).isFalse();
    assertThat(Colours.of(true, Map.of("TERM", "dumb")).on()).isFalse();
    assertThat(Colours.of(true, Map.of()).bad("failed")).isEqualTo("failed");
  }

  /** See no-color.org: "when present and not an empty string (regardless of its value)". */
  @Test
  void noColorTurnsThemOff() {
    assertThat(Colours.of(true, Map.of("TERM", "xterm", "NO_COLOR", "0")).on()).isFalse();
    assertThat(Colours.of(true, Map.of("TERM", "xterm", "NO_COLOR", "")).on()).isTrue();
  }
}

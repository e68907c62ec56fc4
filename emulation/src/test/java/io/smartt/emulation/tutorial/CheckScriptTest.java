package io.smartt.emulation.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which scripts begin anew when they are tried again. */
class CheckScriptTest {
  @ParameterizedTest
  @ValueSource(strings = {"expect h2 udp\nudp h1 h2", "  tcp h1 h2 # once", "send h1 00"})
  void scriptsThatSendDo(String script) {
    assertThat(CheckScript.sends(script)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "pingall\nping h1 h2", "expect h2 udp dport 1 # send it", "#udp h1 h2"})
  void scriptsThatOnlyLookDoNot(String script) {
    assertThat(CheckScript.sends(script)).isFalse();
  }
}

package io.smartt.emulation.tutorial;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.tutorial.CheckScript.FramePattern;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The built-in checks of link_monitor look at what switches fill in, not at the hop count alone.
 */
@Timeout(60)
class LinkMonitorChecksTest {
  private static final String MAC = "080000000111";
  private static final String[] SWITCHES = {"01", "04", "02", "03", "01", "03", "02", "04", "81"};
  private static final int[] PORTS = {1, 2, 3, 2, 3, 1, 4, 1, 4};

  private static boolean passes(byte[] frame) throws IOException {
    List<String> lines;
    try (InputStream in =
        Objects.requireNonNull(
            LinkMonitorChecksTest.class.getResourceAsStream("link_monitor.checks"))) {
      lines = new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
    boolean passes = true;
    for (String line : lines) {
      if (line.startsWith("expect h1 ")) {
        boolean absent = line.startsWith("expect h1 no ");
        String pattern = line.substring(absent ? 13 : 10).replace("{h1.mac}", MAC).replace(" ", "");
        passes &= FramePattern.of(pattern).matches(frame) != absent;
      }
    }
    return passes;
  }

  private static byte[] probe(boolean port, String bytes, String time) {
    StringBuilder frame = new StringBuilder("ffffffffffff" + MAC + "081209");
    for (int hop = 0; hop < SWITCHES.length; hop++) {
      frame.append(SWITCHES[hop]).append("%02x".formatted(port ? PORTS[hop] : 0));
      frame.append(bytes).append("000000000000").append(time);
    }
    return HexFormat.of().parseHex(frame + "04010401030203020100");
  }

  @Test
  void aProbeWithTheDataOfNineLinksPasses() throws IOException {
    assertThat(passes(probe(true, "000001a2", "0000000f4240"))).isTrue();
  }

  @Test
  void theSkeletonThatFillsInSwitchesAloneFails() throws IOException {
    assertThat(passes(probe(false, "00000000", "000000000000"))).isFalse();
  }

  @Test
  void whatMissesAnyOfPortBytesAndTimeFails() throws IOException {
    assertThat(passes(probe(false, "000001a2", "0000000f4240"))).isFalse();
    assertThat(passes(probe(true, "00000000", "0000000f4240"))).isFalse();
    assertThat(passes(probe(true, "000001a2", "000000000000"))).isFalse();
  }
}

package io.smartt.emulation.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.cli.Smartt;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TopologyCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int topology(String... arguments) {
    List<String> all = new ArrayList<>(List.of("topology"));
    all.addAll(List.of(arguments));
    return Smartt.execute(new PrintWriter(out), new PrintWriter(err), all.toArray(String[]::new));
  }

  @Test
  void cablesOfTheTestbedAreNamedByBoxAndVrf() {
    assertThat(topology("testbed")).isZero();

    assertThat(out.toString().lines())
        .startsWith("testbed (16 hosts, 8 switches, 32 links)")
        .anyMatch(line ->
            line.matches(
                "leaf4 \\(trident1/Vrf_leaf4\\) +8 +spine4 \\(trident2/Vrf_spine4\\) +4 .*up"));
  }

  @Test
  void degradedAndFailedLinksShow() {
    assertThat(
            topology(
                "leafspine,2,2,1",
                "--set",
                "link.rates=leaf1-spine2=25Gbps,spine1=10Gbps",
                "--set",
                "link.down=spine1"))
        .isZero();

    assertThat(out.toString().lines().filter(line -> line.matches("leaf\\d .*")))
        .satisfiesExactly(
            line -> assertThat(line).matches("leaf1 +2 +spine1 +1 +10 ?Gbps .*down"),
            line -> assertThat(line).matches("leaf1 +3 +spine2 +1 +25 ?Gbps .*up"),
            line -> assertThat(line).matches("leaf2 +2 +spine1 +2 +10 ?Gbps .*down"),
            line -> assertThat(line).matches("leaf2 +3 +spine2 +2 +50 ?Gbps .*up"));
  }

  @Test
  void cablesMayBeLeftOutAndNamesListed() {
    assertThat(topology("fattree,hosts=1024,oversubscription=8", "--no-cables")).isZero();
    assertThat(topology("--list")).isZero();

    assertThat(out.toString().lines())
        .startsWith("fattree,hosts=1024,oversubscription=8 (1024 hosts, 152 switches, 1280 links)")
        .doesNotContain("tor1")
        .contains("testbed");
  }

  @Test
  void linksThatAreNotThereAreRefused() {
    assertThat(topology("testbed", "--set", "link.rates=leaf1=fast")).isEqualTo(2);
    assertThat(topology("testbed", "--set", "link.rates=25Gbps")).isEqualTo(2);
    assertThat(topology("testbed", "--set", "link.down=spine9")).isEqualTo(2);

    assertThat(err.toString())
        .contains("link.rates: ")
        .contains(
            "'25Gbps': write node-node=rate, node>node=rate (one way) or switch=rate, such as leaf1-spine2=25Gbps")
        .contains("link.down: no node spine9 in testbed, which has leaf1 to spine4");
  }
}

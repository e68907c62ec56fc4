package io.smartt.study.compare.suite;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.study.compare.suite.HtsimOptions.Control;
import io.smartt.study.compare.suite.HtsimOptions.Marking;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link HtsimOptions} and the command line that they come from. */
class HtsimOptionsTest {
  private static HtsimOptions parse(String line) {
    return HtsimOptions.parse(line.isEmpty() ? List.of() : List.of(line.split(" ")));
  }

  @Test
  void defaultsAreTheSimulators() {
    HtsimOptions options = parse("");

    assertThat(options.network().tiers()).isEqualTo(3);
    assertThat(options.network().linkBps()).isEqualTo(100_000_000_000L);
    assertThat(options.network().hopPs()).isEqualTo(1_000_000);
    assertThat(options.network().switchPs()).isZero();
    assertThat(options.ports().mtuBytes()).isEqualTo(4150);
    assertThat(options.sender().control()).isEqualTo(Control.NSCC);
    assertThat(options.sender().balancer()).isEqualTo("mixed");
    assertThat(options.sender().paths()).isEqualTo(64);
    assertThat(options.sender().sackBytes()).isEqualTo(16384);
    assertThat(options.endUs()).isEqualTo(1000);
    assertThat(options.seed()).isEqualTo(13);
    assertThat(options.refused()).isEmpty();
  }

  @Test
  void everyOptionIsInItsPlace() {
    HtsimOptions options =
        parse(
            "-nodes 8 -tiers 2 -topo a.topo -linkspeed 400000 -hop_latency 0.6 -switch_latency 0.4"
                + " -failed 3 -mtu 1500 -trimsize 80 -q 500 -ecn 10 25 -sender_cc_only"
                + " -sender_cc_algo dctcp -load_balancing_algo bitmap -paths 128 -cwnd 50"
                + " -sack_threshold 4000 -conn_reuse -end 7 -seed 5");

    assertThat(options.network().nodes()).hasValue(8);
    assertThat(options.network().tiers()).isEqualTo(2);
    assertThat(options.network().topology()).contains("a.topo");
    assertThat(options.network().linkBps()).isEqualTo(400_000_000_000L);
    assertThat(options.network().hopPs()).isEqualTo(600_000);
    assertThat(options.network().switchPs()).isEqualTo(400_000);
    assertThat(options.network().failed()).isEqualTo(3);
    assertThat(options.ports().mtuBytes()).isEqualTo(1500);
    assertThat(options.ports().trimBytes()).isEqualTo(80);
    assertThat(options.ports().queuePackets()).hasValue(500);
    assertThat(options.ports().marking()).contains(new Marking(10, 25));
    assertThat(options.sender().control()).isEqualTo(Control.DCTCP);
    assertThat(options.sender().balancer()).isEqualTo("bitmap");
    assertThat(options.sender().paths()).isEqualTo(128);
    assertThat(options.sender().windowPackets()).hasValue(50);
    assertThat(options.sender().sackBytes()).isEqualTo(4000);
    assertThat(options.sender().reusesConnections()).isTrue();
    assertThat(options.endUs()).isEqualTo(7);
    assertThat(options.seed()).isEqualTo(5);
    assertThat(options.refused()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'', NSCC",
    "-sender_cc_algo dctcp, DCTCP",
    "-receiver_cc_only, RCCC",
    "-receiver_cc, RCCC_AND_NSCC",
    "-receiver_cc_only -sender_cc_algo nscc, RCCC_AND_NSCC",
    "-receiver_cc -sender_cc_only, NSCC"
  })
  void eachEndControlsOrNot(String options, HtsimOptions.Control control) {
    assertThat(parse(options).sender().control()).isEqualTo(control);
    assertThat(parse(options).refused()).isEmpty();
  }

  @Test
  void whatHasNoCounterpartIsNamedAndDoesNotHideTheRest() {
    assertThat(
            parse(
                    "-sleek -target_q_delay 6 -strat ecmp_ar -queue_type aeolus"
                        + " -sender_cc_algo constant -load_balancing_algo reps_legacy -made_up 1 2"
                        + " -paths 7")
                .refused())
        .containsExactly(
            "-sleek",
            "-target_q_delay",
            "-strat ecmp_ar",
            "-queue_type aeolus",
            "-sender_cc_algo constant",
            "-load_balancing_algo reps_legacy",
            "-made_up (no option of htsim_uec)");
    assertThat(parse("-sleek -paths 7").sender().paths()).isEqualTo(7);
  }

  @Test
  void optionsOfOutputAndDefaultsAreNotRefused() {
    assertThat(
            parse("-log sink -logtime 0.1 -o out.dat -debug -strat ecmp_host -planes 1").refused())
        .isEmpty();
  }

  @Test
  void malformedValuesAreRefusedByTheirOption() {
    assertThat(parse("-q many -paths 0 -linkspeed fast -end").refused())
        .containsExactly(
            "-q ('many' is not a whole number of at least 1)",
            "-paths ('0' is not a whole number of at least 1)",
            "-linkspeed ('fast' is not a number of at least 0)",
            "-end (has no value)");
  }
}

package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.RunFailedException;
import io.smartt.needs.Experiment;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a SONiC switch does is compared with its CONFIG_DB after an apply. */
@Timeout(120)
class SonicStateTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aSwitchThatDoesAllOfItIsSaidToDo() {
    try (StagedLab lab = StagedLab.leaves(folder)) {
      lab.apply("dilation=4000");
      assertThat(lab.said()).contains("trident1: does what the plan asks, as far as it shows it");
      lab.apply("dilation=4000");
      assertThat(lab.said()).contains("nothing to change", "does what the plan asks");
    }
  }

  @ParameterizedTest
  @Experiment
  @CsvSource(
      delimiter = ';',
      value = {
        "WRED_PROFILE; red-not-taken; Ethernet0|0, Ethernet1|0; has no WRED profile in the ASIC",
        "QUEUE; red-not-taken; Ethernet0|0; CONFIG_DB gives it SMARTT_RED_50G",
        "BUFFER_QUEUE; buffer-not-taken; Ethernet0|0; static_th is nothing, not 75060",
        "BUFFER_PROFILE; buffer-not-taken; Ethernet0|0; SMARTT_TRIM_50G_75060",
        "SWITCH_TRIMMING; trim-not-taken; SWITCH_TRIMMING; size is nothing, not",
        "SCHEDULER; shaper-not-taken; Ethernet0; is not shaped to 1562500 bytes a second",
        "STATIC_ROUTE; route-not-there; Vrf_spine1|10.0.0.1/32; is not in APPL_DB ROUTE_TABLE",
        "PORT; port-down; Ethernet1; has no link"
      })
  void whatTheDaemonsSkipIsFound(String table, String code, String about, String what) {
    try (StagedLab lab = StagedLab.spines(folder)) {
      lab.config().skip(Set.of(table));
      assertThatThrownBy(() -> lab.apply("dilation=4000"))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("CONFIG_DB is as planned")
          .hasMessageContaining("trident2");
      assertThat(lab.said()).contains("[" + code + "]", about, what);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "BUFFER_PG; Ethernet0:2; xoff is nothing, not",
        "PORT_QOS_MAP; Ethernet0:2; no pause is sent or obeyed"
      })
  void pausesThatTheDaemonsSkipAreFound(String table, String about, String what) {
    try (StagedLab lab = StagedLab.spines(folder)) {
      lab.config().skip(Set.of(table));
      assertThatThrownBy(() -> lab.apply("scheme=rocev2", "trimming=off", "sonic.data-queue=2"))
          .isInstanceOf(RunFailedException.class)
          .hasMessageContaining("CONFIG_DB is as planned");
      assertThat(lab.said()).contains("[pause-not-taken]", about, what);
    }
  }

  /** Releases until 202511 show an object without fields for each key that is asked for. */
  @Test
  void olderServersAreReadAsWell() {
    try (StagedLab lab = StagedLab.spines(folder)) {
      lab.config().makeOlder();
      lab.apply();
      assertThat(lab.said()).contains("trident2: does what the plan asks");
      lab.updater().at(1, Silences.SLOW);
      lab.revert();
      assertThat(lab.said()).contains("it came");
      assertThat(lab.overlaps()).isEmpty();
    }
  }
}

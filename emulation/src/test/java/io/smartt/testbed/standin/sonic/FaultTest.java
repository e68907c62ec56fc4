package io.smartt.testbed.standin.sonic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.testbed.standin.sonic.Fault.SetFault;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Faults as people write them. */
@Timeout(30)
class FaultTest {
  @Test
  void hasAKindATimeAndASet() {
    assertThat(Fault.parse("slow-set=30s@5"))
        .isEqualTo(new Fault.AtSet(5, new SetFault(SetFault.Kind.LONGER, Duration.ofSeconds(30))));
    assertThat(Fault.parse("restart"))
        .isEqualTo(
            new Fault.AtSet(1, new SetFault(SetFault.Kind.POWER_CUT, Duration.ofSeconds(20))));
    assertThat(Fault.parse("drop-connection@2")).isEqualTo(new Fault.AtSet(2, SetFault.LOST));
    assertThat(Fault.parse("half-set")).isEqualTo(new Fault.AtSet(1, SetFault.HALF));
    assertThat(Fault.parse("trim-keeps-checksum")).isEqualTo(new Fault.Trims("keeps-checksum", 0));
    assertThat(Fault.parse("trim-size=100")).isEqualTo(new Fault.Trims("size", 100));
    assertThat(Fault.parse("refuse-table=QUEUE")).isEqualTo(new Fault.RefusedTable("QUEUE"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "slow-set",
        "half-set=3s",
        "refuse-table",
        "refuse-table=QUEUE@2",
        "trim-keeps-checksum=yes",
        "trim-keeps-checksum@2",
        "trim-dscp",
        "trim-dscp=64",
        "trim-queue=8",
        "trim-size=1us",
        "trim-size=100@2",
        "trim-all=1",
        "fire@1"
      })
  void anotherTextIsRefusedWithTheForms(String text) {
    assertThatThrownBy(() -> Fault.parse(text))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("fault '" + text + "': write slow-set=30s");
  }
}

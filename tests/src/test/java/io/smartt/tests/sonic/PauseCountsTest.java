package io.smartt.tests.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.testbed.sonic.GnmiSwitch;
import io.smartt.testbed.sonic.GnmiTarget;
import io.smartt.testbed.sonic.SwitchPlan.PortQueue;
import io.smartt.testbed.standin.sonic.ConfigStore;
import io.smartt.testbed.standin.sonic.FactorySwitch;
import io.smartt.testbed.standin.sonic.SonicServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pause frames that ports count by priority, as sonic-utilities' {@code pfcstat} reads them. */
@Timeout(60)
class PauseCountsTest {
  @Test
  void pausesOfTheGroupsAreAddedUpOverPorts() {
    ConfigStore config = new ConfigStore(FactorySwitch.configDb("sw"), FactorySwitch.STATE);
    try (SonicServer server = Servers.open(config);
        GnmiSwitch device =
            GnmiSwitch.connect(
                new GnmiTarget(
                    "sw",
                    "localhost:" + server.port(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Duration.ofSeconds(20)))) {
      List<PortQueue> groups =
          List.of(
              new PortQueue("Ethernet0", 2),
              new PortQueue("Ethernet0", 3),
              new PortQueue("Ethernet4", 2),
              new PortQueue("Ethernet4", 7),
              new PortQueue("Ethernet1000", 2));

      assertThat(device.pauseFrames(groups)).isEqualTo(3 + 100 + 3);
      assertThat(device.pauseFrames(groups)).as("later").isEqualTo(2 * (3 + 100 + 3));
      assertThat(device.pauseFrames(List.of())).isZero();
    }
  }
}

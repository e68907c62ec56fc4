package io.smartt.realtime.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.realtime.containers.PathDelays.CutLinkSwitch;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.Wire;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CutLinkSwitchTest {
  private static final long US = 1_000_000;

  /** Keeps the wires that it is given. */
  private static final class Given extends IdleBackend {
    private final Map<Integer, Wire> wires = new HashMap<>();

    @Override
    public void setUp(Map<Integer, PortSetup> ports) {
      ports.forEach((port, setup) -> wires.put(port, setup.wire()));
    }

    @Override
    public void setLink(int port, long rateBps, Wire wire) {
      wires.put(port, wire);
    }
  }

  @Test
  void theWayBetweenMachinesComesOffTheLatencyOfItsLinksAlone() {
    Given given = new Given();
    CutLinkSwitch cut = new CutLinkSwitch(given, Map.of(1, 45 * US, 3, 45 * US));
    Wire toSwitch = new Wire(100 * US, 0, false, 0.5, true);
    Wire toHost = new Wire(100 * US, 110 * US, true, 0, true);
    cut.setUp(
        Map.of(
            1, new PortSetup(1_000, toSwitch, List.of()),
            2, new PortSetup(1_000, toSwitch, List.of()),
            3, new PortSetup(1_000, toHost, List.of())));

    assertThat(given.wires.get(1)).isEqualTo(new Wire(55 * US, 0, false, 0.5, true));
    assertThat(given.wires.get(2)).isEqualTo(toSwitch);
    assertThat(given.wires.get(3)).isEqualTo(new Wire(55 * US, 65 * US, true, 0, true));
  }

  @Test
  void aLinkThatIsShorterThanTheWayIsAsShortAsItCan() {
    Given given = new Given();
    new CutLinkSwitch(given, Map.of(1, 45 * US)).setLink(1, 5, new Wire(US, 0, false, 0, false));

    assertThat(given.wires.get(1)).isEqualTo(new Wire(0, 0, false, 0, false));
  }
}

package io.smartt.emulation.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.run.LiveNetwork;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.study.launch.Fabrics;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link SwitchViews}. */
@Timeout(60)
class SwitchViewsTest {
  private static LiveNetwork virtual() {
    return Fabrics.builtIn()
        .open(
            new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
                .load("virtual", Map.of("topology", "leafspine,2,2,2"), List.of(), false),
            Clock.systemUTC(),
            RunMonitor.NONE);
  }

  /** The same network, whose ports have dropped this. */
  private static LiveNetwork with(LiveNetwork network, List<PortDrops> ports) {
    SwitchCounts counts =
        SwitchCounts.NONE.with(new PacketLedger(Map.of(), Map.of(), Drops.UNKNOWN, ports));
    return (LiveNetwork)
        Proxy.newProxyInstance(
            LiveNetwork.class.getClassLoader(),
            new Class<?>[] {LiveNetwork.class},
            (_, method, arguments) ->
                method.getName().equals("counts") ? counts : method.invoke(network, arguments));
  }

  @Test
  void countersHaveARowOfEachLossOfEachPortOfTheSwitch() {
    KeptOutput kept = new KeptOutput();
    List<PortDrops> ports =
        List.of(
            new PortDrops("leaf1", 2, Drops.of(DropReason.KERNEL, 622)),
            new PortDrops(
                "leaf1",
                3,
                Drops.of(DropReason.LINK_DOWN, 50)
                    .plus(Drops.of(DropReason.LINK_LOSS, 7))
                    .plus(Drops.of(DropReason.CONTROLLER, 198))
                    .plus(Drops.of(DropReason.QUEUE_FULL, 9))),
            new PortDrops("leaf2", 1, Drops.of(DropReason.KERNEL, 5)));
    try (LiveNetwork network = virtual()) {
      new Shell(with(network, ports), kept).execute("counters leaf1");
    }

    assertThat(kept.rows)
        .filteredOn(row -> row.get(1).startsWith("port "))
        .containsExactlyInAnyOrder(
            List.of("lost between kernel and switch", "port 2", "622", ""),
            List.of("lost as the link was down", "port 3", "50", ""),
            List.of("lost on the link", "port 3", "7", ""),
            List.of("not taken by controllers", "port 3", "198", ""));
  }

  @Test
  void countersOfASwitchThatLostNothingHaveNoSuchRow() {
    KeptOutput kept = new KeptOutput();
    try (LiveNetwork network = virtual()) {
      new Shell(network, kept).execute("counters leaf1");
    }

    assertThat(kept.rows).extracting(List::getFirst).contains("received", "dropped by the program");
    assertThat(kept.rows).noneMatch(row -> row.get(1).startsWith("port "));
  }
}

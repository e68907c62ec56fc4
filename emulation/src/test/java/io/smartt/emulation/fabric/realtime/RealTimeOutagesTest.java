package io.smartt.emulation.fabric.realtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.emulation.report.RunEvents;
import io.smartt.emulation.settings.LinkOutage;
import io.smartt.emulation.settings.LinkSelector;
import io.smartt.emulation.topology.LinkDefaults;
import io.smartt.emulation.topology.Topologies;
import io.smartt.emulation.topology.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

/** Tests of {@link RealTimeOutages}. */
class RealTimeOutagesTest {
  private static final long US_PS = 1_000_000;

  private final Topology topology =
      Topologies.named("leafspine,2,2,1", new LinkDefaults(50_000_000_000L, 850_000, 400_000));
  private final List<String> made = new ArrayList<>();
  private final RunEvents events = new RunEvents();

  private RealTimeOutages outages(double dilation, LinkOutage... outages) {
    return new RealTimeOutages(
        List.of(outages),
        dilation,
        topology,
        (link, up) ->
            made.add(link.a().node().name() + "-" + link.b().node().name() + (up ? " up" : "")));
  }

  private static LinkOutage outage(String a, String b, long fromUs, long toUs) {
    return new LinkOutage(
        new LinkSelector(a, Optional.of(b)), fromUs * US_PS, OptionalLong.of(toUs * US_PS));
  }

  @Test
  void timesAreThoseOfTheSettingTimesTheDilation() {
    RealTimeOutages outages = outages(1_000, outage("leaf1", "spine2", 100, 300));

    outages.apply(100_000 * US_PS - 1, events);
    assertThat(made).isEmpty();
    outages.apply(100_000 * US_PS, events);
    assertThat(made).hasSize(1).first().asString().doesNotEndWith(" up");
    outages.apply(300_000 * US_PS - 1, events);
    assertThat(made).hasSize(1);
    outages.apply(300_000 * US_PS, events);
    assertThat(made).hasSize(2).last().asString().isEqualTo(made.getFirst() + " up");
  }

  @Test
  void whatIsLateIsMadeInOrder() {
    RealTimeOutages outages =
        outages(1, outage("leaf2", "spine1", 20, 40), outage("leaf1", "spine1", 10, 30));

    outages.apply(1_000 * US_PS, events);

    assertThat(made.stream().map(change -> change.endsWith(" up")))
        .containsExactly(false, false, true, true);
    assertThat(made.get(2)).isEqualTo(made.get(0) + " up");
    assertThat(made.get(3)).isEqualTo(made.get(1) + " up");
  }
}

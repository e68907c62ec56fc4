package io.smartt.softswitch.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.failure.LinkCondition;
import io.smartt.base.failure.LinkCondition.LinkChange;
import io.smartt.base.failure.LinkLoss;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests of {@link SwitchBackends}: links that change while traffic runs. */
class SwitchBackendsTest {
  private static final double DILATION = 1_000;
  private static final long RATE_BPS = 50_000_000;
  private static final long SWITCH_PS = 400_000_000;

  private final Topology topology =
      Topologies.named("leafspine,2,2,1", new LinkDefaults(RATE_BPS, 850_000_000, SWITCH_PS));
  private final Map<Switch, FakeSwitch> switches = new HashMap<>();
  private final SwitchBackends backends =
      new SwitchBackends(topology, port -> List.of(new QueueConfig(1, 1, Optional.empty())), 0.01);

  /** Keeps what ports were set to. */
  private static final class FakeSwitch implements SwitchBackend {
    private final Map<Integer, PortSetup> ports = new HashMap<>();
    private boolean refuses;
    private boolean gone;

    PortSetup at(int port) {
      return Optional.ofNullable(ports.get(port)).orElseThrow();
    }

    @Override
    public void setUp(Map<Integer, PortSetup> setups) {
      ports.putAll(setups);
    }

    @Override
    public void setLink(int port, long rateBps, Wire wire) {
      ports.put(port, new PortSetup(rateBps, wire, at(port).queues()));
    }

    @Override
    public void requireLinkChanges() {
      if (refuses) {
        throw new UserInputException("no");
      }
    }

    @Override
    public Map<Integer, Long> rates() {
      return Map.of();
    }

    @Override
    public List<SwitchBackend.QueueStatus> queues() {
      return List.of();
    }

    @Override
    public SwitchCounts counts() {
      if (gone) {
        throw new RunFailedException("it does not answer");
      }
      return SwitchCounts.NONE;
    }

    @Override
    public void clearCounters() {}

    @Override
    public SwitchLateness lateness() {
      return SwitchLateness.NONE;
    }

    @Override
    public void close() {}
  }

  private FakeSwitch start(String name) {
    Switch sw = (Switch) topology.node(name).orElseThrow();
    FakeSwitch started = new FakeSwitch();
    switches.put(sw, started);
    backends.add(sw, started);
    return started;
  }

  @Test
  void theCountOfASwitchThatIsGoneFailsWithItsPlace() {
    var _ = start("leaf1");
    start("spine1").gone = true;

    assertThatThrownBy(backends::counts)
        .isInstanceOfSatisfying(
            RunFailedException.class, e -> assertThat(e.place()).isEqualTo("spine1"));
  }

  private Link link(String a, String b) {
    return topology.links().stream()
        .filter(link -> link.a().node().name().equals(a) && link.b().node().name().equals(b))
        .findFirst()
        .orElseThrow();
  }

  private static LinkChange[] slow() {
    return new LinkChange[] {
      new LinkChange.Rate(10_000_000_000L),
      new LinkChange.Loss(0.5),
      new LinkChange.Delay(5_000_000)
    };
  }

  @Test
  void rateLossAndDelayAreAtBothEndsAndNowhereElse() {
    FakeSwitch leaf = start("leaf1");
    FakeSwitch spine = start("spine2");
    Link link = link("leaf1", "spine2");
    Map<Integer, PortSetup> before = Map.copyOf(leaf.ports);

    backends.change(link, List.of(slow()), DILATION);

    PortSetup at = leaf.at(link.a().number());
    assertThat(at.rateBps()).isEqualTo(10_000_000);
    assertThat(at.wire().loss()).isEqualTo(LinkLoss.ofShare(0.5));
    assertThat(at.wire().outPs()).isEqualTo(5_000_000_000L + SWITCH_PS);
    assertThat(at.wire().up()).isTrue();
    assertThat(spine.at(link.b().number())).isEqualTo(at);
    leaf.ports.remove(link.a().number());
    assertThat(before).containsAllEntriesOf(leaf.ports);
  }

  @Test
  void aSwitchThatIsStartedAgainHasTheLinkAsItIs() {
    FakeSwitch first = start("leaf1");
    start("spine1");
    Link link = link("leaf1", "spine1");
    backends.change(link, List.of(slow()), DILATION);
    backends.change(link, List.of(new LinkChange.Carrier(false)), DILATION);
    assertThat(first.at(link.a().number()).wire().up()).isFalse();

    FakeSwitch again = start("leaf1");

    assertThat(again.ports).isEqualTo(first.ports);
    backends.change(link, List.of(new LinkChange.Carrier(true)), DILATION);
    assertThat(again.at(link.a().number()).wire().up()).isTrue();
    assertThat(again.at(link.a().number()).rateBps()).isEqualTo(10_000_000);
  }

  @Test
  void aFailureMakesWhatSomebodyAskedForWorseAndNotBetter() {
    FakeSwitch leaf = start("leaf1");
    start("spine1");
    Link link = link("leaf1", "spine1");
    int port = link.a().number();
    backends.change(link, List.of(slow()), DILATION);

    backends.set(link, LinkCondition.DOWN);
    assertThat(leaf.at(port).wire().up()).isFalse();
    backends.set(link, LinkCondition.WELL);
    assertThat(leaf.at(port).wire().up()).isTrue();
    assertThat(leaf.at(port).rateBps()).isEqualTo(10_000_000);
    assertThat(leaf.at(port).wire().loss()).isEqualTo(LinkLoss.ofShare(0.5));

    backends.change(link, List.of(new LinkChange.Carrier(false)), DILATION);
    backends.set(link, LinkCondition.WELL);
    assertThat(leaf.at(port).wire().up()).isFalse();
  }

  private PortSetup madeWith(Map<Link, Long> elsewherePs, String sw, int port) {
    FakeSwitch started = new FakeSwitch();
    new SwitchBackends(
            topology, _ -> List.of(new QueueConfig(1, 1, Optional.empty())), 0.5, elsewherePs)
        .add((Switch) topology.node(sw).orElseThrow(), started);
    return started.at(port);
  }

  @Test
  void theWayBetweenMachinesComesOffTheLatencyOfItsLinksAlone() {
    Link up = link("leaf1", "spine1");
    Link other = link("leaf1", "spine2");
    Link down = topology.access(topology.hosts().getFirst()).link();
    Map<Link, Long> elsewherePs = Map.of(up, 45_000_000L, down, 45_000_000L);

    assertThat(madeWith(elsewherePs, "leaf1", up.a().number()).wire())
        .isEqualTo(new Wire(850_000_000 + SWITCH_PS - 45_000_000, 0, false, 0.5, true));
    assertThat(madeWith(elsewherePs, "leaf1", other.a().number()).wire())
        .isEqualTo(new Wire(850_000_000 + SWITCH_PS, 0, false, 0.5, true));
    assertThat(madeWith(elsewherePs, "leaf1", down.b().number()).wire())
        .isEqualTo(
            new Wire(
                850_000_000 - 45_000_000, 850_000_000 + SWITCH_PS - 45_000_000, true, 0.5, true));
  }

  @Test
  void aLinkThatIsShorterThanTheWayIsAsShortAsItCan() {
    Link up = link("leaf1", "spine1");

    assertThat(madeWith(Map.of(up, 2_000_000_000L), "leaf1", up.a().number()).wire())
        .isEqualTo(new Wire(0, 0, false, 0.5, true));
  }

  @Test
  void whatComesOffALinkComesOffWhenItIsChangedToo() {
    Link up = link("leaf1", "spine1");
    SwitchBackends cut =
        new SwitchBackends(
            topology,
            _ -> List.of(new QueueConfig(1, 1, Optional.empty())),
            0,
            Map.of(up, 45_000_000L));
    FakeSwitch leaf = new FakeSwitch();
    cut.add((Switch) up.a().node(), leaf);
    cut.add((Switch) up.b().node(), new FakeSwitch());

    cut.set(up, LinkCondition.DOWN);

    assertThat(leaf.at(up.a().number()).wire())
        .isEqualTo(new Wire(850_000_000 + SWITCH_PS - 45_000_000, 0, false, 0, false));
  }

  @Test
  void ifOneEndCannotNeitherIsChanged() {
    FakeSwitch leaf = start("leaf1");
    start("spine1").refuses = true;
    Map<Integer, PortSetup> before = Map.copyOf(leaf.ports);

    assertThatThrownBy(() -> backends.change(link("leaf1", "spine1"), List.of(slow()), DILATION))
        .isInstanceOf(UserInputException.class);

    assertThat(leaf.ports).isEqualTo(before);
    assertThat(start("leaf1").ports).isEqualTo(before);
  }
}

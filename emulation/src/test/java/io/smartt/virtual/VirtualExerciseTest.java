package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.experiment.endhost.EndHost;
import io.smartt.experiment.endhost.EndHostFrames;
import io.smartt.experiment.exercise.Exercise;
import io.smartt.experiment.exercise.Exercise.End;
import io.smartt.experiment.exercise.Exercise.HostSpec;
import io.smartt.experiment.exercise.Exercise.LinkSpec;
import io.smartt.experiment.exercise.Exercise.SwitchSpec;
import io.smartt.experiment.exercise.ExerciseFabric;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl.Change;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget.ActionCall;
import io.smartt.softswitch.EmbeddedDevice;
import io.smartt.softswitch.p4runtime.ForwardingDevice.DeviceEvents;
import io.smartt.softswitch.p4runtime.LostMessages;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Executor;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link VirtualExercise}: two hosts at a switch that sends all IPv4 to h2. */
@Timeout(60)
class VirtualExerciseTest {
  private static final long MS = 1_000_000_000L;
  private static final long S = 1_000 * MS;

  /** Of the links of h1 and h2, on which 1,000 bytes take 10 us and 8 ms. */
  private static final List<Long> RATES_BPS = List.of(800_000_000L, 1_000_000L);

  /** The port number by which programs of BMv2 drop. */
  private static final int DROP = 511;

  private static final long FLIGHT_PS = MS / 100 + MS + 8 * MS + 3 * MS;

  private final LinkedHashMap<String, HostSpec> hosts = new LinkedHashMap<>();
  private final List<String> heard = new ArrayList<>();
  private int priorityQueues = 1;
  private OptionalInt cpuPort = OptionalInt.empty();
  private boolean controlled;

  /** A network whose link to h2 is slow and long. */
  private ExerciseFabric build() {
    hosts.putIfAbsent("h1", new HostSpec("10.0.0.1/24", "08:00:00:00:00:01", List.of()));
    hosts.putIfAbsent("h2", new HostSpec("10.0.0.2/24", "08:00:00:00:00:02", List.of()));
    Exercise exercise =
        new Exercise(
            Path.of("topology.json"),
            hosts,
            Map.of(
                "s1",
                new SwitchSpec(
                    0,
                    Optional.empty(),
                    Optional.empty(),
                    cpuPort,
                    priorityQueues,
                    Optional.empty())),
            List.of(
                new LinkSpec(new End("h1", 0), new End("s1", 1), RATES_BPS.getFirst(), MS),
                new LinkSpec(new End("s1", 2), new End("h2", 0), RATES_BPS.getLast(), 3 * MS)));
    return VirtualExercise.build(exercise, Path.of(""), 1, controlled);
  }

  private ExerciseFabric sendingToH2() {
    ExerciseFabric network = build();
    network.devices().getFirst().run(SwitchNodeTest.sendingTo(2));
    return network;
  }

  private static EndHost host(ExerciseFabric network, String name) {
    return network.hosts().getOrDefault(name, network.hosts().values().iterator().next());
  }

  /** Sends frames of 1,000 bytes from h1 at once. */
  private static void send(ExerciseFabric network, int frames) {
    host(network, "h2").forget();
    for (int i = 0; i < frames; i++) {
      host(network, "h1").send(SwitchNodeTest.ipv4(1_000).toByteArray());
    }
  }

  /** Returns how many of them reach h2. */
  private static int arrive(ExerciseFabric network, int frames) {
    send(network, frames);
    network.rest();
    return host(network, "h2").received().size();
  }

  @Test
  void aFrameTakesItsTimeOnEachWireAndTheLatencyOfEachLink() {
    try (ExerciseFabric network = sendingToH2()) {
      send(network, 1);
      network.pass(FLIGHT_PS - 1);
      assertThat(host(network, "h2").received()).isEmpty();
      network.pass(1);
      assertThat(host(network, "h2").received()).hasSize(1);
      assertThat(network.nowPs()).isEqualTo(FLIGHT_PS);
    }
  }

  @Test
  void hostsAndSwitchesAreThoseOfTheFile() {
    hosts.put("h9", new HostSpec("10.0.0.9/24", "08:00:00:00:00:09", List.of("iperf -s &")));
    hosts.put("h1", new HostSpec("10.0.0.1/24", "08:00:00:00:00:01", List.of("ping h9")));
    try (ExerciseFabric network = buildWithThird()) {
      assertThat(network.hosts().keySet()).containsExactly("h9", "h1", "h2");
      assertThat(network.devices()).extracting(EmbeddedDevice::deviceId).containsExactly(0L, 1L);
      assertThat(network.devices().getFirst().hasPort(2)).isTrue();
      assertThat(network.notes())
          .containsExactly(
              "h9: 'iperf -s &' is run only on netns", "h1: 'ping h9' is run only on netns");
      assertThat(network.controllerCalls()).isEmpty();
    }
  }

  /** A network of a second switch, to which h9 is linked. */
  private ExerciseFabric buildWithThird() {
    hosts.putIfAbsent("h2", new HostSpec("10.0.0.2/24", "08:00:00:00:00:02", List.of()));
    Map<String, SwitchSpec> switches = new LinkedHashMap<>();
    for (String name : List.of("s1", "s2")) {
      switches.put(
          name,
          new SwitchSpec(
              switches.size(),
              Optional.empty(),
              Optional.empty(),
              OptionalInt.empty(),
              1,
              Optional.empty()));
    }
    return VirtualExercise.build(
        new Exercise(
            Path.of("topology.json"),
            hosts,
            switches,
            List.of(
                new LinkSpec(new End("h1", 0), new End("s1", 1), 0, 0),
                new LinkSpec(new End("h2", 0), new End("s1", 2), 0, 0),
                new LinkSpec(new End("s1", 3), new End("s2", 1), 0, 0),
                new LinkSpec(new End("h9", 0), new End("s2", 2), 0, 0))),
        Path.of(""),
        1,
        false);
  }

  /** One is on the wire while 64 wait, as in simple_switch. */
  @Test
  void aQueueHasRoomFor64PacketsOrWhatACommandSays() {
    try (ExerciseFabric network = sendingToH2()) {
      assertThat(arrive(network, 100)).isEqualTo(1 + 64);
      network.setCapacity("s1", List.of(), List.of(), 10);
      assertThat(arrive(network, 100)).isEqualTo(1 + 10);
      network.setCapacity("s1", List.of(2), List.of(0), 20);
      assertThat(arrive(network, 100)).isEqualTo(1 + 20);
      network.setCapacity("s1", List.of(1), List.of(), 5);
      assertThat(arrive(network, 100)).as("another port's").isEqualTo(1 + 20);
    }
  }

  @Test
  void aPortHasAsManyQueuesAsTheFileSaysAndOneAtLeast() {
    priorityQueues = 3;
    try (ExerciseFabric network = sendingToH2()) {
      network.setCapacity("s1", List.of(2), List.of(1, 2), 10);
      assertThat(arrive(network, 100)).as("other queues").isEqualTo(1 + 64);
      assertThatThrownBy(() -> network.setCapacity("s1", List.of(), List.of(3), 5))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage("ports have queues 0 to 2, not 3");
      assertThatThrownBy(() -> network.setCapacity("s1", List.of(2), List.of(0, 3), 5))
          .hasMessage("ports have queues 0 to 2, not 3");
      assertThat(arrive(network, 100)).as("nothing was changed").isEqualTo(1 + 64);
    }
    priorityQueues = 0;
    try (ExerciseFabric network = build()) {
      assertThatThrownBy(() -> network.setCapacity("s1", List.of(), List.of(1), 5))
          .hasMessage("ports have queues 0 to 0, not 1");
    }
  }

  @Test
  void aPortThatIsNotThereIsNamed() {
    try (ExerciseFabric network = build()) {
      assertThatThrownBy(() -> network.setCapacity("s1", List.of(3), List.of(), 5))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage("no port 3");
      assertThatThrownBy(() -> network.setPacketRate("s1", List.of(3), 5))
          .isInstanceOf(NoSuchElementException.class)
          .hasMessage("no port 3");
    }
  }

  @Test
  void packetsLeaveAPortAtItsRateAndOthersAtTheirOwn() {
    try (ExerciseFabric network = sendingToH2()) {
      network.setPacketRate("s1", List.of(2), 10);
      assertThat(arrivedIn(network, 3, 190 * MS)).as("the third leaves at 200 ms").isEqualTo(2);
      network.rest();
      network.setPacketRate("s1", List.of(), 0);
      network.setPacketRate("s1", List.of(1), 10);
      assertThat(arrivedIn(network, 3, FLIGHT_PS + 16 * MS)).isEqualTo(3);
    }
  }

  private static int arrivedIn(ExerciseFabric network, int frames, long timePs) {
    send(network, frames);
    network.pass(timePs);
    return host(network, "h2").received().size();
  }

  @Test
  void anActionHappensAtItsTimeWhileTheNetworkRests() {
    List<Long> times = new ArrayList<>();
    try (ExerciseFabric network = build()) {
      network.at(5 * MS, () -> times.add(network.nowPs()));
      network.at(59 * S, () -> times.add(network.nowPs()));
      network.at(61 * S, () -> times.add(network.nowPs()));
      network.rest();
      assertThat(times).as("for a minute at most").containsExactly(5 * MS, 59 * S);
      network.rest();
      assertThat(times).hasSize(3);
    }
  }

  @Test
  void timePassesWithoutAnythingToDo() {
    try (ExerciseFabric network = build()) {
      network.pass(7 * MS);
      assertThat(network.nowPs()).isEqualTo(7 * MS);
      network.pass(MS);
      assertThat(network.nowPs()).isEqualTo(8 * MS);
    }
  }

  /** Neighbours are in the hosts' tables, and the switch sends all to h2. */
  private void knowEachOther() {
    hosts.put(
        "h1",
        new HostSpec(
            "10.0.0.1/24",
            "08:00:00:00:00:01",
            List.of("arp -i eth0 -s 10.0.0.2 08:00:00:00:00:02")));
    hosts.put(
        "h2",
        new HostSpec(
            "10.0.0.2/24",
            "08:00:00:00:00:02",
            List.of("arp -i eth0 -s 10.0.0.1 08:00:00:00:00:01")));
  }

  /** A network whose switch sends to each host what is for it. */
  private ExerciseFabric forwarding() {
    knowEachOther();
    ExerciseFabric network = build();
    Pipeline pipeline = SwitchNodeTest.sendingTo(DROP);
    pipeline.control().apply(List.of(route(network, "h1", 1), route(network, "h2", 2)));
    network.devices().getFirst().run(pipeline);
    return network;
  }

  private static Change route(ExerciseFabric network, String to, int port) {
    EndHost host = host(network, to);
    return new Change.PutEntry(
        TableEntry.of(
            "MyIngress.ipv4_lpm",
            List.of(new TableEntry.MatchValue.Lpm(Bits.of(host.ip(), 32), 32)),
            0,
            new ActionCall(
                "MyIngress.ipv4_forward", List.of(Bits.of(host.mac(), 48), Bits.of(port, 9)))));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPingIsAnsweredWhereItsOwnAnswerComesBack(boolean byControllers) {
    controlled = byControllers;
    try (ExerciseFabric network = forwarding()) {
      EndHost from = host(network, "h1");
      EndHost to = host(network, "h2");
      assertThat(network.answers(from, to)).isTrue();
      assertThat(network.nowPs()).isLessThan(S);
      assertThat(network.answers(to, from)).isTrue();
      network.devices().getFirst().run(SwitchNodeTest.sendingTo(DROP));
      long sentPs = network.nowPs();
      assertThat(network.answers(from, to)).as("by the answer of before").isFalse();
      assertThat(network.nowPs()).isLessThanOrEqualTo(sentPs + S);
    }
  }

  @Test
  void aPingOfWhichTheAnswerDoesNotComeBackIsNotAnswered() {
    knowEachOther();
    try (ExerciseFabric network = sendingToH2()) {
      assertThat(network.answers(host(network, "h1"), host(network, "h2"))).isFalse();
      assertThat(host(network, "h2").received()).hasSize(1);
      assertThat(host(network, "h1").received()).isEmpty();
    }
  }

  @Test
  void aFrameOfNobodysWaitsForNothing() {
    try (ExerciseFabric network = build()) {
      host(network, "h1").send(new byte[EndHostFrames.ETHERNET]);
      network.rest();
      assertThat(network.nowPs()).isLessThan(S);
    }
  }

  @Test
  void aControllersCallsRunWhileTimePassesAndInTheirOrder() {
    controlled = true;
    try (ExerciseFabric network = build()) {
      Executor calls = network.controllerCalls().orElseThrow();
      List<Integer> run = new ArrayList<>();
      calls.execute(() -> run.add(1));
      calls.execute(() -> run.add(2));
      assertThat(run).as("on the thread of the network").isEmpty();
      network.pass(20 * MS);
      assertThat(run).containsExactly(1, 2);
      assertThat(network.nowPs()).isEqualTo(20 * MS);
    }
  }

  /** Seven tenths of a second, again and again until one brings nothing. */
  @Test
  void underControllersTheNetworkRestsWhenNothingComesAnyMore() {
    controlled = true;
    List<Integer> happened = new ArrayList<>();
    try (ExerciseFabric network = sendingToH2()) {
      send(network, 1);
      network.rest();
      assertThat(host(network, "h2").received()).hasSize(1);
      assertThat(network.nowPs()).isEqualTo(1_400 * MS);
      network.at(2_200 * MS, () -> happened.add(1));
      network.rest();
      assertThat(happened).hasSize(1);
      assertThat(network.nowPs()).isEqualTo(2_800 * MS);
    }
  }

  /** The place of a P4Runtime server. */
  private final class Controllers implements DeviceEvents {
    @Override
    public boolean packetIn(byte[] frame) {
      heard.add("packet of " + frame.length);
      return true;
    }

    @Override
    public LostMessages lost() {
      throw new UnsupportedOperationException();
    }

    @Override
    public void digest(String digest, List<Bits> fields, long nowNs) {}

    @Override
    public void digestTick(long nowNs) {
      heard.add("tick");
    }

    @Override
    public void idle(List<TableEntry> entries, long nowNs) {}

    @Override
    public void portChanged(int port) {}
  }

  @Test
  void whatTheProgramSendsToTheCpuPortIsTheControllers() {
    cpuPort = OptionalInt.of(3);
    try (ExerciseFabric network = build()) {
      EmbeddedDevice device = network.devices().getFirst();
      device.connect(new Controllers());
      device.run(SwitchNodeTest.sendingTo(3));
      send(network, 1);
      network.rest();
      assertThat(heard).containsExactly("packet of 1000");
      device.run(SwitchNodeTest.sendingTo(2));
      device.packetOut(SwitchNodeTest.ipv4(100).toByteArray());
      network.rest();
      assertThat(host(network, "h2").received()).hasSize(1);
    }
  }

  @Test
  void aCommandIsForTheSwitchThatItNames() {
    hosts.put("h9", new HostSpec("10.0.0.9/24", "08:00:00:00:00:09", List.of()));
    hosts.put("h1", new HostSpec("10.0.0.1/24", "08:00:00:00:00:01", List.of()));
    try (ExerciseFabric network = buildWithThird()) {
      network.setPacketRate("s1", List.of(3), 0);
      assertThatThrownBy(() -> network.setPacketRate("s2", List.of(3), 0)).hasMessage("no port 3");
    }
  }
}

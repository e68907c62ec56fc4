package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.endhost.EndHostFrames;
import io.smartt.experiment.endhost.EndHostFrames.Transport;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.trace.analysis.TraceReplay.ReplayFrame;
import io.smartt.study.launch.Fabrics;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of {@link VirtualReplay}: datagrams from h1 to h2, of which the first 64 bytes are kept.
 */
@Timeout(60)
class VirtualReplayTest {
  private static final long US = 1_000_000;
  private static final int BYTES = 1_000;
  private static final int KEPT = 64;

  /** A packet that reached a host. */
  private record Arrival(long timePs, int host, int headLength, int wireLength) {}

  private static ExperimentSpec spec(String... assignments) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load(
            "virtual",
            Map.of("topology", "leafspine,2,1,2", "workload", "incast:1x64KiB"),
            List.of(assignments),
            false);
  }

  private static ReplayFrame frame(Topology topology, long timePs, int source) {
    Host from = topology.host(0);
    Host to = topology.host(1);
    byte[] whole =
        EndHostFrames.udp(
            to.mac(),
            from.mac(),
            from.ipv4(),
            to.ipv4(),
            new Transport(1, 2, 0, 64, 0),
            new byte[BYTES - EndHostFrames.ETHERNET - 28]);
    return new ReplayFrame(timePs, source, Arrays.copyOf(whole, KEPT), BYTES);
  }

  /** Sends datagrams at these times; returns which arrived. */
  private static List<Arrival> replay(ExperimentSpec spec, long... timesPs) {
    Topology topology = spec.buildTopology();
    List<Arrival> arrived = new ArrayList<>();
    new VirtualReplay(spec)
        .run(
            LongStream.of(timesPs)
                .mapToObj(timePs -> frame(topology, timePs, topology.host(0).ipv4()))
                .iterator(),
            (timePs, host, _, headLength, wireLength) ->
                arrived.add(new Arrival(timePs, host, headLength, wireLength)));
    return arrived;
  }

  @Test
  void eachPacketLeavesAtItsTimeAndReachesItsHostAsItWasRecorded() {
    ExperimentSpec spec = spec();
    List<Arrival> arrived = replay(spec, 0, 5 * US, 90 * US);
    assertThat(arrived).hasSize(3);
    long flightPs = arrived.getFirst().timePs;
    int to = spec.buildTopology().host(1).ipv4();
    assertThat(flightPs).isBetween(1L, 5 * US);
    assertThat(arrived)
        .containsExactly(
            new Arrival(flightPs, to, KEPT, BYTES),
            new Arrival(5 * US + flightPs, to, KEPT, BYTES),
            new Arrival(90 * US + flightPs, to, KEPT, BYTES));
  }

  @Test
  void failuresCountFromTheFirstPacket() {
    ExperimentSpec spec = spec("link.failures=leaf1-h2@10us..50us");
    assertThat(replay(spec, 0, 20 * US, 60 * US))
        .extracting(arrival -> arrival.timePs / (10 * US))
        .containsExactly(0L, 6L);
  }

  @Test
  void linksLosePacketsAsTheExperimentSays() {
    long[] times = LongStream.range(0, 200).map(i -> i * US).toArray();
    assertThat(replay(spec("link.loss=50"), times)).hasSizeBetween(1, 199);
  }

  private static List<Long> flights(String... assignments) {
    long[] times = LongStream.range(0, 9).map(i -> i * 50 * US).toArray();
    List<Arrival> arrived = replay(spec(assignments), times);
    assertThat(arrived).hasSize(times.length);
    return IntStream.range(0, times.length)
        .mapToObj(i -> arrived.get(i).timePs - times[i])
        .toList();
  }

  @Test
  void framesTakeTheTimeOfTheirOverheadOnEachOfTwoLinks() {
    long least = flights("link.rate=80Gbps", "packet.overhead=0").getFirst();
    assertThat(flights("link.rate=80Gbps", "packet.overhead=24")).containsOnly(least + 2 * 2_400);
  }

  @ParameterizedTest
  @ValueSource(strings = {"host.delay=0us..9us", "link.failures=leaf1-h2=jitter:9us@1us"})
  void delaysThatTheExperimentSpreadsAreSpread(String spread) {
    long least = flights().getFirst();
    List<Long> flights = flights(spread).subList(1, 9);
    assertThat(flights).allMatch(flight -> flight >= least && flight <= least + 9 * US);
    assertThat(flights.stream().distinct()).hasSizeGreaterThan(4);
  }

  /** 4 KiB of payload and headers, at the rate of the hosts' links. */
  @Test
  void aFullPacketTakesItsTimeOnAHostsLink() {
    ExperimentSpec spec = spec("link.rate=100Gbps", "packet.payload=4096");
    long onTheWire = spec.packets().linkBytes(spec.packets().mtuBytes());
    assertThat(onTheWire).isGreaterThan(4_096);
    assertThat(new VirtualReplay(spec).fullPacketPs()).isEqualTo(onTheWire * 80);
  }

  @Test
  void aPacketOfNoHostIsRefusedByItsAddress() {
    ExperimentSpec spec = spec();
    List<ReplayFrame> frames = List.of(frame(spec.buildTopology(), 0, 0x0a090807));
    VirtualReplay replay = new VirtualReplay(spec);
    assertThatThrownBy(() -> replay.run(frames.iterator(), (_, _, _, _, _) -> {}))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "the trace has packets of 10.9.8.7, which is no host of topology leafspine,2,1,2");
  }
}

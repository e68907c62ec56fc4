package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WorkloadsTest {
  private static Workload named(String spec, int hosts) {
    return Workloads.named(spec, hosts, new SplittableRandom(7));
  }

  @Test
  void incastTakesEveryOtherHostOfThePapersTestbed() {
    Workload incast = named("incast:15x4MiB", 16);

    assertThat(incast.name()).isEqualTo("incast:15x4MiB");
    assertThat(incast.flows()).extracting(Flow::dst).containsOnly(0);
    assertThat(incast.flows())
        .extracting(Flow::src)
        .containsExactlyInAnyOrderElementsOf(IntStream.range(1, 16).boxed().toList());
    assertThat(incast.totalBytes()).isEqualTo(15L * 4 * 1024 * 1024);
    assertThat(incast.flows()).extracting(Flow::start).containsOnly(new Flow.Start.At(0));
  }

  @Test
  void incastTakesTheFarHalfFirstAsTheReferencesMatricesDo() {
    assertThat(named("incast:8x1MiB", 128).flows())
        .extracting(Flow::src)
        .containsExactly(64, 65, 66, 67, 68, 69, 70, 71);
  }

  @Test
  void outcastIsTheIncastTurnedRound() {
    assertThat(named("outcast:3x1KiB", 6).flows())
        .extracting(flow -> flow.src() + "->" + flow.dst())
        .containsExactly("0->3", "0->4", "0->5");
  }

  @Property(tries = 200)
  void permutationSendsFromEachAndToEachOnceAndNeverToItself(
      @ForAll @IntRange(min = 2, max = 64) int hosts, @ForAll long seed) {
    Workload permutation = Workloads.named("permutation:4MiB", hosts, new SplittableRandom(seed));

    BitSet receivers = new BitSet();
    permutation.flows().forEach(flow -> receivers.set(flow.dst()));
    assertThat(permutation.flows()).extracting(Flow::src).doesNotHaveDuplicates().hasSize(hosts);
    assertThat(receivers.cardinality()).isEqualTo(hosts);
  }

  @Test
  void permutationDependsOnTheSeedAlone() {
    assertThat(named("permutation:1", 64)).isEqualTo(named("permutation:1", 64));
    assertThat(named("permutation:1", 64))
        .isNotEqualTo(Workloads.named("permutation:1", 64, new SplittableRandom(8)));
  }

  @Test
  void corePermutationGoesHalfTheNetworkAway() {
    assertThat(named("core-permutation:1", 8).flows())
        .allMatch(flow -> flow.dst() == (flow.src() + 4) % 8);
  }

  @Test
  void staggeredIncastBeginsOneAfterAnother() {
    assertThat(named("staggered-incast:3x1KiB@2us", 8).flows())
        .extracting(flow -> flow.src() + " " + flow.start())
        .containsExactly("4 At[ps=0]", "5 At[ps=2000000]", "6 At[ps=4000000]");
  }

  @Test
  void outcastIncastMeetsAtTheFirstReceiver() {
    assertThat(named("outcast-incast:2x1KiB", 8).flows())
        .extracting(flow -> flow.src() + "->" + flow.dst())
        .containsExactly("0->4", "0->5", "6->4", "7->4");
  }

  @Test
  void unevenPermutationHasAFewFlowsTwiceAsLong() {
    Workload uneven = named("uneven-permutation:1x32MiB", 8);

    assertThat(uneven.flows()).allMatch(flow -> flow.dst() == (flow.src() + 4) % 8);
    assertThat(uneven.flows().getFirst().bytes()).isEqualTo(64 << 20);
    assertThat(uneven.flows().subList(1, 8)).allMatch(flow -> flow.bytes() == 32 << 20);
  }

  @Test
  void poissonArrivalsHaveTheLoadAndTheSizesAskedFor() {
    // Half are 1000 B, the others 1000 to 3000 B: a mean of 1500 B, 12,000 bits; 4 hosts of 1 Gbps
    // at load 0.5 begin one every 12,000 / 2e9 s = 6 us.
    String spec = "poisson:0.5x20000xsizes.txt";
    Workload drawn =
        Workloads.drawn(spec, "1000 50\n3000 100", 4, 1_000_000_000L, new SplittableRandom(5));

    assertThat(drawn.flows()).hasSize(20_000).allMatch(flow -> flow.src() != flow.dst());
    long lastPs = drawn.flows().getLast().start() instanceof Flow.Start.At(long ps) ? ps : 0;
    // Standard deviation of the mean gap: 6 us / sqrt(20,000) = 0.7 %.
    assertThat(lastPs / 20_000.0).isBetween(0.97 * 6_000_000, 1.03 * 6_000_000);
    assertThat(drawn.totalBytes() / 20_000.0).isBetween(1_480.0, 1_520.0);
    assertThat(drawn.flows().stream().filter(flow -> flow.bytes() == 1000).count())
        .isBetween(9_700L, 10_300L);
    assertThat(CmReader.parse(spec, CmWriter.write(drawn))).isEqualTo(drawn);
    assertThat(Workloads.sizesFile(spec)).contains("sizes.txt");
    assertThat(Workloads.withSizesFile(spec, "in/sizes.txt"))
        .isEqualTo("poisson:0.5x20000xin/sizes.txt");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | s.txt: no lines, expected SIZE SHARE on each",
        "'1KiB' | s.txt:1: expected SIZE SHARE, such as '64KiB 0.5'",
        "'1Kib a' | s.txt:1: share is a, must be 0 to 1, or 0 to 100 percent",
        "'2 0.5,1 1' | s.txt:2: sizes and shares must not decrease",
        "'1 0.5,2 0.9' | s.txt:2: the last share must be 1 or, in percent, 100"
      })
  void refusesSizesThatAreNoDistribution(String lines, String message) {
    assertThatThrownBy(() ->
            Workloads.drawn(
                "poisson:1x1xs.txt", lines.replace(',', '\n'), 2, 1, new SplittableRandom(1)))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void allToAllHasAWindowOfFlowsASender() {
    Workload allToAll = named("alltoall:2x1KiB", 5);

    assertThat(allToAll.flows()).hasSize(20);
    assertThat(allToAll.flows())
        .extracting(flow -> flow.src() + "->" + flow.dst())
        .doesNotHaveDuplicates();
    assertThat(peakActive(allToAll)).containsOnly(2, 2, 2, 2, 2);
  }

  @Test
  void ringSendsToOneNeighbourAtATime() {
    Workload ring = named("ring:1KiB", 4);

    assertThat(ring.flows())
        .filteredOn(flow -> flow.src() == 2)
        .extracting(Flow::dst)
        .containsExactly(3, 0, 1);
    assertThat(peakActive(ring)).containsOnly(1, 1, 1, 1);
  }

  /** Most flows that each sender has at a time if all end in the order in which they start. */
  private static int[] peakActive(Workload workload) {
    TriggerEngine progress = new TriggerEngine(workload);
    int[] active = new int[workload.hosts()];
    int[] peak = new int[workload.hosts()];
    Deque<Integer> running = new ArrayDeque<>();
    IntConsumer start =
        flow -> {
          int src = workload.flows().get(flow).src();
          active[src]++;
          peak[src] = Math.max(peak[src], active[src]);
          running.add(flow);
        };
    for (int i = 0; i < workload.flows().size(); i++) {
      if (workload.flows().get(i).start() instanceof Flow.Start.At) {
        start.accept(i);
      }
    }
    TriggerEngine.Effects effects =
        new TriggerEngine.Effects() {
          @Override
          public void start(int flow) {
            start.accept(flow);
          }

          @Override
          public void work(int trigger, long untilPs) {
            throw new IllegalStateException("no work here");
          }
        };
    while (!running.isEmpty()) {
      int flow = running.remove();
      active[workload.flows().get(flow).src()]--;
      progress.sent(flow, 0, effects);
    }
    return peak;
  }

  @Test
  void ringAllReducePassesEachPartTwiceRound() {
    Workload reduce = named("allreduce-ring:1000", 4);

    assertThat(reduce.flows()).hasSize(2 * 3 * 4).allMatch(flow -> flow.bytes() == 250);
    // Host 1's second send waits for what host 0 sent in the first step.
    assertThat(reduce.flows().get(0)).isEqualTo(Flow.at(1, 0, 1, 250, 0).whenReceived(2));
    assertThat(reduce.flows().get(4 + 1).start()).isEqualTo(new Flow.Start.OnTrigger(2));
  }

  @Test
  void butterflyExchangesWithTheHostOneBitAway() {
    Workload butterfly = named("allreduce-butterfly:1KiB", 128);

    // As many as the reference's own butterfly has.
    assertThat(butterfly.flows()).hasSize(896);
    Map<Integer, Integer> sends = new HashMap<>();
    butterfly.flows().forEach(flow -> sends.merge(flow.src() ^ flow.dst(), 1, Integer::sum));
    assertThat(sends).hasSize(7).containsEntry(64, 128).containsEntry(1, 128);
  }

  @Test
  void anIncastWithoutACountIsOfAllOthers() {
    for (int hosts : new int[] {2, 8, 16}) {
      assertThat(named("incast:4MiB", hosts).flows())
          .isEqualTo(named("incast:" + (hosts - 1) + "x4MiB", hosts).flows());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "incats:15x4MiB | unknown workload 'incats:15x4MiB', did you mean incast:[Nx]SIZE?",
        "incast | incast: write incast:[Nx]SIZE",
        "outcast:4MiB | outcast:4MiB: write outcast:NxSIZE",
        "incast:16x4MiB | incast:16x4MiB: senders is 16, with 16 hosts it must be 1 to 15",
        "incast:0x4MiB | incast:0x4MiB: senders is 0, with 16 hosts it must be 1 to 15",
        "incast:ax4MiB | incast:ax4MiB: 'a' is not a whole number",
        "staggered-incast:3x4MiB | staggered-incast:3x4MiB: write staggered-incast:NxSIZE@TIME",
        "staggered-incast:3x4MiB@2 | staggered-incast:3x4MiB@2: '2' is not a time: write a number"
            + " and one of ps, ns, us, ms, s",
        "outcast-incast:8x1KiB | outcast-incast:8x1KiB: needs 17 hosts, the topology has 16",
        "poisson:0x9xs.txt | poisson:0x9xs.txt: load is 0, must be a number above 0",
        "poisson:1x9 | poisson:1x9: write poisson:LOADxNxSIZES",
        "permutation:2x4MiB | permutation:2x4MiB: write permutation:SIZE",
        "permutation:4M | permutation:4M: '4M' is not a size: write a number and one of B, KB, KiB,"
            + " MB, MiB, GB, GiB",
        "permutation:0 | permutation:0: size is 0, must be at least 1"
      })
  void refusesWhatItCannotReadInOneSentence(String spec, String message) {
    assertThatThrownBy(() -> named(spec, 16))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void refusesNetworksThatDoNotFit() {
    assertThatThrownBy(() -> named("permutation:1", 1)).hasMessageContaining("needs two hosts");
    assertThatThrownBy(() -> named("core-permutation:1", 7))
        .hasMessage("core-permutation:1: needs an even number of hosts, the topology has 7");
    assertThatThrownBy(() -> named("allreduce-butterfly:1", 6))
        .hasMessage("allreduce-butterfly:1: needs a power of two of hosts, the topology has 6");
  }
}

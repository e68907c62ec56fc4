package io.smartt.workload.chakra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.Topologies;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import io.smartt.workload.ideal.IdealModel;
import io.smartt.workload.ideal.IdealModel.IdealTimes;
import io.smartt.workload.jobs.JobsWorkload;
import io.smartt.workload.schedule.Job;
import io.smartt.workload.schedule.Job.PlacedJob;
import io.smartt.workload.schedule.Schedule;
import io.smartt.workload.schedule.Schedule.CollectiveKind;
import io.smartt.workload.schedule.Schedule.OperationKind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChakraTracesTest {
  /**
   * By protoc and et_def.proto of mlcommons/chakra, commit 2719463, as those of later layouts below
   * by 9d917e3 and 29de3e1: a node that computes for 7 microseconds. Theirs has a second one, which
   * waits for it and exchanges 10 bytes by an all-to-all.
   */
  private static final String COMPUTES_IN_0_0_2 =
      "3b080012016318032a025b5d52025b5d5a0d0a0772756e74696d65100128075a0c0a05736861706510023201785a0d0a04"
          + "726174651000250000003f";

  private static Schedule read(CollectiveAlgorithm algorithm, List<byte[]> traces) {
    List<String> files =
        IntStream.range(0, traces.size()).mapToObj(rank -> "t." + rank + ".et").toList();
    return ChakraTraces.read(files, traces, algorithm);
  }

  private static Schedule collective(
      CollectiveAlgorithm algorithm, int type, int ranks, long size) {
    List<byte[]> traces = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      TraceWriter trace = new TraceWriter();
      trace.collective("c", type, size, "");
      traces.add(trace.bytes());
    }
    return read(algorithm, traces);
  }

  private static long sentBytes(Schedule schedule, int rank) {
    return IntStream.range(schedule.first(rank), schedule.first(rank + 1))
        .filter(op -> schedule.kind(op) == OperationKind.SEND)
        .mapToLong(schedule::amount)
        .sum();
  }

  @Test
  void nodesAreOperations() {
    TraceWriter first = new TraceWriter();
    long computed = first.compute("c", 7);
    long sent = first.send("s", 1, 100, 3, computed);
    first.node("metadata", 1, computed, sent);
    TraceWriter second = new TraceWriter();
    second.receive("r", 0, 100, 3);

    Schedule schedule = read(CollectiveAlgorithm.RING, List.of(first.bytes(), second.bytes()));

    assertThat(IntStream.range(0, 4).mapToObj(schedule::named))
        .containsExactly(
            "rank 0, node 1, calc 7000",
            "rank 0, node 2, send of 100b to rank 1 with tag 3",
            "rank 0, node 3, join",
            "rank 1, node 1, recv from rank 0 with tag 3");
    assertThat(schedule.before(1, 0)).isZero();
    assertThat(schedule.countBefore(2)).isEqualTo(2);
    assertThat(new Job("t", schedule).partner(1)).isEqualTo(3);
  }

  /** Every kind, with as many ranks as there can be, comes to its end and matches. */
  @ParameterizedTest
  @EnumSource
  void everyCollectiveComesToItsEnd(CollectiveAlgorithm algorithm) {
    for (int type = 0; type <= 9; type++) {
      for (int ranks = 2; ranks <= 17; ranks++) {
        CollectiveKind kind =
            collective(CollectiveAlgorithm.RING, type, 2, 1).collectives().getFirst().kind();
        if (Integer.bitCount(ranks) == 1 || !Decomposition.needsPowerOfTwo(kind, algorithm)) {
          Schedule schedule = collective(algorithm, type, ranks, 1_000);
          assertThat(new Job("t", schedule).schedule().size()).isGreaterThan(2 * ranks);
          assertThat(IntStream.range(0, ranks).mapToLong(rank -> sentBytes(schedule, rank)).sum())
              .isGreaterThanOrEqualTo(least(kind, ranks));
        }
      }
    }
  }

  /** Bytes that have to go from rank to rank, by any algorithm. */
  private static long least(CollectiveKind kind, int ranks) {
    long others = ranks - 1L;
    return switch (kind) {
      case ALL_REDUCE -> 2_000 * others;
      case REDUCE_SCATTER, BROADCAST, REDUCE, GATHER, ALL_TO_ALL -> 1_000 * others;
      case ALL_GATHER -> 1_000L * ranks * others;
      case SCATTER -> 1_000 * others / ranks;
      case BARRIER -> ranks;
    };
  }

  @ParameterizedTest
  @CsvSource({
    "RING, 0, 14000",
    "HALVING_DOUBLING, 0, 14000",
    "BUTTERFLY, 0, 24000",
    "DIRECT, 0, 14000",
    "RING, 7, 7000",
    "HALVING_DOUBLING, 7, 7000",
    "DIRECT, 7, 7000",
    "RING, 2, 56000",
    "HALVING_DOUBLING, 2, 56000",
    "DIRECT, 2, 56000",
    "RING, 6, 7000"
  })
  void aRankOfEightSendsWhatTheAlgorithmHas(CollectiveAlgorithm by, int type, long bytes) {
    Schedule schedule = collective(by, type, 8, 8_000);

    for (int rank = 0; rank < 8; rank++) {
      assertThat(sentBytes(schedule, rank)).isEqualTo(bytes);
    }
  }

  /** Of a tree the first of eight sends to 4, 2 and 1, and gets from these. */
  @Test
  void aTreeHasAsManyMessagesAsOtherRanks() {
    Schedule broadcast = collective(CollectiveAlgorithm.TREE, 5, 8, 1_000);
    Schedule scatter = collective(CollectiveAlgorithm.TREE, 4, 8, 8_000);

    assertThat(IntStream.range(0, 8).mapToLong(rank -> sentBytes(broadcast, rank)))
        .containsExactly(3_000L, 0L, 1_000L, 0L, 2_000L, 0L, 1_000L, 0L);
    assertThat(IntStream.range(0, 8).mapToLong(rank -> sentBytes(scatter, rank)))
        .containsExactly(7_000L, 0L, 1_000L, 0L, 3_000L, 0L, 1_000L, 0L);
  }

  /**
   * Times of a vector of 64 MB over links of one switch, in times that one link takes for it: of a
   * chain, a rank passes parts on while others come; of a tree, a rank that has the vector is one
   * that sends it.
   */
  @ParameterizedTest
  @CsvSource({
    "RING, 5, 4, 1.5", // broadcast: (4 parts + 2 more links) / 4
    "RING, 5, 8, 1.75",
    "RING, 1, 4, 1.5", // reduce
    "TREE, 5, 4, 2", // log2 n
    "TREE, 5, 8, 3",
    "TREE, 1, 8, 3",
    "TREE, 0, 8, 6", // all-reduce: there and back
    "TREE, 4, 8, 0.875", // scatter: halves, quarters, ... of the vector
    "DIRECT, 5, 4, 3",
    "RING, 0, 4, 1.5", // all-reduce: 2 (n - 1) / n
  })
  void collectivesTakeAsManyTimesTheVectorAsTheirAlgorithmHas(
      CollectiveAlgorithm by, int type, int ranks, double vectors) {
    Job job = new Job("c", collective(by, type, ranks, 64_000_000));
    int[] hosts = IntStream.range(0, ranks).toArray();
    Workload workload = JobsWorkload.of("c", ranks, List.of(new PlacedJob(job, hosts)));
    LinkDefaults links = new LinkDefaults(100_000_000_000L, 1_000, 0);

    IdealTimes ideal =
        new IdealModel(Topologies.named("linear,1," + ranks, links), new PacketSizes(4096, 64, 64))
            .times(workload);

    double vectorPs = 64e6 * 8 * (4096 + 64) / 4096 * 1e12 / 100e9;
    assertThat(ideal.lastFinishPs() / vectorPs).isCloseTo(vectors, within(0.01));
  }

  @Test
  void groupsAreTheRanksThatNameThem() {
    Schedule schedule =
        read(CollectiveAlgorithm.RING, TrainingSteps.mixtureOfExperts(8, 4, 1, 5, 4_000, 800));

    assertThat(schedule.collectives())
        .extracting(one -> one.name() + " " + one.ranks() + " " + one.bytes())
        .containsExactly(
            "dispatch 0 [0, 1, 2, 3] 4000",
            "combine 0 [0, 1, 2, 3] 4000",
            "dispatch 0 [4, 5, 6, 7] 4000",
            "combine 0 [4, 5, 6, 7] 4000",
            "gradients [0, 1, 2, 3, 4, 5, 6, 7] 800");
    assertThat(new Job("t", schedule).schedule().ranks()).isEqualTo(8);
  }

  private static void refused(List<byte[]> traces, String message) {
    assertThatThrownBy(() -> read(CollectiveAlgorithm.HALVING_DOUBLING, traces))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  private static byte[] allReduce(long size, String group) {
    TraceWriter trace = new TraceWriter();
    trace.collective("c", 0, size, group);
    return trace.bytes();
  }

  @Test
  void refusesTracesThatDoNotAgreeByFileAndNode() {
    refused(
        List.of(allReduce(10, "a"), allReduce(20, "a")),
        "t.1.et: pg_name a: node 1 (c) is all-reduce of 20 B, but t.0.et has all-reduce of 10 B"
            + " there");
    refused(
        List.of(allReduce(10, ""), new TraceWriter().bytes()),
        "t.0.et: node 1 (c) has no pg_name, so it is of all ranks; but only 1 of 2 have such"
            + " nodes");
    refused(
        List.of(allReduce(10, ""), allReduce(10, ""), allReduce(10, "")),
        "t.0.et: node 1 (c) has 3 ranks; halving-doubling needs a power of two, collectives=ring"
            + " does not");
    TraceWriter twice = new TraceWriter();
    twice.collective("c", 0, 10, "");
    twice.collective("c", 0, 10, "");
    refused(List.of(allReduce(10, ""), twice.bytes()), "t.1.et: 2 collectives, but t.0.et has 1");
  }

  @Test
  void refusesNodesThatMeanNothingHere() {
    TraceWriter waits = new TraceWriter();
    waits.compute("c", 1, 9);
    refused(List.of(waits.bytes()), "t.0.et: node 1 (c) waits for node 9, which is not there");
    TraceWriter far = new TraceWriter();
    far.send("s", 4, 1, 0);
    refused(List.of(far.bytes()), "t.0.et: node 1 (s): comm_dst is 4, but there are ranks 0 to 0");
    TraceWriter odd = new TraceWriter();
    odd.node("n", 12);
    refused(List.of(odd.bytes()), "t.0.et: node 1 (n): its type is 12");
    TraceWriter unsized = new TraceWriter();
    unsized.node("n", 5);
    refused(List.of(unsized.bytes()), "t.0.et: node 1 (n): comm_size is missing");
    refused(
        List.of(new TraceWriter("2.0").bytes()),
        "t.0.et: execution traces of Chakra 0.0.3 to 1.0 are read, this is of '2.0'; make it anew"
            + " by a Chakra converter or generator of today");
    TraceWriter some = new TraceWriter();
    some.collective("c", 0, 10, true, false);
    refused(
        List.of(some.bytes()),
        "t.0.et: node 1 (c): involved_dim leaves dimensions out; groups are read by pg_name only");
    for (String of : List.of("0.0.1 0908001201631803600a", "0.0.2 " + COMPUTES_IN_0_0_2)) {
      refused(
          List.of(HexFormat.of().parseHex(of.substring(6))),
          "t.0.et: execution traces of Chakra 0.0.3 to 1.0 are read, this is of "
              + of.substring(0, 5)
              + "; make it anew by a Chakra converter or generator of today");
    }
  }

  /** Generators wrote a version, converters an attribute, those of 2023 neither. */
  @Test
  void tracesSayTheirVersionInThreeWays() {
    for (TraceWriter trace :
        List.of(
            new TraceWriter("0.0.4"),
            new TraceWriter("1.0.0"),
            new TraceWriter(""),
            TraceWriter.ofConverter("1.0.2-chakra.0.0.4"),
            TraceWriter.ofConverter("1.1.0-chakra.1.0.0"),
            TraceWriter.withoutMetadata())) {
      trace.compute("c", 7);
      trace.collective("all", 6, 10, true, true);
      Schedule schedule = read(CollectiveAlgorithm.RING, List.of(trace.bytes()));
      assertThat(schedule.named(0)).isEqualTo("rank 0, node 1, calc 7000");
      assertThat(schedule.collectives())
          .extracting(Schedule.Collective::kind)
          .containsExactly(CollectiveKind.ALL_TO_ALL);
    }
  }

  /** The first has no metadata, the second has. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "3b080012016318042a025b5d52025b5d5a0d0a0772756e74696d65100230075a0c0a05736861706510033a01785a0d"
            + "0a047261746510012d0000003f"
            + "4308011203616c6c180720005a0f0a09636f6d6d5f74797065100230015a0f0a09636f6d6d5f73697a651002"
            + "300a5a140a0c696e766f6c7665645f64696d100440014001",
        "0c0a0a0a0472616e6b10033800"
            + "3b080012016318042a025b5d52025b5d5a0d0a0772756e74696d65100338075a0c0a05736861706510044201785a"
            + "0d0a047261746510012d0000003f"
            + "4308011203616c6c180720005a0f0a09636f6d6d5f74797065100338015a0f0a09636f6d6d5f73697a651003"
            + "380a5a140a0c696e766f6c7665645f64696d100548014801"
      })
  void tracesOfTheSummerOf2023AreReadToo(String bytes) {
    Schedule schedule = read(CollectiveAlgorithm.RING, List.of(HexFormat.of().parseHex(bytes)));

    assertThat(schedule.named(0)).isEqualTo("rank 0, node 0, calc 7000");
    assertThat(schedule.collectives())
        .extracting(one -> one.name() + " " + one.kind() + " " + one.bytes())
        .containsExactly("all ALL_TO_ALL 10");
    assertThat(schedule.countBefore(1)).isOne();
  }

  /** No byte may make it fail in another way than by a refusal. */
  @Test
  void damagedBytesAreRefusedOrRead() {
    SplittableRandom random = new SplittableRandom(3);
    byte[] whole = TrainingSteps.dataParallel(2, 2, 5, 100).getFirst();
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = Arrays.copyOf(whole, 1 + random.nextInt(whole.length));
      for (int changes = random.nextInt(4); changes > 0; changes--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        assertThat(read(CollectiveAlgorithm.RING, List.of(bytes)).ranks()).isEqualTo(1);
      } catch (UserInputException refused) {
        assertThat(refused).hasMessageStartingWith("t.0.et: ");
      }
    }
  }
}

package io.smartt.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.workload.Workload.Trigger;
import java.util.List;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CmWriterTest {
  @Test
  void writesTheGrammarOfTheReference() {
    Workload workload =
        new Workload(
            "w",
            4,
            List.of(
                Flow.at(1, 0, 1, 4096, 0).whenSent(5),
                Flow.at(2, 1, 2, 8192, 2_500_000).whenReceived(6),
                Flow.at(3, 2, 3, 1, 0).startedBy(5),
                Flow.at(4, 3, 0, 1, 0).startedBy(6)),
            List.of(Trigger.multishot(5), new Trigger(6, Trigger.Kind.BARRIER, 1)),
            List.of(new Workload.Failure(0, 2, OptionalInt.of(1))));

    assertThat(CmWriter.write(workload))
        .isEqualTo(
            """
            Nodes 4
            Connections 4
            Triggers 2
            Failures 1
            0->1 id 1 start 0 size 4096 send_done_trigger 5
            1->2 id 2 start 2.5 size 8192 recv_done_trigger 6
            2->3 id 3 trigger 5 size 1
            3->0 id 4 trigger 6 size 1
            trigger id 5 multishot
            trigger id 6 barrier count 1
            failure switch_type TOR switch_id 2 link_id 1
            """);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "incast:7x4MiB",
        "staggered-incast:7x4MiB@1.5us",
        "outcast:3x1KiB",
        "outcast-incast:3x1KiB",
        "uneven-permutation:1x2MiB",
        "permutation:1",
        "core-permutation:2MiB",
        "alltoall:2x64KB",
        "ring:4096",
        "allreduce-ring:1MiB",
        "allreduce-butterfly:1MiB"
      })
  void readsBackEveryGenerator(String spec) {
    Workload workload = Workloads.named(spec, 8, new SplittableRandom(1));

    Workload again = CmReader.parse(spec, CmWriter.write(workload));

    assertThat(again).isEqualTo(workload);
  }

  @Property
  void keepsEveryPicosecondOfAStart(@ForAll @LongRange(max = 1L << 60) long ps) {
    Workload workload = new Workload("w", 2, List.of(Flow.at(1, 0, 1, 1, ps)));

    assertThat(CmReader.parse("w", CmWriter.write(workload))).isEqualTo(workload);
  }
}

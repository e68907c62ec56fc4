package io.smartt.workload.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.workload.HostGroups;
import io.smartt.workload.Workload;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobFilesTest {
  /** Rank 0 to rank 1, and rank 1 to rank 2 when that is there. */
  private static final String CHAIN =
      """
      num_ranks 3
      rank 0 {
      send 10b to 1
      }
      rank 1 {
      r: recv 10b from 0
      s: send 20b to 2
      s requires r
      }
      rank 2 {
      recv 20b from 1
      }
      """;

  /** Two NICs: rank 0 sends by both. */
  private static final String TWO_NICS =
      """
      num_ranks 2
      rank 0 {
      send 10b to 1 tag 1 nic 0
      send 20b to 1 tag 2 nic 1
      }
      rank 1 {
      a: recv 10b from 0 tag 1
      b: recv 20b from 0 tag 2
      c: calc 5
      c requires a
      c requires b
      }
      """;

  private static Workload workload(String name, String hosts) {
    return JobsName.workload(
        name,
        Map.of("a.goal", CHAIN, "b.goal", CHAIN, "n.goal", TWO_NICS, "w.place", hosts),
        8,
        new SplittableRandom(5),
        CollectiveAlgorithm.RING);
  }

  private static List<String> ends(Workload workload) {
    return workload.flows().stream().map(flow -> flow.src() + "->" + flow.dst()).toList();
  }

  @Test
  void packedTakesHostAfterHost() {
    assertThat(ends(workload("a.goal+b.goal@packed", "")))
        .containsExactly("0->1", "1->2", "3->4", "4->5")
        .isEqualTo(ends(workload("a.goal+b.goal", "")));
  }

  @Test
  void randomIsDrawnFromTheSeedAndUsesEachHostOnce() {
    Workload drawn = workload("a.goal+b.goal@random", "");

    assertThat(ends(drawn)).isEqualTo(ends(workload("a.goal+b.goal@random", "")));
    assertThat(ends(drawn)).isNotEqualTo(ends(workload("a.goal+b.goal", "")));
    assertThat(drawn.flows().stream().flatMap(flow -> Stream.of(flow.src(), flow.dst())).distinct())
        .hasSize(6);
  }

  @Test
  void aFileListsTheHostsOfEachJob() {
    assertThat(ends(workload("a.goal+b.goal@w.place", "# hosts\n7 0 3 # of the first\n\n4-6\n")))
        .containsExactly("7->0", "0->3", "4->5", "5->6");
  }

  /** The second send starts when the first is there, though no link carries that one. */
  @Test
  void ranksOfOneHostTakeNoTimeForEachOther() {
    Workload workload = workload("a.goal@packed:2", "");

    assertThat(ends(workload)).containsExactly("0->1");
    assertThat(HostGroups.of(workload, 8)).startsWith(0, 1, 2);
  }

  @Test
  void aRankHasAHostForEachNic() {
    Workload workload = workload("n.goal", "");

    assertThat(ends(workload)).containsExactly("0->2", "1->3");
    // Rank 1 waits for both.
    int[] groups = HostGroups.of(workload, 8);
    assertThat(groups[2]).isEqualTo(groups[3]);
  }

  @Test
  void jobsOfOneFileHaveNamesOfTheirOwn() {
    assertThat(workload("a.goal+a.goal", "").jobs())
        .extracting(job -> job.job().name())
        .containsExactly("a.goal#1", "a.goal#2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "a.goal+b.goal+a.goal | '' | the jobs have 9 ranks together, but the network has 8 hosts",
        "n.goal+n.goal+a.goal | '' | the jobs have 11 ranks together, but the network has 8 hosts",
        "a.goal@first | '' | a.goal@first: 'first' is no placement; write packed, random, packed:2"
            + " (ranks a host) or the path of a .place file",
        "a.goal@packed:0 | '' | packed:0: ranks a host must be 1 to 1024",
        "a.goal@w.place | 1 2 | w.place:1: 2 hosts, but a.goal has 3 ranks",
        "a.goal@w.place | 1 2 8 | w.place:1: host 8, but the network has hosts 0 to 7",
        "a.goal@w.place | 1 2 x | w.place:1: 'x' is no host; write numbers as 3, or 4-7 for four",
        "a.goal@w.place | 3-1 | w.place:1: '3-1' is no range of hosts",
        "a.goal+b.goal@w.place | 1 2 3 | w.place: lines with hosts: 1, but jobs: 2",
        "a.goal@w.place | 1 1 1 | a.goal@w.place: no rank sends anything to another host"
      })
  void refusesPlacesThatThereAreNot(String name, String hosts, String message) {
    assertThatThrownBy(() -> workload(name, hosts))
        .isInstanceOf(UserInputException.class)
        .hasMessage(message);
  }

  @Test
  void knowsItsOwnNames() {
    assertThat(List.of("a.goal", "x/a.bin+b.goal@random", "t.%d.et@w.place", "a.goal@packed:4"))
        .allMatch(JobsName::isOne);
    assertThat(List.of("incast:4MiB", "a.cm", "a.goal+b.cm", "staggered-incast:3x1MiB@2us"))
        .noneMatch(JobsName::isOne);
  }
}

package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several congestion controls in one run, one of them a file. */
@Timeout(300)
class MixedSchemesTest {
  @TempDir private Path folder;

  private Path own() {
    return own(folder);
  }

  /** Writes a congestion control of the user's into a folder. */
  static Path own(Path folder) {
    Path file = folder.resolve("OwnControl.java");
    SmarttRun made = SmarttRun.command("scheme", "new", "own-control", "-o", file.toString());
    assertThat(made.status()).as(made.err()).isZero();
    return file;
  }

  /** How many flows have each scheme. */
  static Map<String, Long> schemes(SmarttRun run) {
    return run.file("flows.csv")
        .lines()
        .skip(1)
        .map(line -> line.substring(line.lastIndexOf(',') + 1))
        .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
  }

  @Test
  void eachFlowHasItsSendersSchemeAndTheFolderRepeatsTheRun() {
    SmarttRun run =
        SmarttRun.of(
            folder.resolve("mixed"),
            "--topology",
            "leafspine,2,2,4",
            "--workload",
            "incast:7x64KiB",
            "--set",
            "scheme.h2..h4=dctcp",
            "--set",
            "scheme.h5=" + own());

    assertThat(run.status()).as(run.err()).isZero();
    assertThat(schemes(run)).isEqualTo(Map.of("dctcp", 3L, "own-control", 1L, "smartt", 3L));
    assertThat(run.summary().get("schemes"))
        .extracting(one -> one.get("scheme").textValue() + " " + one.get("finished").intValue())
        .containsExactly("dctcp 3", "own-control 1", "smartt 3");
    assertThat(run.out()).contains("  dctcp ", "  own-control ");
    SmarttRun again =
        SmarttRun.of(folder.resolve("again"), "--experiment", folder.resolve("mixed").toString());
    assertThat(again.file("flows.csv")).isEqualTo(run.file("flows.csv"));
    SmarttRun alike =
        SmarttRun.of(
            folder.resolve("alike"),
            "--topology",
            "leafspine,2,2,4",
            "--workload",
            "incast:7x64KiB");
    assertThat(alike.file("flows.csv")).isNotEqualTo(run.file("flows.csv"));
    assertThat(alike.summary().has("schemes")).isFalse();
  }

  @Test
  void groupsOfFlowsHaveSchemesOfTheirOwn() throws IOException {
    Path matrix =
        Files.writeString(
            folder.resolve("sizes.cm"),
            """
            Nodes 8
            Connections 4
            0->4 id 1 start 0 size 4096
            1->5 id 2 start 0 size 262144
            2->6 id 3 start 0 size 65536
            3->7 id 4 start 0 size 65535
            """);
    String[] common = {
      "--topology", "leafspine,2,2,4", "--workload", matrix.toString(), "--set", "scheme.h4=swift"
    };

    SmarttRun run =
        groups("mixed", common, "scheme.size-0..64KiB=dctcp", "scheme.h2/to-h5..h6=" + own());

    assertThat(run.status()).as(run.err()).isZero();
    // Below 64 KiB dctcp, also where the host has another; the rest as their hosts have it.
    assertThat(run.file("flows.csv").lines().map(line -> line.substring(line.lastIndexOf(',') + 1)))
        .containsExactly("scheme", "dctcp", "own-control", "smartt", "dctcp");
    assertThat(groups("two", common, "scheme.size-0..64KiB=dctcp", "scheme.to-h5=mprdma").err())
        .contains("flow 1 is in two groups: scheme.size-0..64KiB and scheme.to-h5");
    assertThat(groups("none", common, "scheme.size-1MiB..=dctcp").err())
        .contains("scheme.size-1MiB..: no flow of")
        .contains("is in this group");
    // The first of several, not any.
    String[] empty =
        IntStream.rangeClosed(1, 8)
            .mapToObj(mib -> "scheme.size-%dMiB..=dctcp".formatted(mib))
            .toArray(String[]::new);
    assertThat(groups("several", common, empty).err()).contains("scheme.size-1MiB..: no flow of");
    assertThat(groups("job", common, "scheme.job-a.goal=dctcp").err())
        .contains("there is no job 'a.goal'");
    assertThat(groups("sizes", common, "scheme.size-1MiB=dctcp").err())
        .contains("write sizes as size-0..64KiB");
    assertThat(groups("host", common, "scheme.to-h99=dctcp").err())
        .contains("there is no host 'h99'");
  }

  private SmarttRun groups(String name, String[] common, String... more) {
    List<String> all = new ArrayList<>(List.of(common));
    for (String setting : more) {
      all.addAll(List.of("--set", setting));
    }
    return SmarttRun.of(folder.resolve(name), all.toArray(String[]::new));
  }
}

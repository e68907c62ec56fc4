package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Schedules in GOAL against the same traffic as a connection matrix and as a built-in workload. */
@Timeout(120)
class GoalRunTest {
  private static final int RANKS = 8;
  private static final String NETWORK = "--topology=leafspine,2,2,4";

  @TempDir private Path folder;

  private SmarttRun run(String name, String... options) {
    String[] all = new String[options.length + 1];
    all[0] = NETWORK;
    System.arraycopy(options, 0, all, 1, options.length);
    SmarttRun run = SmarttRun.of(folder.resolve(name), all);
    assertThat(run.status()).as(run.err()).isZero();
    return run;
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  @Test
  void anIncastIsThatOfAMatrixToTheByte() throws IOException {
    StringBuilder goal = new StringBuilder("num_ranks 8\nrank 0 {\n");
    StringBuilder matrix = new StringBuilder("Nodes 8\nConnections 7\n");
    for (int from = 1; from < RANKS; from++) {
      goal.append("recv 262144b from ").append(from).append('\n');
      matrix.append(from).append("->0 id ").append(from).append(" start 0 size 262144\n");
    }
    goal.append("}\n");
    for (int from = 1; from < RANKS; from++) {
      goal.append("rank ").append(from).append(" {\nsend 262144b to 0\n}\n");
    }

    SmarttRun scheduled = run("goal", "--workload=" + file("in.goal", goal.toString()));
    SmarttRun listed = run("cm", "--workload=" + file("in.cm", matrix.toString()));

    assertThat(scheduled.file("flows.csv")).isEqualTo(listed.file("flows.csv"));
    assertThat(scheduled.file("switches.csv")).isEqualTo(listed.file("switches.csv"));
  }

  @Test
  void aRingAllReduceIsTheBuiltInOne() throws IOException {
    StringBuilder goal = new StringBuilder("num_ranks 8\n");
    for (int rank = 0; rank < RANKS; rank++) {
      int next = (rank + 1) % RANKS;
      int before = (rank + RANKS - 1) % RANKS;
      goal.append("rank ").append(rank).append(" {\n");
      for (int step = 0; step < 2 * (RANKS - 1); step++) {
        goal.append("s%d: send 131072b to %d tag %d\n".formatted(step, next, step));
        goal.append("r%d: recv 131072b from %d tag %d\n".formatted(step, before, step));
        if (step > 0) {
          goal.append("s%d requires r%d\n".formatted(step, step - 1));
        }
      }
      goal.append("}\n");
    }

    SmarttRun scheduled = run("goal", "--workload=" + file("ring.goal", goal.toString()));
    SmarttRun builtIn = run("ring", "--workload=allreduce-ring:1MiB");

    assertThat(transfers(scheduled)).hasSize(112).isEqualTo(transfers(builtIn));
  }

  /** What was sent when, without the numbers of flows. */
  private static List<String> transfers(SmarttRun run) {
    return run.file("flows.csv")
        .lines()
        .skip(1)
        .map(line -> line.substring(line.indexOf(',') + 1))
        .sorted()
        .toList();
  }

  @Test
  void aSlowHostIsOnTheCriticalPath() throws IOException {
    // Two ranks compute, then exchange; rank 1 is on the host that takes four times as long.
    String goal =
        """
        num_ranks 2
        rank 0 {
        c: calc 100000
        s: send 4096b to 1
        r: recv 4096b from 1
        s requires c
        }
        rank 1 {
        c: calc 100000
        s: send 4096b to 0
        r: recv 4096b from 0
        s requires c
        }
        """;
    String workload = "--workload=" + file("slow.goal", goal);
    SmarttRun whole = run("whole", workload);
    SmarttRun slow = run("slow", workload, "--set", "link.failures=h2=compute:25%@50us");

    assertThat(whole.file("events.csv").lines()).hasSize(1);
    assertThat(slow.file("events.csv"))
        .contains("50,host-slowed,\"host h2 computes at 25 % of its speed, as planned\"");
    // 50 us at its own speed, then 50 us of work in 200.
    assertThat(slow.file("critical_path.csv")).contains(",1,h2,calc,line 9,calc 100000,0,250,250,");
    assertThat(slow.file("ranks.csv")).contains("slow.goal,1,h2,3,3,").contains(",250,150,");
    assertThat(slow.file("jobs.csv").lines().skip(1)).allMatch(row -> row.endsWith(",150"));
    assertThat(whole.file("jobs.csv").lines().skip(1)).allMatch(row -> row.endsWith(",0"));
  }

  @Test
  void nothingToComputeIsSaid() {
    SmarttRun refused =
        SmarttRun.of(
            folder.resolve("refused"),
            "--set",
            "link.failures=h2=compute:25%",
            "--workload=ring:4KiB");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("hosts compute nothing in workload ring:4KiB");
  }

  @Test
  void aScheduleRunsAgainFromItsFolder() throws IOException {
    String text =
        """
        num_ranks 2
        rank 0 {
        c: calc 3000
        s: send 8192b to 1
        s requires c
        }
        rank 1 {
        recv 8192b from 0
        }
        """;
    SmarttRun first = run("first", "--workload=" + file("two.goal", text));
    Files.delete(folder.resolve("two.goal"));

    SmarttRun again =
        SmarttRun.of(
            folder.resolve("again"), "--experiment=" + folder.resolve("first").toAbsolutePath());

    assertThat(again.status()).as(again.err()).isZero();
    assertThat(again.file("flows.csv")).isEqualTo(first.file("flows.csv"));
    assertThat(first.file("flows.csv").lines().skip(1).findFirst().orElseThrow())
        .contains(",8192,3,");
  }
}

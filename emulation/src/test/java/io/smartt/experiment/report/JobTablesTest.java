package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.smartt.experiment.report.JobReport.CollectiveRecord;
import io.smartt.experiment.report.JobReport.CriticalStep;
import io.smartt.experiment.report.JobReport.JobRecord;
import io.smartt.experiment.report.JobReport.JobWork;
import io.smartt.experiment.report.JobReport.RankRecord;
import io.smartt.workload.schedule.Schedule.CollectiveKind;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class JobTablesTest {
  private static final long US = 1_000_000;

  private static final JobRecord DONE =
      new JobRecord(
          "a.goal",
          2,
          new JobWork(5, 5, OptionalLong.of(90 * US), 20 * US, 70 * US, 60 * US, 8),
          3,
          30 * US,
          5 * US);
  private static final JobRecord OPEN =
      new JobRecord("b.goal", 2, new JobWork(5, 4, OptionalLong.empty(), 0, 0, 0, 0), 0, 0, 0);

  /** 8 ranks, 1 GB in 10 ms: 100 GB/s, times 2 (8 - 1) / 8 is 175 GB/s. */
  private static final CollectiveRecord ALL_REDUCE = collective(OptionalLong.of(15_000 * US));

  private static CollectiveRecord collective(OptionalLong finishPs) {
    return new CollectiveRecord(
        "a.goal",
        "g, 1",
        "all-reduce",
        "ring",
        8,
        1_000_000_000,
        OptionalLong.of(5_000 * US),
        6_000 * US,
        finishPs,
        CollectiveKind.ALL_REDUCE.busFactor(8));
  }

  @Test
  void jobsHaveTheirTimes() throws IOException {
    StringWriter out = new StringWriter();
    RunTables.JOBS.with(List.of(DONE, OPEN)).csv(out);

    assertThat(out.toString().lines().skip(1))
        .containsExactly("a.goal,2,5,5,90,20,70,60,8,3,30,60,5", "b.goal,2,5,4,,0,0,0,0,,,,");
  }

  @Test
  void ranksHaveTheirTimes() throws IOException {
    StringWriter out = new StringWriter();
    RunTables.RANKS
        .with(
            List.of(
                new RankRecord(
                    "a.goal",
                    1,
                    "h7",
                    new JobWork(3, 3, OptionalLong.of(9 * US), 1 * US, 2 * US, 1 * US, 4),
                    0,
                    Optional.of("line 3, recv from rank 0 with tag 0"))))
        .csv(out);

    assertThat(out.toString().lines())
        .containsExactly(
            "job,rank,host,operations,done,finish_us,compute_us,slowed_us,communication_us,exposed_us"
                + ",sent_bytes,waits_for",
            "a.goal,1,h7,3,3,9,1,0,2,1,4,\"line 3, recv from rank 0 with tag 0\"");
  }

  @Test
  void collectivesHaveTheBandwidthsOfNcclTests() throws IOException {
    StringWriter out = new StringWriter();
    RunTables.COLLECTIVES.with(List.of(ALL_REDUCE, collective(OptionalLong.empty()))).csv(out);

    assertThat(out.toString().lines().skip(1))
        .containsExactly(
            "a.goal,\"g, 1\",all-reduce,ring,8,1000000000,5000,6000,15000,10000,100,175",
            "a.goal,\"g, 1\",all-reduce,ring,8,1000000000,5000,6000,,,,");
  }

  /** The factors of nccl-tests, doc/PERFORMANCE.md. */
  @Test
  void busFactorsAreThoseOfNcclTests() {
    assertThat(CollectiveKind.ALL_REDUCE.busFactor(4)).isEqualTo(1.5);
    assertThat(CollectiveKind.REDUCE_SCATTER.busFactor(4)).isEqualTo(0.75);
    assertThat(CollectiveKind.ALL_GATHER.busFactor(4)).isEqualTo(0.75);
    assertThat(CollectiveKind.ALL_TO_ALL.busFactor(4)).isEqualTo(0.75);
    assertThat(CollectiveKind.BROADCAST.busFactor(4)).isEqualTo(1);
    assertThat(CollectiveKind.REDUCE.busFactor(4)).isEqualTo(1);
  }

  @Test
  void whatTakesNoTimeHasNoBandwidth() {
    assertThat(collective(OptionalLong.of(5_000 * US)).busGBps()).isEqualTo(OptionalDouble.empty());
  }

  @Test
  void criticalPathsHaveOneRowAStep() throws IOException {
    StringWriter out = new StringWriter();
    RunTables.CRITICAL_PATH
        .with(
            List.of(
                new CriticalStep(
                    "a.goal", 1, 0, "h1", "calc", "line 3", "calc 5", 0, 5 * US, "end")))
        .csv(out);

    assertThat(out.toString().lines().skip(1))
        .containsExactly("a.goal,1,0,h1,calc,line 3,calc 5,0,5,5,end");
  }

  @Test
  void aSummaryHasJobsAndCollectives() throws IOException {
    StringWriter out = new StringWriter();
    try (JsonGenerator json = new JsonFactory().createGenerator(out)) {
      json.writeStartObject();
      SummaryJson.jobs(
          json, new JobReport(List.of(DONE, OPEN), List.of(), List.of(ALL_REDUCE), List.of()));
      json.writeEndObject();
    }

    assertThat(out.toString())
        .contains("\"finishUs\":90,", "\"finishUs\":null,", "\"busGBps\":175")
        .contains(
            "\"criticalPath\":{\"steps\":3,\"computeUs\":30,\"messageUs\":60,\"slowedUs\":5}");
  }
}

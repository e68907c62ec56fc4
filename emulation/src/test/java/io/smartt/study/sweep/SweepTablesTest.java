package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class SweepTablesTest {
  private static List<FinishedRun> runs() throws IOException {
    return List.of(
        MadeUpSweepRun.of(
            "smartt", 1, "{\"status\":\"completed\",\"lastFinishUs\":10,\"trims\":4}"),
        MadeUpSweepRun.of(
            "smartt", 2, "{\"status\":\"completed\",\"lastFinishUs\":12,\"trims\":4}"),
        MadeUpSweepRun.of("swift", 1, "{\"status\":\"failed\",\"lastFinishUs\":null,\"trims\":9}"));
  }

  @Test
  void runsAreRowsWithEmptyFieldsForWhatIsNotKnown() throws IOException {
    StringWriter csv = new StringWriter();
    SweepTables.runs(csv, List.of("scheme", "seed"), runs());

    assertThat(csv.toString().lines())
        .satisfiesExactly(
            header ->
                assertThat(header)
                    .startsWith("scheme,seed,status,timely,flows,finished,fct_us_min,"),
            first -> assertThat(first).isEqualTo("smartt,1,completed,,,,,,,,,,,,10,,4,,,,,,"),
            second -> assertThat(second).isEqualTo("smartt,2,completed,,,,,,,,,,,,12,,4,,,,,,"),
            third -> assertThat(third).isEqualTo("swift,1,failed,,,,,,,,,,,,,,9,,,,,,"));
  }

  @Test
  void aRunThatWasLateIsMarkedInItsRowAndInTheMeanOverIt() throws IOException {
    List<FinishedRun> runs =
        List.of(
            MadeUpSweepRun.of("smartt", 1, "{\"status\":\"completed\",\"timely\":false}"),
            MadeUpSweepRun.of("smartt", 2, "{\"status\":\"completed\",\"timely\":true}"),
            MadeUpSweepRun.of("swift", 1, "{\"status\":\"completed\",\"timely\":null}"));
    StringWriter rows = new StringWriter();
    SweepTables.runs(rows, List.of("scheme", "seed"), runs);
    StringWriter means = new StringWriter();
    SweepTables.means(means, List.of("scheme", "seed"), runs);

    assertThat(rows.toString().lines().skip(1))
        .satisfiesExactly(
            late -> assertThat(late).startsWith("smartt,1,completed,false,"),
            timely -> assertThat(timely).startsWith("smartt,2,completed,true,"),
            virtual -> assertThat(virtual).startsWith("swift,1,completed,,"));
    assertThat(means.toString().lines())
        .satisfiesExactly(
            header -> assertThat(header).startsWith("scheme,runs,completed,late,"),
            smartt -> assertThat(smartt).startsWith("smartt,2,2,1,"),
            swift -> assertThat(swift).startsWith("swift,1,1,0,"));
  }

  @Test
  void meansAreOverSeedsAndOfCompletedRunsOnly() throws IOException {
    StringWriter csv = new StringWriter();
    SweepTables.means(csv, List.of("scheme", "seed"), runs());
    List<String> lines = csv.toString().lines().toList();
    List<String> header = List.of(lines.get(0).split(",", -1));
    List<String> smartt = List.of(lines.get(1).split(",", -1));
    List<String> swift = List.of(lines.get(2).split(",", -1));

    assertThat(lines).hasSize(3);
    assertThat(header).startsWith("scheme", "runs", "completed").doesNotContain("seed");
    int last = header.indexOf("last_finish_us_mean");
    assertThat(smartt).startsWith("smartt", "2", "2");
    // Standard deviation sqrt(2), standard error 1, t of one degree of freedom 12.706205.
    assertThat(smartt.subList(last, last + 2)).containsExactly("11", "12.706205");
    assertThat(swift).startsWith("swift", "1", "0");
    assertThat(swift.subList(last, last + 2)).containsExactly("", "");
  }
}

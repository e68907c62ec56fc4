package io.smartt.emulation.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Tests of {@link HtmlReport} and {@link ReportData}. */
class HtmlReportTest {

  @Test
  void isOneFileThatAsksNoServerForAnything() throws IOException {
    String page = page(MadeUpRun.completed(1));

    Files.writeString(Path.of("target", "made-up-report.html"), page); // to look at
    int charts = page.indexOf("Licensed to the Apache Software Foundation");
    String own = page.substring(0, charts) + page.substring(page.indexOf("</script>", charts));
    assertThat(own)
        .contains("<title>incast-15x4MiB - smartt</title>")
        .doesNotContain("Fabrics.builtIn().settings().defaults().");
    assertThat(own).doesNotContainPattern("(src|href)=|https?:|@import|url\\(");
  }

  @Test
  void holdsEveryFlowQueueAndSeries() throws IOException {
    JsonNode data = data(MadeUpRun.completed(1));

    assertThat(data.at("/summary/flows/finished").asInt()).isEqualTo(15);
    assertThat(data.at("/measuredUs")).hasSize(15);
    assertThat(data.at("/idealUs/0").asDouble()).isEqualTo(10_500);
    assertThat(data.at("/flows/14/src").asText()).isEqualTo("h16");
    assertThat(data.at("/queues")).hasSize((4 * 8 + 4 * 4) * 2);
    assertThat(data.at("/queues/0/peer").asText()).isEqualTo("h1");
    assertThat(data.at("/nodes")).hasSize(24);
    assertThat(data.at("/links")).hasSize(32);
    JsonNode cwnd = data.at("/series/0");
    assertThat(cwnd.get("metric").asText()).isEqualTo("cwnd");
    assertThat(cwnd.get("mean"))
        .hasSameSizeAs(cwnd.get("min"))
        .hasSameSizeAs(cwnd.get("max"))
        .hasSizeBetween(300, 600);
    assertThat(
            cwnd.get("startUs").asDouble()
                + cwnd.get("mean").size() * cwnd.get("widthUs").asDouble())
        .isBetween(9_500.0, 11_200.0);
    assertThat(data.get("seriesLeftOff").asInt()).isZero();
  }

  @Test
  void aNameCannotLeaveTheScript() throws IOException {
    RunIdentity hostile =
        new RunIdentity("</script><b>", "virtual", "t", "w", "smartt", "reps", "p4", "paper", 1, 1);
    RunResult made = MadeUpRun.completed(1);
    RunResult run =
        new RunResult(
            hostile,
            made.status(),
            Optional.empty(),
            made.flows(),
            made.queues(),
            0,
            0,
            made.samples(),
            made.topology(),
            made.cost());

    assertThat(page(run)).doesNotContain("</script><b>");
    assertThat(data(run).at("/summary/name").asText()).isEqualTo("</script><b>");
  }

  @Test
  void staysBoundedWithManyFlows() throws IOException {
    RunResult made = MadeUpRun.completed(1);
    List<FlowRecord> many = IntStream.range(0, 5_000).mapToObj(HtmlReportTest::slowFlow).toList();
    RunResult run =
        new RunResult(
            made.identity(),
            made.status(),
            Optional.empty(),
            many,
            List.of(),
            0,
            0,
            new RunSamples(List.of(), 3),
            made.topology(),
            made.cost());

    JsonNode data = data(run);

    assertThat(data.at("/seriesLeftOff").asInt()).isEqualTo(3);
    assertThat(data.at("/measuredUs")).hasSize(1_000);
    assertThat(data.at("/measuredUs/0").asDouble()).isEqualTo(2);
    assertThat(data.at("/measuredUs/999").asDouble()).isEqualTo(5_000);
    assertThat(data.at("/flows")).hasSize(2_000);
    assertThat(data.at("/flows/0/id").asInt()).isZero(); // unfinished
    assertThat(data.at("/flows/1/id").asInt()).isEqualTo(4_999);
  }

  private static FlowRecord slowFlow(int id) {
    return new FlowRecord(
        id,
        "a",
        "b",
        1,
        0,
        id == 0 ? OptionalLong.empty() : OptionalLong.of((id + 1) * MadeUpRun.US),
        MadeUpRun.US,
        new FlowCounters(0, 0, 0, 0, 0, 0, 0),
        new PathInfo(2, 1, MadeUpRun.US));
  }

  private static String page(RunResult run) throws IOException {
    StringWriter out = new StringWriter();
    HtmlReport.write(out, run, run.summary());
    return out.toString();
  }

  private static JsonNode data(RunResult run) throws IOException {
    StringWriter out = new StringWriter();
    ReportData.write(out, run, run.summary());
    return new ObjectMapper().readTree(out.toString());
  }
}

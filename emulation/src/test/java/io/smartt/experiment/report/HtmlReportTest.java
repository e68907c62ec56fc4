package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import io.smartt.experiment.report.RunIdentity.RunOrigin;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link HtmlReport} and {@link ReportData}. */
class HtmlReportTest {

  @Test
  void isOneFileThatAsksNoServerForAnything() throws IOException {
    String page = page(MadeUpRun.completed(1));

    Files.writeString(Path.of("target", "made-up-report.html"), page); // to look at
    assertThat(page).contains("<title>incast-15x4MiB - smartt</title>").doesNotContain("@@");
    // What a browser would fetch by itself: the rest are words of licences and name spaces.
    assertThat(page).doesNotContainPattern("<(script|link|img|iframe)[^>]* (src|href)=(?!\"data:)");
    assertThat(page).doesNotContainPattern("@import|url\\(");
  }

  @Test
  void withoutItsDataThePageIsSmall() throws IOException {
    StringWriter live = new StringWriter();
    HtmlReport.live(live, "a <b> run");

    assertThat(live.toString())
        .contains("<title>a &lt;b> run - smartt</title>", "\"events\":\"api/events\"")
        .hasSizeLessThan(300_000);
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
        MadeUpRun.identity(
            "</script><b>", "virtual", "t", "w", "smartt", "reps", "p4", "paper", 1, 1);
    RunResult made = MadeUpRun.completed(1);
    RunResult run =
        MadeUpRun.result(
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
    List<FlowRecord> many = IntStream.range(0, 12_000).mapToObj(HtmlReportTest::slowFlow).toList();
    RunResult run =
        MadeUpRun.result(
            made.identity(),
            made.status(),
            Optional.empty(),
            many,
            List.of(),
            0,
            0,
            new RunSamples(List.of(), 3, List.of()),
            made.topology(),
            made.cost());

    JsonNode data = data(run);

    assertThat(data.at("/seriesLeftOff").asInt()).isEqualTo(3);
    assertThat(data.at("/measuredUs")).hasSize(1_000);
    assertThat(data.at("/measuredUs/0").asDouble()).isEqualTo(2);
    assertThat(data.at("/measuredUs/999").asDouble()).isEqualTo(12_000);
    assertThat(data.at("/flows")).hasSize(10_000);
    assertThat(data.at("/flows/0/id").asInt()).isZero(); // unfinished
    assertThat(data.at("/flows/1/id").asInt()).isEqualTo(11_999);
  }

  @Test
  void saysWhereTheRunCameFrom() throws IOException {
    RunResult made = MadeUpRun.completed(1);
    RunOrigin origin =
        new RunOrigin(
            "smartt run --seed 7", "abc", List.of(new RunOrigin.Changed("seed", "7", "1")));
    RunResult run =
        MadeUpRun.result(
            new RunIdentity(
                "n",
                "virtual",
                "t",
                "w",
                new RunIdentity.RunTransport("smartt", "reps", "p4", "paper"),
                7,
                1,
                new RunIdentity.Own(Map.of(), Map.of(), Map.of()),
                origin),
            made.status(),
            Optional.empty(),
            made.flows(),
            made.queues(),
            0,
            0,
            made.samples(),
            made.topology(),
            made.cost());

    JsonNode said = data(run).get("origin");

    assertThat(said.get("command").asText()).isEqualTo("smartt run --seed 7");
    assertThat(said.at("/settings/0/normal").asText()).isEqualTo("1");
  }

  @Test
  void aCopyHasAJourneyMore(@TempDir Path folder) throws IOException {
    Path report = folder.resolve("report.html");
    Files.writeString(report, page(MadeUpRun.completed(1)));
    Path copy = folder.resolve("copy.html");

    HtmlReport.writeWithJourney(report, copy, "first=trimmed", "{\"from\": \"</script>\"}");
    HtmlReport.writeWithJourney(copy, copy, "first=marked", "{}");

    String page = Files.readString(copy);
    assertThat(page).doesNotContain("\"</script>\"");
    String begin = "type=\"application/json\">";
    int from = page.indexOf(begin) + begin.length();
    JsonNode data =
        new ObjectMapper().readTree(page.substring(from, page.indexOf("</script", from)));
    assertThat(data.at("/journeys/0/query").asText()).isEqualTo("first=trimmed");
    assertThat(data.at("/journeys/0/journey/from").asText()).isEqualTo("</script>");
    assertThat(data.at("/journeys/1/query").asText()).isEqualTo("first=marked");
    assertThat(data.at("/summary/flows/finished").asInt()).isEqualTo(15);
    assertThatThrownBy(() -> HtmlReport.writeWithJourney(folder.resolve("no.html"), copy, "", "{}"))
        .hasMessageContaining("no.html is not there");
  }

  private static FlowRecord slowFlow(int id) {
    return MadeUpRun.flow(
        id,
        "a",
        "b",
        1,
        0,
        id == 0 ? OptionalLong.empty() : OptionalLong.of((id + 1) * MadeUpRun.US),
        MadeUpRun.US,
        new FlowCounters(0, 0, 0, 0, 0, 0, 0, 0, FlowEnds.BOTH),
        new PathInfo(2, 1, MadeUpRun.US, OptionalLong.empty()));
  }

  private static String page(RunResult run) throws IOException {
    StringWriter out = new StringWriter();
    HtmlReport.write(out, run, run.summary());
    return out.toString();
  }

  private static JsonNode data(RunResult run) throws IOException {
    StringWriter out = new StringWriter();
    ReportData.write(out, run, run.summary(), false);
    return new ObjectMapper().readTree(out.toString());
  }
}

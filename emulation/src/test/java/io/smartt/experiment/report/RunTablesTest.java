package io.smartt.experiment.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.Drops;
import io.smartt.base.counters.Drops.DropReason;
import io.smartt.base.counters.PacketLedger.PortDrops;
import io.smartt.base.counters.QueueCounters;
import io.smartt.base.counters.QueueCounters.CountedBy;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.FlowRecord.PathInfo;
import io.smartt.experiment.report.FlowRecord.RttRecord;
import io.smartt.experiment.report.SampleRecorder.SampleResolution;
import io.smartt.experiment.report.SampleSeries.SampleSubject;
import io.smartt.experiment.report.Table.CsvWriter;
import io.smartt.experiment.report.TopologyView.Condition;
import io.smartt.experiment.report.TopologyView.Link;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link RunTables} and {@link CsvWriter}. */
class RunTablesTest {
  private final StringWriter out = new StringWriter();

  @Test
  void flowsHaveExactTimesAndEmptyFieldsWhereUnfinished() throws IOException {
    FlowCounters counted =
        new FlowCounters(1030, 6, 1, 5, 40, 4_194_304, 4_194_304, 0, FlowEnds.BOTH);
    PathInfo path = new PathInfo(4, 4, 12_345_678, OptionalLong.of(800_000));
    RunTables.flows(MadeUpRun.identity(1))
        .with(
            List.of(
                new FlowRecord(
                    1,
                    "h1",
                    "h2",
                    4_194_304,
                    1_500_000,
                    OptionalLong.of(3_500_001),
                    1_000_000,
                    counted,
                    path,
                    Optional.of(new RttRecord(12_400_000, 13_000_000, 50_000))),
                MadeUpRun.flow(
                    2, "h3", "h2", 10, 0, OptionalLong.empty(), 1_000_000, counted, path)))
        .csv(out);

    assertThat(out.toString().split("\r\n", -1))
        .containsExactly(
            "flow,src,dst,size_bytes,start_us,finish_us,fct_us,ideal_us,slowdown,packets_sent,"
                + "retransmissions,timeouts,trims,marks,delivered_bytes,verified_bytes,links,"
                + "equal_cost_paths,base_rtt_us,least_rtt_us,mean_rtt_us,rtt_jitter_us,slowdown_idle",
            "1,h1,h2,4194304,1.5,3.500001,2.000001,1,2.000001,1030,6,1,5,40,4194304,4194304,4,4,"
                + "12.345678,12.4,13,0.05,2.500001",
            "2,h3,h2,10,0,,,1,,1030,6,1,5,40,4194304,4194304,4,4,12.345678,,,,",
            "");
  }

  @Test
  void samplesNameTheirFlowQueueOrPort() throws IOException {
    SampleRecorder recorder = new SampleRecorder(SampleResolution.of(1_000_000));
    recorder.open(Metric.RTT, new SampleSubject.Flow(3)).record(2_000_000, 12_500_000);
    recorder.open(Metric.GOODPUT, new SampleSubject.Flow(3)).add(2_000_000, 100);
    SampleSeries depth = recorder.open(Metric.QUEUE_DEPTH, new SampleSubject.Queue("leaf1", 4, 0));
    depth.record(500_000, 4178);
    depth.record(750_000, 0);
    recorder
        .open(Metric.UTILISATION, new SampleSubject.Port("h1", 0))
        .addDuring(3_000_000, 3_333_333);
    RunTables.samples(recorder.samples().series()).csv(out);

    assertThat(out.toString().split("\r\n", -1))
        .containsExactly(
            "metric,unit,flow,node,port,queue,start_us,width_us,min,mean,max",
            "rtt,us,3,,,,2,1,12.5,12.5,12.5",
            "goodput,bps,3,,,,2,1,,800000000,",
            "queue,bytes,,leaf1,4,0,0,1,0,1044.5,4178",
            "utilisation,share,,h1,0,,3,1,,0.333333,",
            "");
  }

  /** BMv2 has no counters of queues, and SAI has none of what came in or of depths. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "TRAFFIC_MANAGER | s1,1,,0,1,2,1,2,1,2,1,2,1,2,7,8,,,,,,,",
        "ASIC            | s1,1,,0,,,1,2,1,2,1,,1,2,,,,,,,,,",
        "PROGRAM         | s1,1,,0,,,,,,,1,2,1,2,,,,,,,,,",
      })
  void whatNobodyCountsOfAQueueIsEmptyAndNotNothing(CountedBy by, String row) throws IOException {
    PacketByteCount t = new PacketByteCount(1, 2);
    QueueCounters counters = new QueueCounters(t, t, t, t, t, 7, 8, t, t, by);
    List<QueueCounters.QueueRecord> queues =
        List.of(new QueueCounters.QueueRecord("s1", 1, 0, counters.since(counters(by))));
    RunTables.SWITCHES
        .with(RunTables.ports(queues, List.of(), new TopologyView(List.of(), List.of(), List.of())))
        .csv(out);

    assertThat(out.toString().lines().skip(1)).containsExactly(row);
  }

  private static QueueCounters counters(CountedBy by) {
    PacketByteCount none = PacketByteCount.ZERO;
    return new QueueCounters(none, none, none, none, none, 0, 0, none, none, by);
  }

  @Test
  void switchesNameTheFarEndOfThePort() throws IOException {
    PacketByteCount t = new PacketByteCount(1, 2);
    RunTables.SWITCHES
        .with(
            RunTables.ports(
                List.of(
                    new QueueCounters.QueueRecord(
                        "leaf1",
                        4,
                        0,
                        new QueueCounters(
                            t,
                            t,
                            t,
                            t,
                            t,
                            7,
                            8,
                            PacketByteCount.ZERO,
                            PacketByteCount.ZERO,
                            CountedBy.TRAFFIC_MANAGER)),
                    new QueueCounters.QueueRecord(
                        "leaf1",
                        4,
                        1,
                        new QueueCounters(
                            t,
                            t,
                            t,
                            t,
                            t,
                            7,
                            8,
                            PacketByteCount.ZERO,
                            PacketByteCount.ZERO,
                            CountedBy.TRAFFIC_MANAGER))),
                List.of(
                    new PortDrops(
                        "leaf1",
                        4,
                        Drops.of(DropReason.LINK_DOWN, 9).plus(Drops.of(DropReason.TTL, 0)))),
                new TopologyView(
                    List.of(),
                    List.of(new Link("h9", 0, "leaf1", 4, 1, 1, Condition.UP)),
                    List.of())))
        .csv(out);

    assertThat(out.toString().lines())
        .containsExactly(
            "switch,port,peer,queue,enqueued_packets,enqueued_bytes,dequeued_packets,"
                + "dequeued_bytes,dropped_packets,dropped_bytes,trimmed_packets,trimmed_bytes,"
                + "marked_packets,marked_bytes,max_depth_packets,max_depth_bytes,"
                + "dropped_link_down,dropped_link_loss,dropped_program,dropped_ttl,"
                + "dropped_no_port,dropped_kernel,dropped_controller",
            "leaf1,4,h9,0,1,2,1,2,1,2,1,2,1,2,7,8,9,,,0,,,",
            "leaf1,4,h9,1,1,2,1,2,1,2,1,2,1,2,7,8,,,,,,,");
  }

  @Test
  void fieldsWithCommasQuotesAndLineBreaksAreQuoted() throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.field("a,b").field("say \"x\"").field("two\nlines").field("plain").endRow();
    csv.flush();

    assertThat(out).hasToString("\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",plain\r\n");
  }
}

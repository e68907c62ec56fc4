package io.smartt.emulation.report;

import io.smartt.emulation.counters.QueueCounters;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.IOException;
import java.io.Writer;
import java.util.List;

/**
 * The CSVs of a run. Their content depends on the experiment and its seed only: nothing of the
 * machine, the wall clock or the locale is in them.
 */
final class RunTables {

  private RunTables() {}

  static void flows(Writer out, List<FlowRecord> flows) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("flow", "src", "dst", "size_bytes", "start_us", "finish_us", "fct_us", "ideal_us")
        .fields("slowdown", "packets_sent", "retransmissions", "timeouts", "trims", "marks")
        .fields("delivered_bytes", "verified_bytes", "links", "equal_cost_paths", "base_rtt_us")
        .fields("least_rtt_us", "mean_rtt_us", "rtt_jitter_us")
        .endRow();
    for (FlowRecord flow : flows) {
      csv.field(flow.id()).field(flow.src()).field(flow.dst()).field(flow.bytes());
      csv.fieldUs(flow.startPs());
      if (flow.finished()) {
        csv.fieldUs(flow.finishPs().orElseThrow()).fieldUs(flow.completionPs().orElseThrow());
      } else {
        csv.empty().empty();
      }
      csv.fieldUs(flow.idealPs());
      if (flow.finished()) {
        csv.field(flow.slowdown().orElseThrow());
      } else {
        csv.empty();
      }
      FlowCounters counted = flow.counters();
      boolean sender = counted.known().sender();
      known(csv, sender, counted.packetsSent());
      known(csv, sender, counted.retransmissions());
      known(csv, sender, counted.timeouts());
      known(csv, sender, counted.trims());
      known(csv, sender, counted.marks());
      known(csv, counted.known().receiver(), counted.bytesDelivered());
      known(csv, counted.known().receiver(), counted.bytesVerified());
      PathInfo path = flow.path();
      csv.field(path.links()).field(path.equalCostPaths()).fieldUs(path.baseRttPs());
      if (flow.rtt().isPresent()) {
        RttRecord rtt = flow.rtt().get();
        csv.fieldUs(rtt.leastPs()).fieldUs(rtt.meanPs()).fieldUs(rtt.jitterPs());
      } else {
        csv.empty().empty().empty();
      }
      csv.endRow();
    }
    csv.flush();
  }

  static void samples(Writer out, List<SampleSeries> samples) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("metric", "flow", "switch", "port", "queue", "time_us", "value").endRow();
    for (SampleSeries series : samples) {
      boolean time = series.metric() == Metric.RTT;
      for (int i = 0; i < series.size(); i++) {
        csv.field(series.metric().csvName());
        switch (series.subject()) {
          case SampleSubject.Flow flow -> csv.field(flow.id()).empty().empty().empty();
          case SampleSubject.Queue queue ->
              csv.empty().field(queue.switchName()).field(queue.port()).field(queue.queue());
        }
        csv.fieldUs(series.timePs(i));
        if (time) {
          csv.fieldUs(series.value(i));
        } else {
          csv.field(series.value(i));
        }
        csv.endRow();
      }
    }
    csv.flush();
  }

  static void switches(Writer out, List<QueueRecord> queues, TopologyView topology)
      throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("switch", "port", "peer", "queue", "enqueued_packets", "enqueued_bytes")
        .fields("dequeued_packets", "dequeued_bytes", "dropped_packets", "dropped_bytes")
        .fields("trimmed_packets", "trimmed_bytes", "marked_packets", "marked_bytes")
        .fields("max_depth_packets", "max_depth_bytes")
        .endRow();
    TopologyView.Peers peers = topology.peers();
    for (QueueRecord queue : queues) {
      csv.field(queue.switchName()).field(queue.port());
      csv.field(peers.of(queue.switchName(), queue.port()).orElse("")).field(queue.queue());
      QueueCounters counted = queue.counters();
      count(csv, counted.enqueued());
      count(csv, counted.dequeued());
      count(csv, counted.dropped());
      count(csv, counted.trimmed());
      count(csv, counted.marked());
      csv.field(counted.maxDepthPackets()).field(counted.maxDepthBytes()).endRow();
    }
    csv.flush();
  }

  static void events(Writer out, List<RunEvent> events) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("time_us", "kind", "what").endRow();
    for (RunEvent event : events) {
      csv.fieldUs(event.timePs()).field(event.kind().key()).field(event.what()).endRow();
    }
    csv.flush();
  }

  private static void known(CsvWriter csv, boolean isKnown, long value) {
    if (isKnown) {
      csv.field(value);
    } else {
      csv.empty();
    }
  }

  private static void count(CsvWriter csv, PacketByteCount count) {
    csv.field(count.packets()).field(count.bytes());
  }
}

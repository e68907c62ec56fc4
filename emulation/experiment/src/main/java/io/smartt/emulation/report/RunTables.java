package io.smartt.emulation.report;

import io.smartt.emulation.counters.DropReason;
import io.smartt.emulation.counters.Drops;
import io.smartt.emulation.counters.PacketLedger.PortDrops;
import io.smartt.emulation.counters.QueueCounters;
import io.smartt.emulation.counters.QueueCounters.QueueRecord;
import io.smartt.p4.pipeline.PacketByteCount;
import java.io.IOException;
import java.io.Writer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * The CSVs of a run. Their content depends on the experiment and its seed only: nothing of the
 * machine, the wall clock or the locale is in them.
 */
final class RunTables {

  /** What is not counted by queue. */
  private static final List<DropReason> OF_PORT =
      Arrays.stream(DropReason.values()).filter(reason -> reason != DropReason.QUEUE_FULL).toList();

  /** From the queue's number to its depths. */
  private static final int QUEUE_COLUMNS = 13;

  private RunTables() {}

  /** A row a flow; with its scheme where there are several. */
  static void flows(Writer out, List<FlowRecord> flows, RunIdentity identity) throws IOException {
    boolean mixed = identity.isMixed();
    CsvWriter csv = new CsvWriter(out);
    csv.fields("flow", "src", "dst", "size_bytes", "start_us", "finish_us", "fct_us", "ideal_us")
        .fields("slowdown", "packets_sent", "retransmissions", "timeouts", "trims", "marks")
        .fields("delivered_bytes", "verified_bytes", "links", "equal_cost_paths", "base_rtt_us")
        .fields("least_rtt_us", "mean_rtt_us", "rtt_jitter_us", "slowdown_idle");
    if (mixed) {
      csv.fields("scheme");
    }
    csv.endRow();
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
      if (flow.idleSlowdown().isPresent()) {
        csv.field(flow.idleSlowdown().getAsDouble());
      } else {
        csv.empty();
      }
      if (mixed) {
        csv.field(identity.schemeOf(flow));
      }
      csv.endRow();
    }
    csv.flush();
  }

  static void slowdownBySize(Writer out, List<FlowRecord> flows) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("from_bytes", "to_bytes", "flows", "median", "p95", "p99", "max").endRow();
    for (SlowdownBySize group : SlowdownBySize.of(flows)) {
      csv.field(group.fromBytes()).field(group.toBytes()).field(group.flows());
      csv.field(group.median()).field(group.p95()).field(group.p99()).field(group.max());
      csv.endRow();
    }
    csv.flush();
  }

  static void samples(Writer out, List<SampleSeries> samples) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("metric", "unit", "flow", "node", "port", "queue", "start_us", "width_us")
        .fields("min", "mean", "max")
        .endRow();
    for (SampleSeries series : samples) {
      for (int bin = 0; bin < series.size(); bin++) {
        if (!series.isEmpty(bin)) {
          sample(csv, series, bin);
        }
      }
    }
    csv.flush();
  }

  private static void sample(CsvWriter csv, SampleSeries series, int bin) throws IOException {
    Metric metric = series.metric();
    csv.field(metric.csvName()).field(metric.unit());
    switch (series.subject()) {
      case SampleSubject.Flow flow -> csv.field(flow.id()).empty().empty().empty();
      case SampleSubject.Queue queue ->
          csv.empty().field(queue.switchName()).field(queue.port()).field(queue.queue());
      case SampleSubject.Port port -> csv.empty().field(port.node()).field(port.port()).empty();
    }
    csv.fieldUs(series.startPs(bin)).fieldUs(series.widthPs());
    if (metric.hasRange()) {
      csv.field(series.least(bin), metric.decimals());
      csv.field(series.mean(bin), metric.decimals());
      csv.field(series.largest(bin), metric.decimals());
    } else {
      csv.empty().field(series.mean(bin), metric.decimals()).empty();
    }
    csv.endRow();
  }

  /** A row a value at each look. */
  static void entropies(Writer out, List<EntropyTrace> traces) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("flow", "time_us", "state", "entropy").endRow();
    for (EntropyTrace trace : traces) {
      for (int look = 0; look < trace.looks(); look++) {
        for (EntropyTrace.State state : EntropyTrace.State.values()) {
          for (int value : trace.values(look, state)) {
            csv.field(trace.flow()).fieldUs(trace.timePs(look)).field(state.key()).field(value);
            csv.endRow();
          }
        }
      }
    }
    csv.flush();
  }

  static void switches(
      Writer out, List<QueueRecord> queues, List<PortDrops> ports, TopologyView topology)
      throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("switch", "port", "peer", "queue", "enqueued_packets", "enqueued_bytes")
        .fields("dequeued_packets", "dequeued_bytes", "dropped_packets", "dropped_bytes")
        .fields("trimmed_packets", "trimmed_bytes", "marked_packets", "marked_bytes")
        .fields("max_depth_packets", "max_depth_bytes");
    for (DropReason reason : OF_PORT) {
      csv.field("dropped_" + reason.column());
    }
    csv.endRow();
    TopologyView.Peers peers = topology.peers();
    Map<String, PortDrops> left = new LinkedHashMap<>();
    ports.forEach(port -> left.put(key(port.switchName(), port.port()), port));
    for (QueueRecord queue : queues) {
      csv.field(queue.switchName()).field(queue.port());
      csv.field(peers.of(queue.switchName(), queue.port()).orElse("")).field(queue.queue());
      QueueCounters counted = queue.counters();
      count(csv, counted.enqueued());
      count(csv, counted.dequeued());
      count(csv, counted.dropped());
      count(csv, counted.trimmed());
      count(csv, counted.marked());
      csv.field(counted.maxDepthPackets()).field(counted.maxDepthBytes());
      // What the port as a whole dropped is in the row of its first queue, once.
      PortDrops port = left.remove(key(queue.switchName(), queue.port()));
      drops(csv, port == null ? Drops.UNKNOWN : port.drops());
    }
    for (PortDrops port : left.values()) {
      csv.field(port.switchName()).field(port.port());
      csv.field(peers.of(port.switchName(), port.port()).orElse(""));
      for (int i = 0; i < QUEUE_COLUMNS; i++) {
        csv.empty();
      }
      drops(csv, port.drops());
    }
    csv.flush();
  }

  private static String key(String switchName, int port) {
    return switchName + " " + port;
  }

  private static void drops(CsvWriter csv, Drops drops) throws IOException {
    for (DropReason reason : OF_PORT) {
      OptionalLong packets = drops.of(reason);
      if (packets.isPresent()) {
        csv.field(packets.getAsLong());
      } else {
        csv.empty();
      }
    }
    csv.endRow();
  }

  static void events(Writer out, List<RunEvent> events) throws IOException {
    CsvWriter csv = new CsvWriter(out);
    csv.fields("time_us", "kind", "what", "where").endRow();
    for (RunEvent event : events) {
      csv.fieldUs(event.timePs()).field(event.kind().key());
      csv.field(event.what()).field(event.where()).endRow();
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

package io.smartt.experiment.report;

import module java.base;

import com.fasterxml.jackson.core.JsonGenerator;

/** The parts of the data of a run that goes on. */
public final class LiveReport {
  private LiveReport() {}

  /** Writes all data of a page; closes nothing. */
  public static void data(Writer out, RunResult result) throws IOException {
    ReportData.write(out, result, result.summary(), true);
  }

  /**
   * Writes the bins of a series from one on, as an object.
   *
   * @param from number of the first bin
   */
  public static void series(JsonGenerator json, SampleSeries series, int from) throws IOException {
    json.writeStartObject();
    json.writeNumberField("from", from);
    ReportData.seriesFields(json, series, from);
    json.writeEndObject();
  }

  /**
   * Writes the bins of a series from one on, as a list: number of the series, {@code from}, means,
   * and where it has a range the least and the largest values.
   */
  public static void bins(JsonGenerator json, int number, SampleSeries series, int from)
      throws IOException {
    json.writeStartArray();
    json.writeNumber(number);
    json.writeNumber(from);
    ReportData.values(json, series, from, series::mean);
    if (series.metric().hasRange()) {
      ReportData.values(json, series, from, series::least);
      ReportData.values(json, series, from, series::largest);
    }
    json.writeEndArray();
  }

  /** Writes a field with the entropy values of flows over time. */
  public static void entropies(JsonGenerator json, List<EntropyTrace> traces) throws IOException {
    ReportData.entropies(json, traces);
  }

  /** Writes a field with rows of the table of flows. */
  public static void flows(JsonGenerator json, List<FlowRecord> flows, RunIdentity identity)
      throws IOException {
    RunTables.flows(identity).with(flows).json(json, "flows");
  }

  /** Returns whether the rows of two states of one flow are the same. */
  public static boolean sameRow(FlowRecord one, FlowRecord other) {
    return one.startPs() == other.startPs()
        && one.finishPs().equals(other.finishPs())
        && sameCounts(one.counters(), other.counters());
  }

  private static boolean sameCounts(FlowRecord.FlowCounters one, FlowRecord.FlowCounters other) {
    return one.retransmissions() == other.retransmissions()
        && one.timeouts() == other.timeouts()
        && one.trims() == other.trims()
        && one.marks() == other.marks()
        && one.known() == other.known();
  }

  /** Writes what a run has counted so far, under the names of {@code summary.json}. */
  public static void counts(JsonGenerator json, RunSummary summary) throws IOException {
    SummaryJson.measures(json, Measure.sums(), summary);
  }

  /** Writes a field with events as {@code summary.json} has them. */
  public static void events(JsonGenerator json, List<RunEvent> events) throws IOException {
    RunTables.EVENTS.with(events).json(json, "events");
  }
}

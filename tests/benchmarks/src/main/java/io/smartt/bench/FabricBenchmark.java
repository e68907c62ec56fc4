package io.smartt.bench;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FolderTree;
import io.smartt.emulation.cli.Smartt;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * The whole of {@code smartt run} on the virtual fabric: a permutation on a fat tree at 800 Gbps,
 * smartt.p4 executed at every hop. Prints packet-hops per second, what one costs, and where that
 * time goes, by the package of the method that runs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "--enable-native-access=ALL-UNNAMED"})
@Warmup(iterations = 1)
@Measurement(iterations = 2)
public class FabricBenchmark {
  /** Hosts of the fat tree; 8192 is for patient people. */
  @Param({"16", "128", "1024"})
  public int hosts;

  /** Bytes that each host sends. */
  @Param("2MiB")
  public String bytes = "";

  /** Threads of the simulation. */
  @Param({"1", "2"})
  public int threads;

  private final ObjectMapper json = new ObjectMapper();
  private TimeByPart parts = new TimeByPart();
  private Path folder = Path.of("");

  /** Counts of a run, besides its time. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.EVENTS)
  public static class Counted {
    /** Switches passed by packets. */
    public long packetHops;

    /** Packet-hops in a second of wall time, programming of the switches included. */
    public long hopsPerSecond;

    /** CPU time of the process, in nanoseconds a packet-hop. */
    public long cpuNsPerHop;

    /** Largest resident size of the process, in MiB. */
    public long peakMib;
  }

  @Setup(Level.Iteration)
  public void start() throws IOException {
    folder = Files.createTempDirectory("smartt-bench");
    parts = new TimeByPart();
    parts.start();
  }

  @TearDown(Level.Iteration)
  public void end() throws IOException {
    System.out.printf("%n%s%n", parts.stop());
    FolderTree.delete(folder);
  }

  /** One experiment, from the topology to the report. */
  @Benchmark
  public void permutation(Counted counted) throws IOException {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    List<String> arguments =
        List.of(
            "run",
            "--json",
            "--profile=htsim-800g",
            "--topology=fattree,hosts=" + hosts,
            "--workload=permutation:" + bytes,
            "--constants=nscc",
            "--threads=" + threads,
            "--out=" + folder.resolve("run"));
    int status =
        Smartt.execute(
            new PrintWriter(out, true),
            new PrintWriter(err, true),
            arguments.toArray(String[]::new));
    if (status != 0) {
      throw new IllegalStateException(err.toString());
    }
    JsonNode summary = json.readTree(out.toString());
    long hops = summary.get("packetHops").longValue();
    counted.packetHops = hops;
    counted.hopsPerSecond = (long) (hops / summary.get("wallSeconds").doubleValue());
    counted.cpuNsPerHop = (long) (summary.get("cpuSeconds").doubleValue() * 1e9 / hops);
    counted.peakMib = summary.get("peakRssBytes").longValue() >> 20;
  }

  /** Samples what this process executes, by JDK Flight Recorder, and adds it up by part. */
  static final class TimeByPart {
    private static final String SAMPLE = "jdk.ExecutionSample";
    private static final String OTHER = "other Java";

    /** The first prefix that fits names the part. */
    private static final List<Map.Entry<String, String>> PARTS =
        List.of(
            Map.entry("io.smartt.p4.", "P4 pipeline"),
            Map.entry("io.smartt.softswitch.", "traffic manager and switch"),
            Map.entry("io.smartt.virtual.simulation.", "event engine"),
            Map.entry("io.smartt.virtual.", "links and nodes"),
            Map.entry("io.smartt.host.", "transport"),
            Map.entry("io.smartt.", "the rest of the harness"));

    private final Recording recording = new Recording();

    void start() {
      recording.enable(SAMPLE).withPeriod(Duration.ofMillis(10));
      recording.start();
    }

    /** Ends the recording; one line a part, in per cent of the samples. */
    String stop() throws IOException {
      recording.stop();
      Path file = Files.createTempFile("smartt-bench", ".jfr");
      try {
        recording.dump(file);
        recording.close();
        return text(file);
      } finally {
        Files.delete(file);
      }
    }

    private static String text(Path file) throws IOException {
      Map<String, Integer> counts = new LinkedHashMap<>();
      int all = 0;
      for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
        if (event.getEventType().getName().equals(SAMPLE)) {
          counts.merge(part(event.getStackTrace()), 1, Integer::sum);
          all++;
        }
      }
      StringBuilder text = new StringBuilder("where Java code spends its time:");
      for (Map.Entry<String, Integer> count : counts.entrySet()) {
        text.append(
            String.format(Locale.ROOT, "%n  %5.1f %%  ", 100.0 * count.getValue() / all)
                + count.getKey());
      }
      return text.toString();
    }

    /** The part of the innermost frame that belongs to the harness. */
    private static String part(RecordedStackTrace trace) {
      return trace.getFrames().stream()
          .map(frame -> frame.getMethod().getType().getName())
          .flatMap(type ->
              PARTS.stream()
                  .filter(part -> type.startsWith(part.getKey()))
                  .map(Map.Entry::getValue)
                  .limit(1))
          .findFirst()
          .orElse(OTHER);
    }
  }
}

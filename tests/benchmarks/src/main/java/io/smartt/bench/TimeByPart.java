package io.smartt.bench;

import module java.base;

import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/** Samples what this process executes, by JDK Flight Recorder, and adds it up by part. */
final class TimeByPart {
  private static final String SAMPLE = "jdk.ExecutionSample";
  private static final String OTHER = "other Java";

  /** The first prefix that fits names the part. */
  private static final Map<String, String> PARTS = new LinkedHashMap<>();

  static {
    PARTS.put("io.smartt.p4.", "P4 pipeline");
    PARTS.put("io.smartt.softswitch.", "traffic manager and switch");
    PARTS.put("io.smartt.virtual.simulation.", "event engine");
    PARTS.put("io.smartt.virtual.", "links and nodes");
    PARTS.put("io.smartt.host.", "transport");
    PARTS.put("io.smartt.", "the rest of the harness");
  }

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
            PARTS.entrySet().stream()
                .filter(part -> type.startsWith(part.getKey()))
                .map(Map.Entry::getValue)
                .limit(1))
        .findFirst()
        .orElse(OTHER);
  }
}

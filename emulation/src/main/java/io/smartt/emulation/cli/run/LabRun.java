package io.smartt.emulation.cli.run;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.emulation.cli.experiment.LabRequest;
import io.smartt.emulation.cli.progress.Interruption;
import io.smartt.emulation.lab.LabClient;
import io.smartt.emulation.lab.LabStore;
import io.smartt.switchd.console.Console;
import io.smartt.switchd.console.Failures;

/** A run on a network that another process holds. */
final class LabRun {
  private static final DateTimeFormatter STAMP =
      DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss", Locale.ROOT);

  private final String lab;
  private final Console console;

  LabRun(String lab, Console console) {
    this.lab = lab;
    this.console = console;
  }

  /** Runs to the end and prints the result. Returns the exit status. */
  int run(LabRequest request, boolean json) {
    String workload =
        Files.isRegularFile(Path.of(request.workload()))
            ? Path.of(request.workload()).toAbsolutePath().toString()
            : request.workload();
    Path out =
        request
            .out()
            .orElseGet(() ->
                Path.of(
                    "runs",
                    STAMP.format(LocalDateTime.now(ZoneId.systemDefault())) + "-lab-" + lab));
    AtomicBoolean passed = new AtomicBoolean();
    try (Interruption interruption = Interruption.watch();
        LabClient client =
            LabClient.connect(
                LabStore.of(System.getenv()).find(lab),
                text -> {},
                what -> {
                  console.err().println("smartt: " + what);
                  console.err().flush();
                },
                _ -> 1)) {
      client.interruptWhen(() -> interruption.requested() && !passed.getAndSet(true));
      JsonNode outcome = client.run(workload, out, request.force());
      console.out().print(outcome.path(json ? "json" : "table").asText());
      console.out().flush();
      return outcome.path("success").asBoolean() ? 0 : Failures.FAILED;
    }
  }
}

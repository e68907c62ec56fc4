package io.smartt.emulation.lab;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.smartt.base.failure.RunFailedException;
import io.smartt.emulation.lab.Lab.LabConnection;
import io.smartt.emulation.lab.Lab.LabText;
import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;

/** A shell's output for a client: text goes to it, and it runs programs on its own terminal. */
record LabShellOutput(
    LabConnection client,
    LabText text,
    LabServer owner,
    BlockingQueue<Optional<JsonNode>> incoming,
    BooleanSupplier interrupted)
    implements ShellOutput {
  @Override
  public void line(String line) {
    send(Map.of("text", line + "\n"));
  }

  @Override
  public void table(List<String> titles, List<List<String>> rows) {
    send(Map.of("text", text.table(titles, rows)));
  }

  @Override
  public void result(RunResult result) {
    send(Map.of("text", text.result(result)));
  }

  void progress(String what) {
    send(Map.of("progress", what));
  }

  @Override
  public <T> T during(Function<RunMonitor, T> work) {
    return work.apply(
        owner.watched(
            new RunMonitor() {
              @Override
              public void stage(String what) {
                LabShellOutput.this.progress(what);
              }

              // Without progress: results say it all; a client may be slow, and is waited for.

              @Override
              public boolean interrupted() {
                return interrupted.getAsBoolean();
              }
            }));
  }

  /** The client runs it; others may use the lab until it ends. */
  @Override
  public int program(ProcessBuilder program) {
    send(Map.of("program", program.command()));
    owner.release();
    try {
      return incoming
          .take()
          .orElseThrow(() -> new RunFailedException("the client is gone"))
          .path("status")
          .asInt(1);
    } catch (InterruptedException e) {
      throw RunFailedException.interrupted("a program ran", e);
    } finally {
      owner.acquire(() -> {});
    }
  }

  private void send(Map<String, ?> message) {
    try {
      client.send(message);
    } catch (IOException e) {
      throw new RunFailedException("the client is gone", e);
    }
  }
}

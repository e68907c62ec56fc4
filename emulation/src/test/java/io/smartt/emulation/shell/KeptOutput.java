package io.smartt.emulation.shell;

import io.smartt.emulation.shell.LineShell.ShellOutput;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunMonitor.ForwardingMonitor;
import io.smartt.experiment.report.RunMonitor.Progress;
import io.smartt.experiment.report.RunResult;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Keeps lines and rows of tables, and what a page of the traffic would hear. */
final class KeptOutput implements ShellOutput {
  final List<String> lines = new ArrayList<>();
  final List<List<String>> rows = new ArrayList<>();
  final List<Progress> heard = new ArrayList<>();

  @Override
  public void line(String text) {
    lines.add(text);
  }

  @Override
  public void table(List<String> titles, List<List<String>> more) {
    rows.addAll(more);
  }

  @Override
  public void result(RunResult result) {}

  @Override
  public <T> T during(Function<RunMonitor, T> work) {
    return work.apply(
        new ForwardingMonitor(RunMonitor.NONE) {
          @Override
          public void progress(Progress progress) {
            heard.add(progress);
          }
        });
  }

  @Override
  public int program(ProcessBuilder program) {
    throw new AssertionError("no program runs");
  }
}

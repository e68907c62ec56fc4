package io.smartt.emulation.shell;

import module java.base;

import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;

/** The place where a shell shows what came of its commands. */
public interface ShellOutput {
  /** A line of text. */
  void line(String text);

  /** Rows in columns. */
  void table(List<String> titles, List<List<String>> rows);

  /** Shows what came of traffic. */
  void result(RunResult result);

  /** Runs work that takes time, with a monitor that shows how far it is. */
  <T> T during(Function<RunMonitor, T> work);

  /** Runs a program on this terminal, until it ends. Returns its exit status. */
  int program(ProcessBuilder program);
}

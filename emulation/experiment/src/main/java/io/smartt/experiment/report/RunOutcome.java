package io.smartt.experiment.report;

import java.nio.file.Path;

/** The outcome of a run: the summary and the folder where everything is. */
public record RunOutcome(RunSummary summary, Path folder) {}

package io.smartt.experiment.report;

import java.nio.file.Path;

/** What a runner returns: the summary and the folder where everything is. */
public record RunOutcome(RunSummary summary, Path folder) {}

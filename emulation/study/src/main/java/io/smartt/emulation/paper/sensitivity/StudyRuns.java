package io.smartt.emulation.paper.sensitivity;

import io.smartt.emulation.experiment.ExperimentLoader;
import io.smartt.emulation.paper.FigureResults;
import io.smartt.emulation.paper.PaperRuns;
import io.smartt.emulation.sweep.SweepMonitor;
import java.util.List;

/** Runs a study. */
public final class StudyRuns {
  private final ExperimentLoader experiments;
  private final PaperRuns runs;

  /** With what runs figures. */
  public StudyRuns(ExperimentLoader experiments, PaperRuns runs) {
    this.experiments = experiments;
    this.runs = runs;
  }

  /** The results of the scenarios, in their order. */
  public List<FigureResults> run(Study study, List<String> seeds, SweepMonitor monitor) {
    return runs.run(study.figures(experiments.catalog(), seeds), monitor);
  }
}

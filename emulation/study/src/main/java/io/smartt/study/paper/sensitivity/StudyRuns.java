package io.smartt.study.paper.sensitivity;

import io.smartt.experiment.ExperimentLoader;
import io.smartt.study.paper.PaperRuns;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;
import java.util.List;

/** Runs a study. */
public final class StudyRuns {
  private final ExperimentLoader experiments;
  private final PaperRuns runs;

  /** Creates the runs of a study by what runs figures. */
  public StudyRuns(ExperimentLoader experiments, PaperRuns runs) {
    this.experiments = experiments;
    this.runs = runs;
  }

  /** The results of the scenarios, in their order. */
  public List<PaperRuns.FigureResults> run(Study study, List<String> seeds, SweepMonitor monitor) {
    return runs.run(study.figures(experiments.catalog(), seeds), monitor);
  }
}

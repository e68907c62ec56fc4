package io.smartt.study.search;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentLoader;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.run.SettingsCheck.IdleSetting;
import io.smartt.experiment.settings.AlgorithmRole;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.launch.LocalRunner;
import io.smartt.study.search.SearchResult.Trial;
import io.smartt.study.search.SearchResult.Trial.Candidate;
import io.smartt.study.sweep.FinishedRun;
import io.smartt.study.sweep.SweepRun;
import io.smartt.study.sweep.SweepRunner;
import io.smartt.study.sweep.SweepRunner.SweepMonitor;

/** Tries candidates by runs in this process; finished runs of an earlier process are found. */
public final class CandidateRuns implements Searcher.Evaluator {
  private final Search search;
  private final ExperimentLoader experiments;
  private final LocalRunner runner;
  private final SweepRunner sweeper;
  private final WholeSearch monitor;
  private final List<Map<String, String>> tasks;
  private final Map<Map<String, String>, SettingsCatalog> catalogs = new HashMap<>();

  /**
   * @param runner of single experiments, of many with common settings
   * @param sweeper of several side by side
   */
  public CandidateRuns(
      Search search,
      ExperimentLoader experiments,
      LocalRunner runner,
      SweepRunner sweeper,
      WholeSearch monitor) {
    this.search = search;
    this.experiments = experiments;
    this.runner = runner;
    this.sweeper = sweeper;
    this.monitor = monitor;
    this.tasks = search.tasks();
  }

  /**
   * Refuses what holds for all candidates: a task that cannot be, or a setting that nothing acts on
   * in any run.
   *
   * @param candidates that are to be tried
   */
  public void check(List<Candidate> candidates) {
    List<SweepRun> base = tasks.stream().map(task -> run(Candidate.DEFAULT, task)).toList();
    base.stream().map(SweepRun::spec).forEach(runner::check);
    List<SweepRun> all = new ArrayList<>(base);
    for (Candidate candidate : candidates) {
      for (Map<String, String> task : scenarios()) {
        try {
          all.add(run(candidate, task));
        } catch (UserInputException e) {
          // A result of the candidate's, which its trial has.
        }
      }
    }
    sweeper.requireActing(all);
    for (String key : search.varied().keySet()) {
      if (candidates.stream().noneMatch(candidate -> candidate.point().containsKey(key))) {
        throw new UserInputException(
            "vary " + key + ": nothing acts on it in any of the candidates");
      }
    }
  }

  /** Returns what of a candidate's settings acts in a scenario, or is what it cannot be. */
  public Map<String, String> acting(Map<String, String> point) {
    Map<String, String> known = new LinkedHashMap<>(point);
    try {
      SettingsCatalog catalog = catalog(values(point, Map.of()));
      known.keySet().removeIf(key -> !catalog.has(key));
      Map<String, String> idle = new TreeMap<>(known);
      for (Map<String, String> task : scenarios()) {
        Set<String> here =
            runner.idle(spec(known, task)).stream()
                .map(IdleSetting::key)
                .collect(Collectors.toSet());
        idle.keySet().retainAll(here);
      }
      known.keySet().removeAll(idle.keySet());
      return known;
    } catch (UserInputException e) {
      // It is tried, and what is wrong is its result.
      return known;
    }
  }

  /** The tasks with the first of the seeds. */
  public List<Map<String, String>> scenarios() {
    String seed = SettingKeys.SEED.name();
    return tasks.stream()
        .filter(task ->
            !task.containsKey(seed)
                || task.getOrDefault(seed, "").equals(tasks.getFirst().getOrDefault(seed, "")))
        .toList();
  }

  public SweepRun run(Candidate candidate, Map<String, String> task) {
    Map<String, String> point = new LinkedHashMap<>(candidate.point());
    point.putAll(task);
    return new SweepRun(point, spec(candidate.point(), task));
  }

  private ExperimentSpec spec(Map<String, String> point, Map<String, String> task) {
    Map<String, String> values = values(point, task);
    // Settings of an algorithm of the user's that this candidate does not use are none of its.
    SettingsCatalog catalog = catalog(values);
    values.keySet().removeIf(key -> !catalog.has(key) && search.catalog().has(key));
    return experiments.load(search.profile(), values, List.of(), false);
  }

  private SettingsCatalog catalog(Map<String, String> values) {
    Map<String, String> algorithms = new TreeMap<>(values);
    algorithms.keySet().removeIf(key -> AlgorithmRole.of(key).isEmpty());
    return catalogs.computeIfAbsent(algorithms, own -> experiments.catalog(search.profile(), own));
  }

  private Map<String, String> values(Map<String, String> point, Map<String, String> task) {
    Map<String, String> values = new LinkedHashMap<>(search.settings());
    values.putAll(point);
    values.putAll(task);
    return values;
  }

  @Override
  public List<Trial> evaluate(List<Trial> trials, int upTo) {
    // What fails on the first task takes no time on the others.
    return more(more(trials, 1), upTo);
  }

  private List<Trial> more(List<Trial> trials, int upTo) {
    Map<Integer, Trial> known = new TreeMap<>();
    Map<Integer, List<SweepRun>> wanted = new TreeMap<>();
    Map<Path, SweepRun> all = new LinkedHashMap<>();
    for (Trial trial : trials) {
      int number = trial.candidate().number();
      known.put(number, trial);
      if (trial.failure().isPresent()) {
        continue;
      }
      try {
        List<SweepRun> runs = new ArrayList<>();
        for (Map<String, String> task : tasks.subList(Math.min(upTo, trial.runs().size()), upTo)) {
          SweepRun run = run(trial.candidate(), task);
          runner.check(run.spec());
          runs.add(run);
        }
        wanted.put(number, runs);
        runs.forEach(run -> all.putIfAbsent(sweeper.folder(run), run));
      } catch (UserInputException e) {
        known.put(number, trial.refused(String.valueOf(e.getMessage())));
      }
    }
    Map<Path, FinishedRun> finished = new LinkedHashMap<>();
    monitor.nextBatch();
    sweeper.run(List.copyOf(all.values()), monitor).forEach(run -> finished.put(run.folder(), run));
    wanted.forEach((number, runs) ->
        known.computeIfPresent(
            number,
            (_, trial) ->
                trial.with(
                    runs.stream()
                        .map(sweeper::folder)
                        .takeWhile(finished::containsKey)
                        .flatMap(folder -> Stream.ofNullable(finished.get(folder)))
                        .toList())));
    return trials.stream()
        .map(trial -> known.getOrDefault(trial.candidate().number(), trial))
        .toList();
  }

  /** Tells a monitor of a whole search how far it is, though its runs come in several batches. */
  public static final class WholeSearch implements SweepMonitor {
    private final SweepMonitor target;
    private final int total;
    private State batch = new State(0, 0, 0, 0);
    private int doneBefore;
    private int earlierBefore;

    /**
     * @param target of the reports
     * @param total runs of the search, at most
     */
    public WholeSearch(SweepMonitor target, int total) {
      this.target = target;
      this.total = total;
    }

    @Override
    public synchronized void progress(State state) {
      target.progress(whole(state));
    }

    @Override
    public synchronized void finished(FinishedRun run, State state) {
      target.finished(run, whole(state));
    }

    @Override
    public boolean interrupted() {
      return target.interrupted();
    }

    /** Begins the next batch; what was done of the one before counts on. */
    synchronized void nextBatch() {
      doneBefore += batch.done();
      earlierBefore += batch.earlier();
      batch = new State(0, 0, 0, 0);
    }

    private State whole(State state) {
      batch = state;
      int done = doneBefore + state.done();
      return new State(
          done, earlierBefore + state.earlier(), Math.max(done, total), state.running());
    }
  }
}

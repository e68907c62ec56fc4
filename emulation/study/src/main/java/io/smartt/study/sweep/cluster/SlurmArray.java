package io.smartt.study.sweep.cluster;

import module java.base;

import io.smartt.base.concurrent.EndedProgram;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.output.WholeFile;
import io.smartt.experiment.SpecOrigin;

/**
 * A job array of Slurm: each task has a list of runs. All nodes see the sweep's folder by the same
 * path, as Slurm's own output files need it. After {@code sbatch(1)} and {@code squeue(1)} of Slurm
 * 22.05.
 */
public final class SlurmArray implements SweepExecutor {
  /** Asking the controller more often would be a load on it where many do so. */
  private static final Duration LEAST_WAIT = Duration.ofSeconds(2);

  private final Path folder;
  private final TaskLists lists;
  private final List<String> worker;
  private final List<String> options;
  private final List<String> more;
  private final int tasks;
  private String job = "";

  /**
   * @param folder of the sweep
   * @param worker the words that start {@code smartt} on a node
   * @param options of sbatch, as the user wrote them
   * @param tasks of the array at most
   * @param more words for the worker
   */
  public SlurmArray(
      Path folder, List<String> worker, List<String> options, int tasks, List<String> more) {
    this.folder = folder.toAbsolutePath();
    lists = new TaskLists(this.folder);
    this.worker = worker;
    this.options = options;
    this.more = more;
    this.tasks = tasks;
  }

  @Override
  public void start(List<String> runs) {
    int count = lists.write(runs, tasks, 1);
    Path script = logs().resolve("array.sh");
    try {
      Files.writeString(script, script());
    } catch (IOException e) {
      throw WholeFile.cannotWrite(script, e);
    }
    List<String> command =
        new ArrayList<>(
            List.of(
                "sbatch",
                "--parsable",
                "--job-name=smartt",
                "--array=1-" + count,
                "--output=" + logs().resolve("task-%a.log"),
                // A node that fails gives its tasks back.
                "--requeue",
                "--open-mode=append"));
    command.addAll(options);
    command.add(script.toString());
    EndedProgram answer = call(command);
    if (answer.status() != 0) {
      throw new RunFailedException("sbatch refused the sweep: " + answer.said().strip());
    }
    // With several clusters it is "id;cluster"; what it warns of comes before.
    job = answer.said().strip().lines().reduce("", (_, last) -> last).replaceFirst(";.*", "");
  }

  @Override
  public boolean await(Duration time) throws InterruptedException {
    Thread.sleep(time.compareTo(LEAST_WAIT) < 0 ? LEAST_WAIT : time);
    EndedProgram queue =
        call(List.of("squeue", "--noheader", "--array", "--jobs=" + job, "--format=%T"));
    if (queue.status() == 0) {
      return queue.said().isBlank();
    }
    // It forgets jobs some minutes after their end. A controller that does not answer is no end.
    return queue.said().contains("Invalid job id");
  }

  @Override
  public void cancel() {
    call(List.of("scancel", job));
  }

  @Override
  public String trouble() {
    return "the last job was " + job + ", its logs are " + logs().resolve("task-*.log");
  }

  private Path logs() {
    return lists.folder();
  }

  private String script() {
    return """
    #!/bin/sh
    # A task of a sweep's job array; 'smartt sweep --on slurm' wrote it.
    exec %s sweep work %s --only %s/%s --jobs "${SLURM_CPUS_PER_TASK:-1}"%s
    """
        .formatted(
            worker.stream().map(SpecOrigin::quoted).collect(Collectors.joining(" ")),
            SpecOrigin.quoted(folder.toString()),
            SpecOrigin.quoted(logs().toString()),
            lists.name("\"$SLURM_ARRAY_TASK_ID\""),
            more.stream().map(word -> " " + SpecOrigin.quoted(word)).collect(Collectors.joining()));
  }

  private static EndedProgram call(List<String> command) {
    try {
      return EndedProgram.of(command, List.of(), command.getFirst() + " ran");
    } catch (IOException e) {
      throw new RunFailedException(
          command.getFirst() + " does not run here; Slurm's client commands are needed", e);
    }
  }
}

package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.concurrent.OwnProgram;
import io.smartt.base.input.UserInputException;
import io.smartt.study.sweep.cluster.ClusterSweep;
import io.smartt.study.sweep.cluster.SlurmArray;
import io.smartt.study.sweep.cluster.SshHosts;
import io.smartt.study.sweep.cluster.SshWorker;
import io.smartt.study.sweep.cluster.SweepExecutor;
import io.smartt.switchd.console.Console;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say where the runs of a sweep are done. */
final class ClusterOptions {
  private static final String SLURM = "slurm";
  private static final String KUBERNETES = "kubernetes";
  private static final String SSH = "ssh:";

  @Option(
      names = "--on",
      paramLabel = "slurm|kubernetes|ssh:HOST,...",
      description = "Runs on a cluster or on machines of a lab. Default: in this process.")
  private @Nullable String on;

  @Option(
      names = "--sbatch",
      paramLabel = "OPTION",
      description = "For --on slurm: an option of sbatch, such as --sbatch=--mem=2G. Repeatable.")
  private List<String> sbatch = new ArrayList<>();

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description = "For --on slurm and kubernetes: tasks at most. Default: ${DEFAULT-VALUE}.")
  private int tasks = 16;

  @Option(
      names = "--ssh",
      paramLabel = "COMMAND",
      description = "For --on ssh: the words before the host. Default: ${DEFAULT-VALUE}.")
  private String ssh = "ssh -o BatchMode=yes";

  @Option(
      names = "--worker",
      paramLabel = "COMMAND",
      description = "What starts smartt there. Default: smartt by ssh, this program with Slurm.")
  private @Nullable String worker;

  @Mixin private KubernetesOptions kubernetes = new KubernetesOptions();

  /**
   * Returns where --on says; empty for this process.
   *
   * @param folder of the sweep
   * @param jobs runs at a time as the user said it; null for as many as a machine has cores
   * @param limit of the time that a run may take
   */
  Optional<ClusterSweep> elsewhere(
      Path folder, Optional<Integer> jobs, Optional<Duration> limit, Console console) {
    OptionalInt own = jobs.stream().mapToInt(Integer::intValue).findFirst();
    Consumer<String> say = text -> console.err().println("smartt: " + text);
    List<String> more =
        limit.map(time -> List.of("--limit", String.valueOf(time.toSeconds()))).orElse(List.of());
    return site(folder, own, more, say)
        .map(site -> new ClusterSweep(folder.resolve("runs"), site, say));
  }

  private Optional<SweepExecutor> site(
      Path folder, OptionalInt jobs, List<String> more, Consumer<String> say) {
    String where = on;
    if (where == null) {
      return Optional.empty();
    }
    if (where.equals(SLURM)) {
      requireTasks(jobs, "a task of Slurm", "--sbatch=--cpus-per-task=");
      return Optional.of(new SlurmArray(folder, command(), sbatch, tasks, more));
    }
    if (where.equals(KUBERNETES)) {
      requireTasks(jobs, "a pod", "--pod-cores ");
      return Optional.of(kubernetes.site(folder, tasks, more, say));
    }
    List<String> hosts =
        where.startsWith(SSH) ? List.of(where.substring(SSH.length()).split(",", -1)) : List.of();
    // A host that begins with a hyphen would be an option of ssh.
    if (hosts.isEmpty()
        || hosts.stream().anyMatch(host -> host.isBlank() || host.startsWith("-"))) {
      throw new UserInputException(
          "--on " + where + ": write slurm, kubernetes, or ssh: with hosts, such as ssh:lab1,lab2");
    }
    SshWorker remote =
        new SshWorker(
            List.of(ssh.strip().split("\\s+", -1)), worker == null ? "smartt" : worker, jobs, more);
    return Optional.of(new SshHosts(folder, hosts, remote, say));
  }

  private void requireTasks(OptionalInt jobs, String task, String option) {
    if (tasks < 1) {
      throw new UserInputException("--tasks " + tasks + ": write 1 or more");
    }
    if (jobs.isPresent()) {
      throw new UserInputException(
          "--jobs: %s runs as many at a time as it has cores; write %s%d"
              .formatted(task, option, jobs.getAsInt()));
    }
  }

  private List<String> command() {
    if (worker != null) {
      return List.of(worker.strip().split("\\s+", -1));
    }
    return OwnProgram.command(ManagementFactory.getRuntimeMXBean().getInputArguments(), List.of());
  }
}

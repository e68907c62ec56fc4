package io.smartt.emulation.cli.run;

import io.smartt.emulation.cli.console.Console;
import io.smartt.emulation.concurrent.OwnProgram;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.sweep.cluster.RemoteWorker;
import io.smartt.emulation.sweep.cluster.Site;
import io.smartt.emulation.sweep.cluster.SlurmArray;
import io.smartt.emulation.sweep.cluster.SshHosts;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the runs of a sweep are done. */
final class ClusterOptions {
  private static final String SLURM = "slurm";
  private static final String SSH = "ssh:";

  @Option(
      names = "--on",
      paramLabel = "slurm|ssh:HOST,...",
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
      description = "For --on slurm: tasks of the job array. Default: ${DEFAULT-VALUE}.")
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

  /** Where --on says; empty for this process. */
  Optional<Site> site(Path folder, OptionalInt jobs, Console console) {
    String where = on;
    if (where == null) {
      return Optional.empty();
    }
    if (where.equals(SLURM)) {
      if (tasks < 1) {
        throw new UserInputException("--tasks " + tasks + ": write 1 or more");
      }
      if (jobs.isPresent()) {
        throw new UserInputException(
            "--jobs: a task of Slurm runs as many at a time as it has cores; write"
                + " --sbatch=--cpus-per-task="
                + jobs.getAsInt());
      }
      return Optional.of(new SlurmArray(folder, command(), sbatch, tasks));
    }
    List<String> hosts =
        where.startsWith(SSH) ? List.of(where.substring(SSH.length()).split(",", -1)) : List.of();
    // A host that begins with a hyphen would be an option of ssh.
    if (hosts.isEmpty()
        || hosts.stream().anyMatch(host -> host.isBlank() || host.startsWith("-"))) {
      throw new UserInputException(
          "--on " + where + ": write slurm, or ssh: with hosts, such as ssh:lab1,lab2");
    }
    RemoteWorker remote =
        new RemoteWorker(
            List.of(ssh.strip().split("\\s+", -1)), worker == null ? "smartt" : worker, jobs);
    return Optional.of(
        new SshHosts(folder, hosts, remote, text -> console.err().println("smartt: " + text)));
  }

  /**
   * Refuses --on.
   *
   * @param what cannot be done there
   */
  void refuse(String what) {
    if (on != null) {
      throw new UserInputException("--on: not for " + what + " yet");
    }
  }

  private List<String> command() {
    if (worker != null) {
      return List.of(worker.strip().split("\\s+", -1));
    }
    return OwnProgram.command(ManagementFactory.getRuntimeMXBean().getInputArguments(), List.of());
  }
}

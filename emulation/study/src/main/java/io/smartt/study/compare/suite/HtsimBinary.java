package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.concurrent.SearchPath;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FolderTree;
import io.smartt.base.input.Sha256;
import io.smartt.base.output.WholeFile;

/**
 * The reference simulator's program, where this machine has it. What it printed of finished flows
 * is kept in a folder and read from there the next time.
 */
public record HtsimBinary(Path program, Path folder, Watch watch) {
  /** The watcher of the program. */
  public interface Watch {
    void begins(SuiteExperiment experiment);

    /** Returns whether the user asked to stop. */
    boolean interrupted();
  }

  /**
   * Looks for it.
   *
   * @param folder that has or gets its results
   * @param watch of its runs
   */
  public static Optional<HtsimBinary> find(SearchPath path, Path folder, Watch watch) {
    return path.find(SuiteReader.BINARY)
        .map(file -> new HtsimBinary(file.toAbsolutePath(), folder, watch));
  }

  /**
   * Runs an experiment, unless its result is there.
   *
   * @return the flows that finished; empty if the user interrupted
   * @throws RunFailedException if the program fails
   */
  Optional<FinishTimes> run(SuiteExperiment experiment, String seed) {
    List<String> arguments = arguments(experiment, seed);
    return RunFailedException.saying("cannot run " + program)
        .get(() -> {
          Path result = folder.resolve(experiment.number() + "-" + hash(arguments) + ".txt");
          if (Files.isRegularFile(result)) {
            return Optional.of(flows(Files.readAllLines(result)));
          }
          if (watch.interrupted()) {
            return Optional.empty();
          }
          watch.begins(experiment);
          Files.createDirectories(folder);
          List<String> lines = new ArrayList<>();
          if (!run(arguments, lines)) {
            return Optional.empty();
          }
          WholeFile.write(result, out -> out.write(String.join("\n", lines) + "\n"));
          return Optional.of(flows(lines));
        });
  }

  private static List<String> arguments(SuiteExperiment experiment, String seed) {
    List<String> arguments = new ArrayList<>(List.of("-tm", experiment.matrix().toString()));
    for (String word : experiment.options()) {
      // Names of files count from the suite's folder, but the program runs in one of its own.
      boolean file = arguments.getLast().equals("-topo");
      arguments.add(file ? experiment.folder().resolve(word).toString() : word);
    }
    arguments.addAll(List.of("-seed", seed));
    return arguments;
  }

  /** A hash of all that the result follows from. */
  private String hash(List<String> arguments) throws IOException {
    MessageDigest digest = Sha256.digest();
    digest.update(
        (Files.size(program) + " " + Files.getLastModifiedTime(program) + "\n")
            .getBytes(StandardCharsets.UTF_8));
    for (String word : arguments) {
      digest.update((word + "\n").getBytes(StandardCharsets.UTF_8));
      if (Files.isRegularFile(Path.of(word))) {
        digest.update(Files.readAllBytes(Path.of(word)));
      }
    }
    return Sha256.hex(digest, 6);
  }

  private static FinishTimes flows(List<String> lines) {
    return new FinishTimes(
        lines.stream().map(FinishTimes::ofLine).flatMap(Optional::stream).toList());
  }

  /** Runs the program in a folder of its own, which it leaves files in. */
  private boolean run(List<String> arguments, List<String> finished) throws IOException {
    Path scratch = Files.createTempDirectory(folder, "run");
    try {
      return run(arguments, scratch, finished);
    } finally {
      FolderTree.delete(scratch);
    }
  }

  private boolean run(List<String> arguments, Path scratch, List<String> finished)
      throws IOException {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(arguments);
    Process process =
        new ProcessBuilder(command).directory(scratch.toFile()).redirectErrorStream(true).start();
    String last = "";
    try (BufferedReader out = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = out.readLine(); line != null; line = out.readLine()) {
        if (watch.interrupted()) {
          return false;
        }
        last = line;
        if (FinishTimes.ofLine(line).isPresent()) {
          finished.add(line);
        }
      }
      int status = process.waitFor();
      if (status != 0) {
        throw new RunFailedException(
            String.join(" ", command) + " ended with status " + status + ": " + last);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      process.destroyForcibly();
    }
  }
}

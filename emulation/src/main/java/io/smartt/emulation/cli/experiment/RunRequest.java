package io.smartt.emulation.cli.experiment;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the user asked {@code smartt run} for, as typed.
 *
 * @param profile name of a profile or path of its file
 * @param options settings that have an option of their own and were given, by their key in profiles
 * @param assignments of {@code --set}, in the order given
 * @param capture whether to write a packet trace
 * @param out the run folder, if the user named one
 * @param threads most threads of the virtual fabric
 * @param experiment an earlier run's folder or {@code experiment.yaml}, to run again instead of a
 *     profile
 * @param force whether a result in the run folder is replaced
 */
public record RunRequest(
    String profile,
    Map<String, String> options,
    List<String> assignments,
    boolean capture,
    Optional<Path> out,
    int threads,
    Optional<Path> experiment,
    boolean force) {

  /** With copies. */
  public RunRequest {
    options = Map.copyOf(options);
    assignments = List.copyOf(assignments);
  }
}

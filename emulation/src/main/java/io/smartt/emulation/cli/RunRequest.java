package io.smartt.emulation.cli;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;

/**
 * What the user asked {@code smartt run} for, as typed; what was not typed is empty and left to the
 * profile.
 *
 * @param profile name of a profile or path of its file
 * @param topology name of a topology or path of a {@code .topo} file
 * @param workload such as {@code incast:15x4MiB}, or path of a {@code .cm} file
 * @param scheme congestion control
 * @param loadBalancer path selection
 * @param trimming who trims
 * @param constants whose constants
 * @param seed of all randomness
 * @param settings of {@code --set}, in the order typed
 * @param capture whether to write a packet trace
 * @param out the run folder
 */
public record RunRequest(
    Optional<String> profile,
    Optional<String> topology,
    Optional<String> workload,
    Optional<String> scheme,
    Optional<String> loadBalancer,
    Optional<String> trimming,
    Optional<String> constants,
    OptionalLong seed,
    SequencedMap<String, String> settings,
    boolean capture,
    Optional<Path> out) {

  /** With a copy of the settings that keeps their order. */
  public RunRequest {
    settings = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(settings));
  }
}

package io.smartt.realtime.docker;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.base.input.FileErrors;
import io.smartt.realtime.containers.RunSecrets;

/**
 * Files of a container that one file describes: they are in its environment, and {@code smartt
 * unpack} writes them before the container's own command begins.
 */
final class UnpackedFiles {
  private UnpackedFiles() {}

  /**
   * Returns what the container runs.
   *
   * @param waits options of {@code smartt unpack}
   * @param arguments of the command of {@code smartt} that comes after it
   */
  static List<String> command(List<String> waits, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("unpack"));
    all.addAll(waits);
    all.addAll(List.of(RunSecrets.FOLDER, "--"));
    all.addAll(arguments);
    return all;
  }

  /** The variables that have the files and the token. */
  static Map<String, String> environment(Map<String, String> files, RunSecrets secrets) {
    Map<String, String> environment = new LinkedHashMap<>();
    String json = FileErrors.get(() -> new ObjectMapper().writeValueAsString(files));
    // Those who read the file put variables in for dollar signs, and templates for braces.
    environment.put("SMARTT_FILES", json.replace("$", "\\u0024").replace("{{", "{\\u007b"));
    environment.put("SMARTT_AGENT_TOKEN", secrets.token().text());
    return environment;
  }
}

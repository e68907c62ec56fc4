package io.smartt.study.paper;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.experiment.report.WholeFile;

/** The command that made figures, as a list of its arguments in their folder. */
public final class PaperCommandFile {
  /** End of its name, which is that of the claims' files before. */
  public static final String ENDING = ".command.json";

  private PaperCommandFile() {}

  /**
   * Writes it.
   *
   * @param claims name of the claims' files, without extension
   * @param arguments of {@code smartt}, without {@code --out}
   */
  public static void write(Path folder, String claims, List<String> arguments) {
    WholeFile.write(
        folder.resolve(claims + ENDING),
        out -> {
          try {
            out.write(new ObjectMapper().writeValueAsString(arguments) + "\n");
          } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
          }
        });
  }
}

package io.smartt.emulation.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.RunFailedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code smartt unpack}: the first service of a Compose file lays out files for the others. */
@Command(
    name = "unpack",
    hidden = true,
    header = "Writes the files of the variable SMARTT_FILES (JSON, content by name) to a folder.")
final class UnpackCommand implements Callable<Integer> {
  private static final String VARIABLE = "SMARTT_FILES";

  @Parameters(paramLabel = "DIR", description = "The folder.")
  private Path folder = Path.of(".");

  @Override
  public Integer call() {
    try {
      Map<String, String> files =
          new ObjectMapper()
              .readValue(System.getenv().getOrDefault(VARIABLE, "{}"), new TypeReference<>() {});
      Files.createDirectories(folder);
      for (Map.Entry<String, String> file : files.entrySet()) {
        Files.writeString(folder.resolve(file.getKey()), file.getValue());
      }
      return 0;
    } catch (JsonProcessingException e) {
      throw new UserInputException(VARIABLE + ": is not JSON: " + e.getOriginalMessage(), e);
    } catch (IOException e) {
      throw new RunFailedException(folder + " cannot be written: " + e, e);
    }
  }
}

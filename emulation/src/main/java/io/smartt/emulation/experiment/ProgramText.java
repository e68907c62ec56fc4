package io.smartt.emulation.experiment;

import io.smartt.emulation.failure.RunFailedException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** A P4 program in {@code experiment.yaml}: the texts of p4c's two files. */
final class ProgramText {
  static final String FILE = "program.file";
  static final String JSON = "program.json";
  static final String P4INFO = "program.p4info";

  private static final String ENDING = ".json";

  private ProgramText() {}

  /** Returns the value of {@code program}: a packed program's name, or the texts of its files. */
  static Object of(String program) {
    if (!program.endsWith(ENDING) || !Files.isRegularFile(Path.of(program))) {
      return program;
    }
    Path json = Path.of(program);
    Map<String, Object> parts = new LinkedHashMap<>();
    parts.put("file", String.valueOf(json.getFileName()));
    parts.put("json", SwitchProgram.text(json));
    parts.put("p4info", SwitchProgram.text(SwitchProgram.p4Info(program)));
    return parts;
  }

  /**
   * Writes the files where switches and controllers find them.
   *
   * @return the path of the JSON, removed at the end of the process
   */
  static String unpacked(String name, String json, String p4Info) {
    try {
      Path folder = Files.createTempDirectory("smartt-program");
      Path file = folder.resolve(String.valueOf(Path.of(name).getFileName()));
      Path info = SwitchProgram.p4Info(file.toString());
      folder.toFile().deleteOnExit();
      file.toFile().deleteOnExit();
      info.toFile().deleteOnExit();
      Files.writeString(file, json, StandardCharsets.UTF_8);
      Files.writeString(info, p4Info, StandardCharsets.UTF_8);
      return file.toString();
    } catch (IOException e) {
      throw new RunFailedException("cannot unpack program " + name + ": " + e.getMessage(), e);
    }
  }
}

package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link SwitchProgram} with files that are no programs. */
@Timeout(60)
class SwitchProgramTest {
  @TempDir private Path folder;

  /** It is named itself, and not the P4Info that is missing too. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[1]", "no JSON", "{\"pipelines\": 3}"})
  void aFileThatIsNoProgramIsNamed(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("prog.json"), text);

    assertThatThrownBy(() -> SwitchProgram.load(file.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(file + ": is not the JSON that p4c writes for BMv2");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Path json = folder.resolve("prog.json");

    assertThatThrownBy(() -> SwitchProgram.load(json.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(json + ": no such file");

    Files.writeString(json, "{\"pipelines\": []}");
    assertThatThrownBy(() -> SwitchProgram.load(json.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(folder.resolve("prog.p4info.txtpb") + ": no such file");
  }
}

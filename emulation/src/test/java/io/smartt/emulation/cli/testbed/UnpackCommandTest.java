package io.smartt.emulation.cli.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Tests of {@link UnpackCommand}. */
class UnpackCommandTest {
  private final List<String> ran = new ArrayList<>();
  @TempDir private Path temp;

  private Integer unpack(String files, String... args) {
    UnpackCommand command =
        new UnpackCommand(
            line -> {
              ran.addAll(List.of(line));
              return 7;
            },
            Map.of("SMARTT_FILES", files));
    new CommandLine(command).parseArgs(args);
    return command.call();
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void filesAreForTheirOwnerAlone() throws IOException {
    Path folder = temp.resolve("secrets");

    assertThat(unpack("{\"node-key.pem\":\"K\",\"ca.pem\":\"C\"}", folder.toString(), "agent"))
        .isEqualTo(7);

    assertThat(ran).containsExactly("agent");
    assertThat(folder.resolve("node-key.pem")).hasContent("K");
    assertThat(folder.resolve("ca.pem")).hasContent("C");
    assertThat(
            PosixFilePermissions.toString(
                Files.getPosixFilePermissions(folder.resolve("node-key.pem"))))
        .isEqualTo("rw-------");
  }

  @ParameterizedTest
  @ValueSource(strings = {"..", "../x", "a/b", "/etc/passwd", "", "."})
  void aNameThatLeadsElsewhereIsRefused(String name) {
    assertThatThrownBy(() -> unpack("{\"" + name + "\":\"K\"}", temp.resolve("in").toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("SMARTT_FILES: '" + name + "' is no file name");
    assertThat(temp.resolve("x")).doesNotExist();
  }
}

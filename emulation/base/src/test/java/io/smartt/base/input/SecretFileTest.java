package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link SecretFile}. */
class SecretFileTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void whatItWritesItReads() throws IOException {
    Path file = folder.resolve("token");
    SecretFile.write(file, "secret\n");
    assertThat(SecretFile.read(file)).isEqualTo("secret");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-r--r--", "rw-r-----", "rw----r--", "rw--w----", "r-------x"})
  void aFileOfSeveralIsNoSecret(String rights) throws IOException {
    Path file = folder.resolve("token");
    SecretFile.write(file, "secret");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    // Also by another name: the rights of a link say nothing.
    Path link = Files.createSymbolicLink(folder.resolve("link"), file);
    for (Path named : new Path[] {file, link}) {
      assertThatThrownBy(() -> SecretFile.read(named))
          .isInstanceOf(UserInputException.class)
          .hasMessage(
              "%s: others than its owner can read or write it (%s); run 'chmod 600 %s', and change"
                  + " the secret if others may have it",
              named, rights, named);
    }
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--------"));
    assertThat(SecretFile.read(link)).isEqualTo("secret");
  }
}

package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.smartt.base.failure.RunFailedException;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link FileErrors} with what the file system throws. */
@Timeout(60)
class FileErrorsTest {
  @TempDir private Path folder;

  private static void listAll(Path folder) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
      all.forEach(one -> {});
    }
  }

  @Test
  void theReasonIsInWordsAndHasNoClassName() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");

    assertThat(reason(() -> Files.createFile(folder.resolve("none/x"))))
        .isEqualTo("there is no such file or folder");
    assertThat(reason(() -> Files.createFile(file))).isEqualTo(file + " is in the way");
    assertThat(reason(() -> Files.createFile(file.resolve("x")))).isEqualTo("Not a directory");
    assertThat(reason(() -> listAll(file))).isEqualTo(file + " is not a folder");
    assertThat(reason(() -> Files.delete(folder)))
        .isEqualTo(folder + " is a folder with files in it");
  }

  @Test
  void anotherErrorHasItsMessageOrElseItsName() {
    assertThat(FileErrors.reason(new IOException("No space left on device")))
        .isEqualTo("No space left on device");
    assertThat(FileErrors.reason(new EOFException())).isEqualTo("it ends too early");
    assertThat(FileErrors.reason(new IOException())).isEqualTo("IOException");
  }

  @Test
  void aFailureSaysWhatCouldNotBeDoneAndWhy() {
    Path none = folder.resolve("none");

    assertThatThrownBy(
            () -> RunFailedException.saying("cannot remove it").run(() -> Files.delete(none)))
        .isInstanceOf(RunFailedException.class)
        .hasMessage("cannot remove it: there is no such file or folder")
        .hasCauseInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> FileErrors.input("bad input").get(() -> Files.readString(none)))
        .isInstanceOf(UserInputException.class)
        .hasMessage("bad input: there is no such file or folder");
  }

  @Test
  void whatNothingShouldRefuseIsUnchecked() {
    Path none = folder.resolve("none");

    assertThat(FileErrors.get(() -> "value")).isEqualTo("value");
    assertThatThrownBy(() -> FileErrors.run(() -> Files.delete(none)))
        .isInstanceOf(UncheckedIOException.class)
        .hasCauseInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> FileErrors.get(() -> Files.readString(none)))
        .isInstanceOf(UncheckedIOException.class);
  }

  private static String reason(ThrowingCallable code) {
    return FileErrors.reason(catchThrowableOfType(IOException.class, code));
  }
}

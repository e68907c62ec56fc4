package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link OutPlace}. */
@Timeout(30)
class OutPlaceTest {
  @TempDir private Path folder;

  @Test
  void aPlaceThatCanBeMadeIsTakenAndNothingIsLeft() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    for (Path place : new Path[] {folder, folder.resolve("a/b/c"), Path.of("x"), Path.of(".")}) {
      assertThatCode(() -> OutPlace.require(place, true)).doesNotThrowAnyException();
    }
    for (Path place : new Path[] {file, folder.resolve("a/b/c"), Path.of("x")}) {
      assertThatCode(() -> OutPlace.require(place, false)).doesNotThrowAnyException();
    }
    assertThat(folder).isDirectoryContaining(there -> there.equals(file));
    assertThat(folder.toFile().list()).hasSize(1);
  }

  @Test
  void aFileWhereAFolderIsToBeIsRefusedAndTheOtherWayRound() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));

    assertThatThrownBy(() -> OutPlace.require(file, true))
        .isInstanceOf(UserInputException.class)
        .hasMessage(file + " is a file, not a folder");
    assertThatThrownBy(() -> OutPlace.require(folder, false))
        .isInstanceOf(UserInputException.class)
        .hasMessage(folder + " is a folder, not a file");
  }

  @Test
  void aPlaceBelowAFileIsRefused() throws IOException {
    Path place = Files.createFile(folder.resolve("file")).resolve("run");

    assertThatThrownBy(() -> OutPlace.require(place, true))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("nothing can be written at " + place + ": ");
  }

  /** Even root, who has all rights there, cannot make anything in it. */
  @Test
  void aFileSystemOfTheKernelIsRefused() {
    Path place = Path.of("/proc/smartt-run");
    assumeTrue(Files.isDirectory(Path.of("/proc/self")), "needs /proc");

    assertThatThrownBy(() -> OutPlace.require(place, true))
        .isInstanceOf(UserInputException.class)
        .hasMessageStartingWith("nothing can be written at " + place + ": ");
  }
}

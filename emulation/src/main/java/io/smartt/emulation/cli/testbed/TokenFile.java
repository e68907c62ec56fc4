package io.smartt.emulation.cli.testbed;

import io.smartt.emulation.input.UserInputException;
import io.smartt.host.agent.daemon.BearerToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The option {@code --token-file} of a daemon, or the variable that stands for it. */
final class TokenFile {
  private TokenFile() {}

  /**
   * Returns the token.
   *
   * @throws UserInputException naming the file or variable that has none
   */
  static Optional<BearerToken> read(@Nullable Path file) {
    String text = System.getenv(BearerToken.VARIABLE);
    String where = BearerToken.VARIABLE;
    if (file != null) {
      where = "--token-file " + file;
      try {
        text = Files.readString(file).strip();
      } catch (IOException e) {
        throw new UserInputException(where + ": no such file, or it cannot be read", e);
      }
    }
    try {
      return Optional.ofNullable(text).map(BearerToken::new);
    } catch (IllegalArgumentException e) {
      throw new UserInputException(where + ": " + e.getMessage(), e);
    }
  }
}

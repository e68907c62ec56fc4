package io.smartt.view.live;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.certificates.SecretFile;

/**
 * The secret that a server's clients show.
 *
 * @param text letters, digits, '-' and '_'
 */
public record LiveToken(String text) {
  private static final int RANDOM_BYTES = 24;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9_-]{16,128}");

  /** Refuses one that can be guessed or has to be quoted somewhere. */
  public LiveToken {
    if (!FORM.matcher(text).matches()) {
      throw new UserInputException("a token has 16 to 128 letters, digits, '-' and '_'");
    }
  }

  /** A new one. */
  public static LiveToken random(SecureRandom random) {
    byte[] bytes = new byte[RANDOM_BYTES];
    random.nextBytes(bytes);
    return new LiveToken(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
  }

  /**
   * The one in a file, white space around it left out.
   *
   * @throws UserInputException naming the file
   */
  public static LiveToken of(Path file) {
    String text = SecretFile.read(file);
    try {
      return new LiveToken(text);
    } catch (UserInputException e) {
      throw e.at(file.toString());
    }
  }

  /** Returns whether a client shows this one; takes as long for every wrong one of its length. */
  public boolean is(Optional<String> shown) {
    return shown.isPresent()
        && MessageDigest.isEqual(
            text.getBytes(StandardCharsets.UTF_8), shown.get().getBytes(StandardCharsets.UTF_8));
  }

  /** Keeps the secret out of logs. */
  @Override
  public String toString() {
    return "LiveToken";
  }
}

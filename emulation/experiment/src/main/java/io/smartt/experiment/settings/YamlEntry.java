package io.smartt.experiment.settings;

import io.smartt.base.input.UserInputException;

/**
 * One scalar of a YAML file.
 *
 * @param key the keys above it and its own, with dots between them
 * @param text as it stands in the file
 * @param place file, line and column of the key
 */
public record YamlEntry(String key, String text, String place) {
  /** An error at this place. */
  public UserInputException error(String message) {
    return new UserInputException(place + ": " + message);
  }
}

package io.smartt.experiment.run;

import io.smartt.base.input.UserInputException;

/**
 * A setting that somebody changed and that nothing acts on.
 *
 * @param key name of the setting
 * @param text its value
 * @param why nothing acts on it, and what does
 */
public record IdleSetting(String key, String text, String why) {
  /** Returns the refusal. */
  public UserInputException refusal() {
    return new UserInputException(key + " is " + text + ", which changes nothing here: " + why);
  }
}

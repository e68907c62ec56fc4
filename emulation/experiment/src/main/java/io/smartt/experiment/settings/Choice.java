package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.NearNames;
import io.smartt.base.input.UserInputException;
import io.smartt.host.settings.RecordSettings;

/** A setting's value that is one of a few words. */
public interface Choice {
  /** The word, as the command line and profiles spell it: the constant's name, or another. */
  default String spelling() {
    return RecordSettings.spelling((Enum<?>) this);
  }

  /** Returns every word of a choice. */
  static <T extends Enum<T> & Choice> List<String> spellings(Class<T> choice) {
    return Arrays.stream(choice.getEnumConstants()).map(Choice::spelling).toList();
  }

  /** The value of a word; otherwise an error that names the accepted ones. */
  static <T extends Enum<T> & Choice> T parse(Class<T> choice, String text) {
    for (T value : choice.getEnumConstants()) {
      if (value.spelling().equals(text)) {
        return value;
      }
    }
    throw unknown(text, spellings(choice));
  }

  /** The error for a word that is not accepted. */
  static UserInputException unknown(String text, List<String> accepted) {
    return new UserInputException("'" + text + "' is not known, " + NearNames.hint(text, accepted));
  }
}

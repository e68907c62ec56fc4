package io.smartt.host.settings;

import java.util.List;

/**
 * Description of one setting for users.
 *
 * @param key as the user writes it: {@code max-window-bdps}
 * @param form of its text
 * @param words accepted, where the form is {@link Form#WORD}
 * @param defaultValue text of its default
 * @param meaning one sentence
 */
public record SettingInfo(
    String key, Form form, List<String> words, String defaultValue, String meaning) {
  /** The form of a setting's text. */
  public enum Form {
    /** A number with or without a fraction. */
    NUMBER,
    /** A whole number. */
    WHOLE,
    /** {@code true} or {@code false}. */
    FLAG,
    /** One of some words. */
    WORD,
    /** Any other text, which the record checks. */
    TEXT
  }
}

package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * One thing that a profile or {@code --set} can say.
 *
 * @param name with dots where a profile nests: {@code link.rate}
 * @param kind what its text must look like
 * @param defaultText the text that holds where the user sets none
 * @param meaning one sentence for people
 * @param reader from text to value; throws {@link UserInputException}
 * @param <T> its value
 */
public record SettingKey<T>(
    String name, Kind kind, String defaultText, String meaning, Function<String, T> reader) {

  /** The text of a setting that is optional and not given. */
  public static final String NONE = "none";

  /** Form of a setting's text; decides how the schema describes it. */
  public sealed interface Kind {
    /**
     * One of some words.
     *
     * @param list the words
     */
    record Words(List<String> list) implements Kind {}

    /**
     * One of some words, or a file or class of the user's with another algorithm.
     *
     * @param list the words
     */
    record WordsOrOwn(List<String> list) implements Kind {}

    /**
     * A number.
     *
     * @param whole whether it has no fraction
     */
    record Numeric(boolean whole) implements Kind {}

    /** {@code true} or {@code false}. */
    record Flag() implements Kind {}

    /** Path of a file, or {@link #NONE}; a profile means it relative to itself. */
    record File() implements Kind {}

    /** Any other text: a name, a quantity with its unit. */
    record Text() implements Kind {}
  }

  /** Refuses a text that has no value. */
  void check(String text) {
    Objects.requireNonNull(reader.apply(text), name);
  }

  /** Returns whether a text has the value of the default, however it is written. */
  public boolean isDefault(String text) {
    return text.equals(defaultText) || reader.apply(text).equals(reader.apply(defaultText));
  }

  /** Makes a key that takes one of the spellings of an enum. */
  public static <T extends Enum<T> & Choice> SettingKey<T> choice(
      String name, Class<T> type, String defaultText, String meaning) {
    return new SettingKey<>(
        name,
        new Kind.Words(Choice.spellings(type)),
        defaultText,
        meaning,
        text -> Choice.parse(type, text));
  }

  /** Makes a key that takes one of the values that have names. */
  public static <T> SettingKey<T> oneOf(
      String name,
      List<T> values,
      Function<T, String> spelling,
      String defaultText,
      String meaning) {
    List<String> words = values.stream().map(spelling).toList();
    return new SettingKey<>(
        name,
        new Kind.Words(words),
        defaultText,
        meaning,
        text -> {
          int index = words.indexOf(text);
          if (index < 0) {
            throw Choice.unknown(text, words);
          }
          return values.get(index);
        });
  }

  /** The words that it accepts, if it is a choice; otherwise none. */
  public List<String> words() {
    return switch (kind) {
      case Kind.Words(List<String> list) -> list;
      case Kind.WordsOrOwn(List<String> list) -> list;
      default -> List.of();
    };
  }

  /** Makes a key that takes any text its reader takes. */
  public static <T> SettingKey<T> text(
      String name, String defaultText, String meaning, Function<String, T> reader) {
    return new SettingKey<>(name, new Kind.Text(), defaultText, meaning, reader);
  }

  /** Makes a key that takes the path of a file, or {@link #NONE}. */
  public static SettingKey<String> file(String name, String meaning) {
    return new SettingKey<>(name, new Kind.File(), NONE, meaning, Function.identity());
  }

  /** Makes a key that takes a whole number from {@code least} to {@code most}. */
  public static SettingKey<Long> whole(
      String name, long least, long most, long defaultValue, String meaning) {
    return new SettingKey<>(
        name,
        new Kind.Numeric(true),
        Long.toString(defaultValue),
        meaning,
        text ->
            Quantities.whole(text, least, most)
                .orElseThrow(() ->
                    new UserInputException(
                        "'" + text + "' is not " + Quantities.formatWhole(least, most))));
  }

  /** Makes a key that takes {@code true} or {@code false}. */
  public static SettingKey<Boolean> flag(String name, boolean defaultValue, String meaning) {
    return new SettingKey<>(
        name, new Kind.Flag(), Boolean.toString(defaultValue), meaning, SettingKey::flag);
  }

  private static boolean flag(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new UserInputException("'" + text + "' is neither true nor false");
    };
  }

  /** Makes a key that takes a number from {@code least} to {@code most}. */
  public static SettingKey<Double> number(
      String name, double least, double most, String defaultText, String meaning) {
    return new SettingKey<>(
        name,
        new Kind.Numeric(false),
        defaultText,
        meaning,
        text ->
            Quantities.number(text, least, most)
                .orElseThrow(() ->
                    new UserInputException(
                        "'" + text + "' is not a number from " + least + " to " + most)));
  }
}

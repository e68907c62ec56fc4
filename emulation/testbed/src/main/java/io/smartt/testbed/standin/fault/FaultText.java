package io.smartt.testbed.standin.fault;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * A fault as people write it, {@code slow-set=30s@3}.
 *
 * @param text all of it
 * @param kind the word that it begins with
 * @param value behind {@code =}
 * @param at the number behind {@code @}, from 1
 * @param forms how the faults of this stand-in are written, for messages
 */
public record FaultText(
    String text, String kind, Optional<String> value, Optional<Integer> at, String forms) {
  private static final long PS_PER_NS = 1_000;

  private static final Pattern FORM =
      Pattern.compile("(?<kind>[a-z-]+)(=(?<value>[A-Za-z0-9_.]+))?(@(?<at>[1-9]\\d{0,5}))?");

  /**
   * Parses a text.
   *
   * @throws UserInputException naming it and the forms
   */
  public static FaultText parse(String text, String forms) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text, forms);
    }
    return new FaultText(
        text,
        matcher.group("kind"),
        Optional.ofNullable(matcher.group("value")),
        Optional.ofNullable(matcher.group("at")).map(Integer::parseInt),
        forms);
  }

  /** The value, which must be there. */
  public String required() {
    return value.orElseThrow(this::wrong);
  }

  /** The value as a number. */
  public int number(int most) {
    return (int) Quantities.whole(required(), 0, most).orElseThrow(this::wrong);
  }

  /** The value as a time. */
  public Duration time() {
    return time(required());
  }

  /** The value as a time, or this one. */
  public Duration timeOr(String otherwise) {
    return time(value.orElse(otherwise));
  }

  private static Duration time(String text) {
    return Duration.ofNanos(Quantities.picoseconds(text) / PS_PER_NS);
  }

  /** Requires that there is no value. */
  public void requireNoValue() {
    if (value.isPresent()) {
      throw wrong();
    }
  }

  /** Says what is accepted. */
  public UserInputException wrong() {
    return wrong(text, forms);
  }

  private static UserInputException wrong(String text, String forms) {
    return new UserInputException("fault '" + text + "': write " + forms);
  }
}

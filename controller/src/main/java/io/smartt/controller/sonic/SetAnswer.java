package io.smartt.controller.sonic;

/** What came back for a Set. Only CONFIG_DB says what became of it. */
public sealed interface SetAnswer {
  /** The switch says that it is done and saved. */
  record Done() implements SetAnswer {}

  /**
   * The switch says that it failed, perhaps half-way.
   *
   * @param text for the user, with the name of the switch
   */
  record Failed(String text) implements SetAnswer {}

  /**
   * No answer in time, or none any more: the switch goes on with it, and nothing cancels it.
   *
   * @param text for the user, with the name of the switch
   */
  record Silence(String text) implements SetAnswer {}
}

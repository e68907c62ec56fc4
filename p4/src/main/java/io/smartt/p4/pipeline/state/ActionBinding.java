package io.smartt.p4.pipeline.state;

/** An action and its arguments, ready for the data path. Immutable. */
public final class ActionBinding {
  private final int action;
  private final long[] arguments;

  ActionBinding(int action, long[] arguments) {
    this.action = action;
    this.arguments = arguments;
  }

  /** Index of the action in the program. */
  public int action() {
    return action;
  }

  /**
   * The arguments, laid out as the action's {@link ActionSchema} says. Not copied, for the data
   * path's sake; not to be changed.
   */
  public long[] arguments() {
    return arguments;
  }
}

package io.smartt.experiment.run;

import io.smartt.base.failure.LinkChange;
import io.smartt.base.failure.LinkCondition;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import java.util.List;

/** Makes links as failures want them, and as somebody asks for while traffic runs. */
@FunctionalInterface
public interface LinkSwitch {
  /** Puts a link in the condition that a failure gives it from now on, in both directions. */
  void set(Link link, LinkCondition condition);

  /** Sets a link up or down in both directions; a link that is down loses what is sent into it. */
  default void setUp(Link link, boolean up) {
    set(link, up ? LinkCondition.WELL : LinkCondition.DOWN);
  }

  /**
   * Changes a link in both directions while traffic runs, from any thread.
   *
   * @throws UserInputException naming what the fabric or a switch cannot do
   * @throws io.smartt.base.failure.RunFailedException if a switch refuses or does not answer
   */
  default void change(Link link, List<LinkChange> changes) {
    throw new UserInputException("links of this fabric do not change while traffic runs");
  }
}

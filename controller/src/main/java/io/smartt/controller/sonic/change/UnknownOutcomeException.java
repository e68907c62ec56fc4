package io.smartt.controller.sonic.change;

import io.smartt.controller.sonic.SonicException;
import io.smartt.controller.sonic.StageKind;

/** Nobody knows what became of a Set, so nothing may be sent until it is known. */
public final class UnknownOutcomeException extends SonicException {
  private static final long serialVersionUID = 1L;

  /**
   * With what the user can do.
   *
   * @param text what came back; empty: it was sent by another run
   */
  UnknownOutcomeException(String name, StageKind stage, String text, Patience patience) {
    super(
        (text.isEmpty() ? name : text)
            + ": what became of stage '"
            + stage
            + "' is not known after "
            + patience.most().toSeconds()
            + " s more. "
            + name
            + " was not touched since. 'smartt apply' finds out and goes on from there, 'smartt"
            + " revert' finds out and goes back");
  }
}

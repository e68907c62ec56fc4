package io.smartt.emulation.settings;

import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Links that fail, as the user lists them. Switches around are not notified, as in the time before
 * a fabric's routing has converged.
 *
 * @param place which links; all of a switch that fails
 * @param kind what is wrong with them
 * @param time when
 */
public record LinkFailure(LinkSelector place, FailureKind kind, FailureTime time) {

  /** The failures of a setting's text: {@code none}, or several with commas between. */
  static List<LinkFailure> parseAll(String text) {
    List<LinkFailure> failures = new ArrayList<>();
    for (String part : LinkSelector.parts(text)) {
      failures.add(parse(part));
    }
    return List.copyOf(failures);
  }

  private static LinkFailure parse(String text) {
    int at = text.indexOf('@');
    String what = at < 0 ? text : text.substring(0, at);
    int equals = what.indexOf('=');
    Optional<LinkSelector> place =
        LinkSelector.parse(equals < 0 ? what : what.substring(0, equals));
    if (place.isEmpty() || (at < 0 && equals < 0)) {
      throw new UserInputException(
          "'"
              + text
              + "': write node-node@from..to or switch@from..to, such as"
              + " leaf1-spine2@100us..1ms, or node-node=kind@from..to, such as"
              + " leaf1-spine2=loss:1e-4");
    }
    return new LinkFailure(
        place.get(),
        equals < 0 ? new FailureKind.Down() : FailureKind.parse(what.substring(equals + 1)),
        at < 0 ? FailureTime.ALWAYS : FailureTime.parse(text.substring(at + 1), text));
  }
}

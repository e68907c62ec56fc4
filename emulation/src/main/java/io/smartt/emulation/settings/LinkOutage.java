package io.smartt.emulation.settings;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A link or a switch that fails while traffic runs. What is sent into it is lost; the switches
 * around are not notified, as in the time before a fabric's routing has converged.
 *
 * @param place which links; all of a switch that fails
 * @param fromPs when it fails, before dilation
 * @param toPs when it comes back, before dilation; empty if it does not
 */
public record LinkOutage(LinkSelector place, long fromPs, OptionalLong toPs) {
  private static final Pattern FORM =
      Pattern.compile("([^@]+)@([^.,]+(?:\\.\\d+[^.,]*)?)(?:\\.\\.([^,]+))?");

  /** The outages of a setting's text: {@code none}, or several with commas between. */
  static List<LinkOutage> parseAll(String text) {
    List<LinkOutage> outages = new ArrayList<>();
    for (String part : LinkSelector.parts(text)) {
      outages.add(parse(part));
    }
    return List.copyOf(outages);
  }

  private static LinkOutage parse(String text) {
    Matcher form = FORM.matcher(text);
    Optional<LinkSelector> place =
        form.matches() ? LinkSelector.parse(form.group(1)) : Optional.empty();
    if (place.isEmpty()) {
      throw new UserInputException(
          "'"
              + text
              + "': write node-node@from..to or switch@from..to, such as"
              + " leaf1-spine2@100us..1ms");
    }
    long from = Quantities.picoseconds(form.group(2));
    OptionalLong to =
        form.group(3) == null
            ? OptionalLong.empty()
            : OptionalLong.of(Quantities.picoseconds(form.group(3)));
    if (to.isPresent() && to.getAsLong() <= from) {
      throw new UserInputException("'" + text + "': it comes back before it has failed");
    }
    return new LinkOutage(place.get(), from, to);
  }
}

package io.smartt.emulation.othertools;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How a user names a network of a Mininet file: {@code custom.py,mytopo}, with the arguments that
 * {@code mn --topo mytopo,4,bw=10} takes.
 *
 * @param path of the file
 * @param topo the name and its arguments; empty if the user gave none
 */
public record MininetName(String path, String topo) {
  private static final Pattern FORM = Pattern.compile("(.*?\\.py)(?:,(.*))?");

  /** The network that a user's text names; empty if it is no Python file. */
  public static Optional<MininetName> parse(String text) {
    Matcher form = FORM.matcher(text);
    return form.matches()
        ? Optional.of(new MininetName(form.group(1), Optional.ofNullable(form.group(2)).orElse("")))
        : Optional.empty();
  }
}

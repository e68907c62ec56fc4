package io.smartt.emulation.standin.sonic;

import io.smartt.emulation.input.Quantities;
import io.smartt.emulation.input.UserInputException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A fault that somebody asks of a stand-in, {@code slow-set=30s@3}: what it is, how long or about
 * which table, and at which Set.
 */
public sealed interface Fault {
  /** How faults are written. */
  String FORMS =
      "slow-set=30s, drop-connection, restart, restart=20s, half-set, each with @3 for the third"
          + " Set, or refuse-table=QUEUE";

  /**
   * A Set that meets a fate.
   *
   * @param set counted from 1
   */
  record AtSet(int set, Fate fate) implements Fault {}

  /** A table that nobody may change. */
  record RefusedTable(String table) implements Fault {}

  /**
   * Parses a fault.
   *
   * @throws UserInputException naming the text and what is accepted
   */
  static Fault parse(String text) {
    Matcher matcher = Words.FORM.matcher(text);
    if (!matcher.matches()) {
      throw wrong(text);
    }
    Optional<String> value = Optional.ofNullable(matcher.group("value"));
    Optional<String> at = Optional.ofNullable(matcher.group("set"));
    if (matcher.group("kind").equals("refuse-table") && value.isPresent() && at.isEmpty()) {
      return new RefusedTable(value.get());
    }
    Fate fate =
        switch (matcher.group("kind")) {
          case "slow-set" -> new Fate(Fate.Kind.LONGER, time(value.orElseThrow(() -> wrong(text))));
          case "restart" -> new Fate(Fate.Kind.POWER_CUT, time(value.orElse("20s")));
          case "drop-connection" -> withoutValue(text, value, Fate.LOST);
          case "half-set" -> withoutValue(text, value, Fate.HALF);
          default -> throw wrong(text);
        };
    return new AtSet(at.map(Integer::parseInt).orElse(1), fate);
  }

  private static Fate withoutValue(String text, Optional<String> value, Fate fate) {
    if (value.isPresent()) {
      throw wrong(text);
    }
    return fate;
  }

  private static Duration time(String text) {
    return Duration.ofNanos(Quantities.picoseconds(text) / Words.PS_PER_NS);
  }

  private static UserInputException wrong(String text) {
    return new UserInputException("fault '" + text + "': write " + FORMS);
  }

  /** What an interface cannot hide. */
  final class Words {
    private static final long PS_PER_NS = 1_000;

    private static final Pattern FORM =
        Pattern.compile("(?<kind>[a-z-]+)(=(?<value>[A-Za-z0-9_.]+))?(@(?<set>[1-9]\\d{0,5}))?");

    private Words() {}
  }
}

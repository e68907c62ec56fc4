package io.smartt.realtime.partition;

import module java.base;

import io.smartt.base.input.UserInputException;

/**
 * A machine that carries a part of a network.
 *
 * @param address {@code host:port} of its worker, or where its engine is; its name too
 * @param cores its weight against the others
 */
public record Machine(String address, int cores) {
  /** Most machines of one network. */
  public static final int MOST = 64;

  /** The word for no machines. */
  public static final String NONE = "none";

  private static final Pattern FORM =
      Pattern.compile("((?:\\[[0-9a-fA-F:]+]|[^\\s:*,]+):(\\d{1,5}))(?:\\*(\\d{1,4}))?");
  private static final int LAST_PORT = 65_535;

  /**
   * Reads a list such as {@code 10.0.0.2:9570*8,10.0.0.3:9570*4}. A machine without cores has one,
   * so that machines which all have none are equal.
   *
   * @throws UserInputException naming what is no machine, or is there twice
   */
  public static List<Machine> parse(String text) {
    return parse(text, FORM, "worker", "host:port");
  }

  /**
   * Reads a list of machines whose addresses look otherwise.
   *
   * @param form the address, then an optional port, then optional cores behind a star
   * @param what a machine's address is of, for messages
   * @param example how an address looks
   * @throws UserInputException naming what is no machine, or is there twice
   */
  public static List<Machine> parse(String text, Pattern form, String what, String example) {
    if (text.equals(NONE)) {
      return List.of();
    }
    List<Machine> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String part : text.split(",", -1)) {
      Machine machine = one(part.strip(), form, what, example);
      if (!seen.add(machine.address())) {
        throw new UserInputException(what + " " + machine.address() + " is there twice");
      }
      all.add(machine);
    }
    if (all.size() > MOST) {
      throw new UserInputException(
          all.size() + " " + what + "s; at most " + MOST + " are accepted");
    }
    return List.copyOf(all);
  }

  private static Machine one(String part, Pattern form, String what, String example) {
    Matcher matcher = form.matcher(part);
    if (!matcher.matches()
        || (matcher.group(2) != null && Integer.parseInt(matcher.group(2)) > LAST_PORT)) {
      throw new UserInputException(
          "'%s' is no %s: write %s, or %s*cores, with commas between"
              .formatted(part, what, example, example));
    }
    int cores = matcher.group(3) == null ? 1 : Integer.parseInt(matcher.group(3));
    if (cores == 0) {
      throw new UserInputException("'" + part + "': a " + what + " has 1 core or more");
    }
    return new Machine(matcher.group(1), cores);
  }
}

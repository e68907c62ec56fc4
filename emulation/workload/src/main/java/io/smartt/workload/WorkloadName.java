package io.smartt.workload;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;

/**
 * A parsed workload name.
 *
 * @param count of senders, receivers or active flows; 0 where the form has none; see {@link
 *     #countAmong}
 * @param bytes payload of a message; 0 where the form has none
 * @param gapPs between starts; 0 where the form has none
 * @param load of the host links; 0 where the form has none
 * @param file of sizes, if the form has one
 */
record WorkloadName(int count, long bytes, long gapPs, double load, Optional<String> file) {

  /** A count that stands for all hosts but one. */
  private static final int ALL_OTHERS = Integer.MIN_VALUE;

  /** Returns the count in a network of so many hosts. */
  int countAmong(int hosts) {
    return count == ALL_OTHERS ? hosts - 1 : count;
  }

  /** Form of the part of a name behind its colon. */
  enum Form {
    SIZE("SIZE", "(.+)"),
    COUNTED("NxSIZE", "([^x]*)x(.+)"),
    /** A size, and a count in front of it unless all others are meant. */
    ALL_OR_COUNTED("[Nx]SIZE", "(?:([^x]*)x)?(.+)"),
    /** A count, a size, and the time from start to start. */
    SPACED("NxSIZE@TIME", "([^x]*)x([^@]+)@(.+)"),
    /** Load of the host links, how many, and a name or file of sizes. */
    ARRIVALS("LOADxNxSIZES", "([^x]*)x([^x]*)x(.+)");

    private final String text;
    private final Pattern pattern;

    Form(String text, String pattern) {
      this.text = text;
      this.pattern = Pattern.compile(pattern);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  /** Reads the text behind the colon; empty if it has another form. */
  static Optional<WorkloadName> read(Form form, String text) {
    Matcher parts = form.pattern.matcher(text);
    if (!parts.matches() || (form == Form.SIZE && text.contains("x"))) {
      return Optional.empty();
    }
    return Optional.of(
        switch (form) {
          case SIZE -> new WorkloadName(0, size(parts.group(1)), 0, 0, Optional.empty());
          case COUNTED ->
              new WorkloadName(
                  Quantities.whole(parts.group(1)), size(parts.group(2)), 0, 0, Optional.empty());
          case ALL_OR_COUNTED ->
              new WorkloadName(
                  parts.group(1) == null ? ALL_OTHERS : Quantities.whole(parts.group(1)),
                  size(parts.group(2)),
                  0,
                  0,
                  Optional.empty());
          case SPACED ->
              new WorkloadName(
                  Quantities.whole(parts.group(1)),
                  size(parts.group(2)),
                  Quantities.picoseconds(parts.group(3)),
                  0,
                  Optional.empty());
          case ARRIVALS ->
              new WorkloadName(
                  Quantities.whole(parts.group(2)),
                  0,
                  0,
                  load(parts.group(1)),
                  Optional.of(parts.group(3)));
        });
  }

  private static long size(String text) {
    long bytes = Quantities.bytes(text);
    if (bytes == 0) {
      throw new UserInputException("size is 0, must be at least 1");
    }
    return bytes;
  }

  private static double load(String text) {
    return Quantities.number(text, Double.MIN_VALUE, Double.MAX_VALUE)
        .orElseThrow(
            () -> new UserInputException("load is " + text + ", must be a number above 0"));
  }
}

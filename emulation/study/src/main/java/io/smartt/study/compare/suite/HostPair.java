package io.smartt.study.compare.suite;

import module java.base;

/**
 * The ends of a flow, as its name in the reference simulator has them: {@code Uec_1_0}.
 *
 * @param src index of the sender, from 0
 * @param dst index of the receiver
 */
record HostPair(int src, int dst) {
  private static final Pattern NAME = Pattern.compile("[A-Za-z]+_(\\d{1,9})_(\\d{1,9})");

  /** The ends by the names that hosts have here: {@code h2} is 1 there. */
  static HostPair ofHosts(String src, String dst) {
    return new HostPair(index(src), index(dst));
  }

  private static int index(String host) {
    return Integer.parseInt(host.substring(1)) - 1;
  }

  /** The ends that a name has; empty if it has none. */
  static Optional<HostPair> parse(String name) {
    Matcher matcher = NAME.matcher(name);
    return matcher.matches()
        ? Optional.of(
            new HostPair(Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }
}

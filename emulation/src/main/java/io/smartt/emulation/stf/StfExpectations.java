package io.smartt.emulation.stf;

import module java.base;

import io.smartt.emulation.stf.StfRunner.StfCheck;

/**
 * The packets that a script expects: those of each port in order and no others, or any number of
 * any packets. Compared when the script has ended, since a port's packets may be expected before or
 * after they are sent. A script that sends packets and expects none expects that all are dropped.
 */
final class StfExpectations {
  private static final int SHOWN_DIGITS = 80;

  private final List<StfStatement> all = new ArrayList<>();
  private final Map<Integer, Integer> expectedOnPort = new HashMap<>();
  private final Map<Integer, StfStatement.Expect> anyOnPort = new HashMap<>();
  private int received;

  /** The switch received a packet. */
  void received() {
    received++;
  }

  void add(StfStatement.Expect expect) {
    all.add(expect);
    if (expect.pattern().isEmpty()) {
      anyOnPort.put(expect.port(), expect);
    } else {
      expectedOnPort.merge(expect.port(), 1, Integer::sum);
    }
  }

  void add(StfStatement.NoPacket none) {
    all.add(none);
  }

  List<StfCheck> check(SortedMap<Integer, List<byte[]>> sent) {
    List<StfCheck> surplus = surplus(sent);
    List<StfCheck> checks = new ArrayList<>();
    Map<Integer, Integer> next = new HashMap<>();
    for (StfStatement statement : all) {
      if (statement instanceof StfStatement.Expect expect) {
        List<byte[]> packets = sent.getOrDefault(expect.port(), List.of());
        checks.add(
            expect.pattern().isEmpty()
                ? any(expect, packets)
                : check(
                    expect,
                    expect.pattern().get(),
                    next.merge(expect.port(), 1, Integer::sum) - 1,
                    packets));
      } else {
        checks.add(
            new StfCheck(
                statement.line(),
                surplus.isEmpty(),
                surplus.isEmpty() ? "no other packet" : "packets that nobody expects"));
      }
    }
    checks.addAll(surplus);
    if (received > 0 && all.isEmpty() && surplus.isEmpty()) {
      checks.add(new StfCheck(0, true, "no packet sent, of %d received".formatted(received)));
    }
    return checks;
  }

  private static StfCheck any(StfStatement.Expect expect, List<byte[]> packets) {
    return packets.isEmpty()
        ? new StfCheck(expect.line(), false, "no packet on port " + expect.port())
        : new StfCheck(
            expect.line(),
            true,
            "port %d sent %d packets".formatted(expect.port(), packets.size()));
  }

  private static StfCheck check(
      StfStatement.Expect expect, String pattern, int position, List<byte[]> packets) {
    if (position >= packets.size()) {
      return new StfCheck(
          expect.line(),
          false,
          "port %d sent %d packets, expected %s".formatted(expect.port(), packets.size(), pattern));
    }
    String found = hex(packets.get(position));
    return matches(pattern, found)
        ? new StfCheck(
            expect.line(), true, "port %d sent %s".formatted(expect.port(), brief(found)))
        : new StfCheck(
            expect.line(),
            false,
            "expected %s, got %s on port %d".formatted(pattern, found, expect.port()));
  }

  private List<StfCheck> surplus(SortedMap<Integer, List<byte[]>> sent) {
    List<StfCheck> checks = new ArrayList<>();
    sent.forEach((port, packets) -> {
      int expected = expectedOnPort.getOrDefault(port, 0);
      if (!anyOnPort.containsKey(port) && packets.size() > expected) {
        checks.add(
            new StfCheck(
                0,
                false,
                "port %d: expected %s, got also %s"
                    .formatted(
                        port,
                        expected == 0 ? "no packet" : expected + " packets",
                        packets.stream().skip(expected).map(StfExpectations::hex).toList())));
      }
    });
    return checks;
  }

  static boolean matches(String pattern, String found) {
    boolean whole = pattern.endsWith("$");
    String digits = whole ? pattern.substring(0, pattern.length() - 1) : pattern;
    if (found.length() < digits.length() || (whole && found.length() > digits.length())) {
      return false;
    }
    for (int i = 0; i < digits.length(); i++) {
      if (digits.charAt(i) != '*' && digits.charAt(i) != found.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static String brief(String digits) {
    return digits.length() <= SHOWN_DIGITS
        ? digits
        : "%s... (%d bytes)".formatted(digits.substring(0, SHOWN_DIGITS), digits.length() / 2);
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}

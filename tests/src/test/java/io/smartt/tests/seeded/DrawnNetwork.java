package io.smartt.tests.seeded;

import io.smartt.experiment.settings.InputSources.InputSource;

/**
 * Draws networks of 2 to some 20 hosts: named ones, {@code .links} files and {@code .topo} files.
 */
final class DrawnNetwork {
  private final Dice dice;

  DrawnNetwork(Dice dice) {
    this.dice = dice;
  }

  InputSource draw() {
    return switch (dice.from(0, 13)) {
      case 0 -> named("single,%d".formatted(dice.from(2, 9)));
      case 1, 2, 3 ->
          named("leafspine,%d,%d,%d".formatted(dice.from(1, 4), dice.from(1, 4), dice.from(1, 4)));
      case 4 -> named("fattree,%d".formatted(dice.of(2, 4)));
      case 5 ->
          named(
              "fattree,hosts=%d,%s"
                  .formatted(
                      dice.from(2, 20),
                      dice.of("tiers=2", "tiers=3", "os=2", "rack=2", "tiers=2,os=3")));
      case 6 ->
          named(
              "multiplane,%d,%d,%d,%d"
                  .formatted(dice.from(2, 3), dice.from(1, 2), dice.from(1, 3), dice.from(1, 3)));
      case 7 ->
          named("rails,%d,%d,%d".formatted(dice.from(1, 4), dice.from(1, 4), dice.from(1, 3)));
      case 8 -> named("linear,%d,%d".formatted(dice.from(2, 6), dice.from(1, 3)));
      case 9 -> named("tree,%d,%d".formatted(dice.from(1, 2), dice.from(2, 3)));
      case 10 -> new InputSource.Named(dice.of("testbed", "minimal"));
      case 11 -> new InputSource.FileText("drawn.topo", topo());
      default -> new InputSource.FileText("drawn.links", links());
    };
  }

  private static InputSource named(String name) {
    return new InputSource.Named(name);
  }

  /** A tree of switches with some links more, and hosts anywhere. */
  private String links() {
    StringBuilder text = new StringBuilder();
    int switches = dice.from(1, 6);
    int hosts = dice.from(2, 10);
    for (int i = 2; i <= switches; i++) {
      line(text, "s" + i, "s" + dice.from(1, i - 1));
    }
    for (int more = dice.from(0, 4); more > 0 && switches > 1; more--) {
      int from = dice.from(2, switches);
      line(text, "s" + from, "s" + dice.from(1, from - 1));
    }
    for (int i = 1; i <= hosts; i++) {
      line(text, "h" + i, "s" + dice.from(1, switches));
    }
    if (dice.chance(0.3)) {
      text.append("switch s1 ").append(dice.time(0, 2_000_000)).append('\n');
    }
    return text.toString();
  }

  private void line(StringBuilder text, String a, String b) {
    text.append(a).append(' ').append(b);
    if (dice.chance(0.3)) {
      text.append(' ').append(dice.of("10Gbps", "25Gbps", "100Gbps", "400Gbps", "-"));
      text.append(dice.chance(0.5) ? " " + dice.time(1, 3_000_000) : "");
    }
    text.append('\n');
  }

  /** A fat tree of two tiers, as the reference simulator writes it. */
  private String topo() {
    int racks = dice.from(2, 4);
    int down = dice.from(1, 4);
    int up = dice.from(1, 4);
    int rate = dice.of(10, 100, 400, 800);
    return """
    Nodes %d
    Tiers 2
    Podsize %d

    Tier 0
    Downlink_speed_Gbps %d
    Radix_Down %d
    Radix_Up %d
    Downlink_Latency_ns %d
    Switch_Latency_ns %d

    Tier 1
    Downlink_speed_Gbps %d
    Radix_Down %d
    Downlink_Latency_ns %d
    Switch_Latency_ns %d
    Bundle 1
    """
        .formatted(
            racks * down,
            racks * down,
            rate,
            down,
            up,
            dice.from(1, 2000),
            dice.from(0, 800),
            rate,
            racks,
            dice.from(1, 2000),
            dice.from(0, 800));
  }
}

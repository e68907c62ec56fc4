package io.smartt.tests.seeded;

import io.smartt.base.input.Quantities;
import io.smartt.experiment.settings.InputSources.InputSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Draws traffic of some hundred packets: named workloads, {@code .cm} files and schedules. */
final class DrawnTraffic {
  private static final List<String> OF_ALL =
      List.of("permutation", "core-permutation", "ring", "allreduce-ring", "allreduce-butterfly");

  private final Dice dice;
  private final int hosts;
  private final double budget;

  /**
   * @param payload of a full packet, bytes
   */
  DrawnTraffic(Dice dice, int hosts, int payload) {
    this.dice = dice;
    this.hosts = hosts;
    budget = (double) payload * dice.of(30, 100, 300, 700, 1200);
  }

  InputSource draw() {
    int some = dice.from(1, Math.max(1, hosts - 1));
    return switch (dice.from(0, 12)) {
      case 0, 1 -> named("incast:%dx%s".formatted(some, size(some)));
      case 2 ->
          named("staggered-incast:%dx%s@%s".formatted(some, size(some), dice.time(1, 30_000_000)));
      case 3 -> named("outcast:%dx%s".formatted(some, size(some)));
      case 4 -> named("outcast-incast:%dx%s".formatted(Math.max(1, some / 2), size(some)));
      case 5 ->
          named(
              dice.chance(0.9) && hosts % 2 == 1
                  ? "outcast:%dx%s"
                  : "uneven-permutation:%dx%s".formatted(some, size(hosts + some)));
      case 6 -> named("alltoall:%dx%s".formatted(some, size(hosts * hosts)));
      case 7 ->
          new InputSource.FileText(
              "poisson:%.2fx%dxsizes.txt".formatted(0.1 + dice.share(), dice.from(1, 60)), sizes());
      case 8, 9 -> new InputSource.FileText("drawn.cm", matrix());
      case 10 -> schedule();
      default -> {
        boolean pairs = hosts % 2 == 0 || dice.chance(0.05);
        boolean powers = Integer.bitCount(hosts) == 1 || dice.chance(0.05);
        String name =
            dice.of(
                OF_ALL.stream()
                    .filter(one -> pairs || !one.equals("core-permutation"))
                    .filter(one -> powers || !one.equals("allreduce-butterfly"))
                    .toList());
        yield named(
            "%s:%s".formatted(name, size(name.contains("permutation") ? hosts : hosts * hosts)));
      }
    };
  }

  private static InputSource named(String name) {
    return new InputSource.Named(name);
  }

  private String size(int flows) {
    return written(dice.bytes(budget / flows));
  }

  private static String written(long bytes) {
    String text = Quantities.formatBytes(bytes);
    return text.endsWith("B") ? text : text + "B";
  }

  private String sizes() {
    long small = dice.from(1, 5000);
    long large = small + dice.from(1, 100_000);
    return "%dB 0.5%n%dB 1%n".formatted(small, large);
  }

  /** A connection matrix: flows that begin together, later, or when others are done. */
  private String matrix() {
    int flows = dice.from(1, 30);
    int triggers = dice.chance(0.5) ? dice.from(1, 4) : 0;
    List<String> lines = new ArrayList<>();
    String late = dice.chance(0.1) ? "10000000000" : "1.000001";
    // A flow that waits for a trigger comes after a flow that activates it.
    int[] activators = new int[triggers + 1];
    for (int id = 1; id <= flows; id++) {
      int from = dice.from(0, hosts - 1);
      int to = (from + dice.from(1, hosts - 1)) % hosts;
      int waits = triggers > 0 && dice.chance(0.3) ? dice.from(1, triggers) : 0;
      boolean held = waits > 0 && activators[waits] > 0;
      String start =
          held
              ? " trigger " + waits
              : " start " + dice.of("0", "0", String.valueOf(dice.from(0, 50)), late);
      String line =
          "%d->%d id %d%s size %d".formatted(from, to, id, start, dice.bytes(budget / flows));
      int rings = triggers > 0 && dice.chance(0.4) ? dice.from(1, triggers) : 0;
      // A chain of triggers goes up, so that none waits for itself.
      if (rings > 0 && (!held || rings > waits)) {
        activators[rings]++;
        line += dice.of(" send_done_trigger ", " recv_done_trigger ") + rings;
      }
      lines.add(line);
    }
    StringBuilder text = new StringBuilder("Nodes " + hosts + "\nConnections " + flows + "\n");
    text.append(triggers > 0 ? "Triggers " + triggers + "\n" : "");
    lines.forEach(line -> text.append(line).append('\n'));
    for (int id = 1; id <= triggers; id++) {
      String kind =
          switch (activators[id]) {
            case 0 -> "oneshot";
            case 1 -> dice.of("oneshot", "barrier count 1");
            default -> "barrier count " + activators[id];
          };
      text.append("trigger id ").append(id).append(' ').append(kind).append('\n');
    }
    return text.toString();
  }

  /** A schedule in GOAL whose operations have an order that all ranks could follow. */
  private InputSource schedule() {
    int ranks = dice.from(2, Math.max(2, hosts));
    List<StringBuilder> texts = new ArrayList<>();
    List<List<String>> labels = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      texts.add(new StringBuilder("rank " + rank + " {\n"));
      labels.add(new ArrayList<>());
    }
    int messages = dice.from(1, 25);
    for (int i = 0; i < messages; i++) {
      int from = dice.from(0, ranks - 1);
      int to = (from + dice.from(1, ranks - 1)) % ranks;
      long bytes = dice.bytes(budget / messages);
      if (dice.chance(0.4)) {
        operation(texts, labels, from, "c" + i, "calc " + dice.from(0, 20_000));
      }
      operation(texts, labels, from, "s" + i, "send %db to %d tag %d".formatted(bytes, to, i));
      operation(texts, labels, to, "r" + i, "recv %db from %d tag %d".formatted(bytes, from, i));
    }
    StringBuilder all = new StringBuilder("num_ranks " + ranks + "\n");
    texts.forEach(text -> all.append(text).append("}\n"));
    String placement = dice.of("", "", "@random", "@random:2");
    return new InputSource.Files("drawn.goal" + placement, Map.of("drawn.goal", all.toString()));
  }

  private void operation(
      List<StringBuilder> texts, List<List<String>> labels, int rank, String label, String what) {
    StringBuilder text = texts.get(rank).append(label).append(": ").append(what).append('\n');
    List<String> before = labels.get(rank);
    if (!before.isEmpty() && dice.chance(0.6)) {
      text.append(label).append(dice.of(" requires ", " requires ", " irequires "));
      text.append(dice.of(before)).append('\n');
    }
    before.add(label);
  }
}

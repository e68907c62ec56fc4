package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.topology.Node;
import io.smartt.realtime.partition.Partition;
import io.smartt.switchd.text.TextTable;

/** A table for people of how a network is cut between machines. */
final class CutTable {
  private CutTable() {}

  static String of(Partition partition) {
    TextTable table =
        new TextTable("worker", "cores", "work", "cut links", "rate across", "switches", "hosts");
    for (int i = 0; i < partition.machines().size(); i++) {
      table.row(
          partition.machines().get(i).address(),
          Integer.toString(partition.machines().get(i).cores()),
          Quantities.formatBitsPerSecond(partition.loadBps(i)),
          Integer.toString(partition.cutAt(i).size()),
          Quantities.formatBitsPerSecond(Partition.rateBps(partition.cutAt(i))),
          names(partition.switches(i)),
          names(partition.hosts(i)));
    }
    String cut =
        partition.cut().stream()
            .map(link -> link.a().node().name() + "-" + link.b().node().name())
            .collect(Collectors.joining(" "));
    return "%s%d of %d links are cut, %s both ways: %s%n"
        .formatted(
            table,
            partition.cut().size(),
            partition.topology().links().size(),
            Quantities.formatBitsPerSecond(Partition.rateBps(partition.cut())),
            cut.isEmpty() ? "none" : cut);
  }

  /** Names that count up are a range. */
  private static String names(List<? extends Node> nodes) {
    StringBuilder text = new StringBuilder();
    int from = 0;
    while (from < nodes.size()) {
      int to = from;
      while (to + 1 < nodes.size() && follows(nodes.get(to).name(), nodes.get(to + 1).name())) {
        to++;
      }
      text.append(from == 0 ? "" : " ")
          .append(
              Stream.of(nodes.get(from).name(), nodes.get(to).name())
                  .distinct()
                  .collect(Collectors.joining("..")));
      from = to + 1;
    }
    return text.isEmpty() ? "-" : text.toString();
  }

  private static boolean follows(String one, String next) {
    String stem = one.replaceAll("\\d+$", "");
    String number = one.substring(stem.length());
    return number.length() < 7
        && !number.isEmpty()
        && next.equals(stem + (Integer.parseInt(number) + 1));
  }
}

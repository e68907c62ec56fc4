package io.smartt.p4.info;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.Preamble;

/**
 * Gives each object the alias that P4Runtime section 6.1.1 wants: the shortest end of its name, cut
 * at a dot, that no other object of its kind has.
 */
final class Aliases {
  private Aliases() {}

  static void set(P4Info.Builder info) {
    Stream.<List<Preamble.Builder>>of(
            info.getTablesBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getActionsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getActionProfilesBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getCountersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDirectCountersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getMetersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDirectMetersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getRegistersBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getValueSetsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList(),
            info.getDigestsBuilderList().stream().map(o -> o.getPreambleBuilder()).toList())
        .forEach(Aliases::set);
  }

  private static void set(List<Preamble.Builder> kind) {
    Map<String, Integer> uses = new HashMap<>();
    for (Preamble.Builder object : kind) {
      for (String end : ends(object.getName())) {
        uses.merge(end, 1, Integer::sum);
      }
    }
    for (Preamble.Builder object : kind) {
      object.setAlias(
          ends(object.getName()).stream()
              .filter(end -> uses.getOrDefault(end, 0) == 1)
              .findFirst()
              .orElse(object.getName()));
    }
  }

  /** Shortest first. */
  private static List<String> ends(String name) {
    List<String> ends = new ArrayList<>();
    for (int dot = name.lastIndexOf('.'); dot >= 0; dot = name.lastIndexOf('.', dot - 1)) {
      ends.add(name.substring(dot + 1));
    }
    ends.add(name);
    return ends;
  }
}

package io.smartt.softswitch.p4runtime;

import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4Objects;
import java.util.List;

/** Objects of P4Info by id, with errors that list what there is. */
final class Lookup {
  private static final int MOST_LISTED = 6;

  private Lookup() {}

  /** The object of this id; INVALID_ARGUMENT where there is none. */
  static <T extends P4Object> T require(P4Objects<T> objects, String kind, int id) {
    return objects
        .find(id)
        .orElseThrow(() ->
            Refusal.invalid(
                "no %s has id %s; the program has %s"
                    .formatted(kind, Values.id(id), listed(objects))));
  }

  /** Names with ids, or {@code none}. */
  static <T extends P4Object> String listed(P4Objects<T> objects) {
    List<T> all = objects.all();
    if (all.isEmpty()) {
      return "none";
    }
    String text =
        String.join(
            ", ",
            all.stream()
                .limit(MOST_LISTED)
                .map(object -> "'%s' (%s)".formatted(object.name(), Values.id(object.id())))
                .toList());
    return all.size() > MOST_LISTED ? text + ", ..." : text;
  }
}

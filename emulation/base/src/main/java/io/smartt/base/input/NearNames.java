package io.smartt.base.input;

import module java.base;

import io.smartt.p4.info.P4Objects;

/** Finds the accepted names that a mistyped one may have meant. */
public final class NearNames {
  private NearNames() {}

  /**
   * The accepted names that are few edits away from the one found (2, or a third of its length, and
   * fewer than it has letters), nearest first, at most three.
   */
  public static List<String> of(String found, Collection<String> accepted) {
    String wanted = found.toLowerCase(Locale.ROOT);
    int limit = Math.min(Math.max(2, found.length() / 3), found.length() - 1);
    return accepted.stream()
        .filter(name -> P4Objects.editDistance(wanted, name.toLowerCase(Locale.ROOT)) <= limit)
        .sorted(
            Comparator.comparingInt(
                    (String name) -> P4Objects.editDistance(wanted, name.toLowerCase(Locale.ROOT)))
                .thenComparing(Comparator.naturalOrder()))
        .limit(3)
        .toList();
  }

  /**
   * The end of an error with the forms of near names if there are any, otherwise of all.
   *
   * @param forms by name
   * @param files that are accepted too
   */
  public static String hint(String found, Map<String, String> forms, String files) {
    List<String> near = of(found, forms.keySet());
    return near.isEmpty()
        ? "accepted: " + String.join("  ", forms.values()) + "  or a " + files
        : "did you mean " + forms.get(near.getFirst()) + "?";
  }

  /** The end of an error: near names if there are any, otherwise all that are accepted. */
  public static String hint(String found, Collection<String> accepted) {
    List<String> near = of(found, accepted);
    return near.isEmpty()
        ? "accepted: " + String.join(", ", accepted)
        : "did you mean " + String.join(" or ", near) + "?";
  }
}

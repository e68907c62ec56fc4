package io.smartt.p4.info;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Says which of the accepted names somebody may have meant. */
final class NearNames {
  private static final int MOST_OFFERED = 8;

  private NearNames() {}

  /** A clause such as {@code did you mean a, b?}, or what there is when nothing is near. */
  static String offer(String wrong, List<String> names) {
    if (names.isEmpty()) {
      return "the program has none";
    }
    int tolerance = Math.max(2, wrong.length() / 3);
    List<String> near =
        names.stream()
            .filter(name -> distance(wrong, name) <= tolerance)
            .sorted(Comparator.comparingInt(name -> distance(wrong, name)))
            .limit(3)
            .toList();
    if (!near.isEmpty()) {
      return "did you mean " + String.join(", ", near) + "?";
    }
    String some = String.join(", ", names.subList(0, Math.min(MOST_OFFERED, names.size())));
    return "there is " + some + (names.size() > MOST_OFFERED ? ", ..." : "");
  }

  /** Edit distance to the name or to its last part, whichever is nearer; case does not count. */
  private static int distance(String wrong, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    String typed = wrong.toLowerCase(Locale.ROOT);
    return Math.min(
        editDistance(typed, lower),
        editDistance(
            typed.substring(typed.lastIndexOf('.') + 1),
            lower.substring(lower.lastIndexOf('.') + 1)));
  }

  private static int editDistance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j < row.length; j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j < row.length; j++) {
        int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substitution, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}

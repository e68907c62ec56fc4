package io.smartt.experiment.othertools;

import module java.base;

/**
 * Names of another tool's nodes as this program's: letters, digits and underscores, which settings,
 * files and commands take as they are. A name that is one already is kept.
 */
final class ForeignNames {
  /** Keywords of a {@code .links} file, and the service of a Compose file. */
  private static final Set<String> RESERVED = Set.of("host", "switch", "controller");

  private static final int LONGEST = 60;

  private final Map<String, String> names = new HashMap<>();
  private final Map<String, String> changed = new LinkedHashMap<>();

  /** The names of nodes, those that need no change first so that they keep theirs. */
  ForeignNames(Iterable<String> given) {
    Set<String> taken = new HashSet<>();
    for (String name : given) {
      if (fit(name).equals(name)) {
        names.put(name, name);
        taken.add(name);
      }
    }
    for (String name : given) {
      if (!names.containsKey(name)) {
        String base = fit(name);
        String free = base;
        for (int i = 2; !taken.add(free); i++) {
          free = base + "_" + i;
        }
        names.put(name, free);
        changed.put(name, free);
      }
    }
  }

  private static String fit(String name) {
    String safe = name.replaceAll("[^A-Za-z0-9_]", "_");
    if (!safe.matches("[A-Za-z].*")) {
      safe = "n" + safe;
    }
    if (safe.length() > LONGEST) {
      safe = safe.substring(0, LONGEST);
    }
    return RESERVED.contains(safe) ? safe + "_" : safe;
  }

  /** The name here of a node. */
  String of(String given) {
    String name = names.get(given);
    if (name == null) {
      throw new IllegalArgumentException("no node " + given);
    }
    return name;
  }

  /** The names that are others here, by those given. */
  Map<String, String> changed() {
    return changed;
  }
}

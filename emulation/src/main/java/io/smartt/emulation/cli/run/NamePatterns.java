package io.smartt.emulation.cli.run;

import module java.base;

import io.smartt.base.input.UserInputException;

/** Names of which a star stands for any letters. */
final class NamePatterns {
  private NamePatterns() {}

  /**
   * Chooses what is named; all of it by no name.
   *
   * @param all to choose from
   * @param name of each
   * @param patterns that the user wrote
   * @param source that it is from, for errors
   */
  static <T> List<T> choose(
      List<T> all, Function<T, String> name, List<String> patterns, Path source) {
    if (patterns.isEmpty()) {
      return all;
    }
    List<T> chosen = new ArrayList<>();
    for (String pattern : patterns) {
      PathMatcher matcher = matcher(pattern);
      List<T> matching =
          // A slash would begin a folder's name.
          all.stream()
              .filter(one -> matcher.matches(Path.of(name.apply(one).replace('/', '_'))))
              .toList();
      if (matching.isEmpty()) {
        throw new UserInputException(
            "%s: no such scenario in %s, which has %s"
                .formatted(pattern, source, String.join(", ", all.stream().map(name).toList())));
      }
      matching.stream().filter(one -> !chosen.contains(one)).forEach(chosen::add);
    }
    return chosen;
  }

  private static PathMatcher matcher(String pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern.replace('/', '_'));
    } catch (PatternSyntaxException e) {
      throw new UserInputException(pattern + ": " + e.getMessage(), e);
    }
  }
}

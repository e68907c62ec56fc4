package io.smartt.view.gnmi;

import module java.base;

import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;

/**
 * Paths that stand for more than one, as OpenConfig writes them (openconfig/reference
 * rpc/gnmi/gnmi-path-conventions.md): {@code *} is any name or key, {@code ...} any number of
 * names, keys that are left out are any, and all below a path belong to it.
 */
final class PathPattern {
  private PathPattern() {}

  /** Returns whether a path belongs to a pattern. */
  static boolean matches(Path pattern, Path path) {
    return matches(pattern.getElemList(), path.getElemList());
  }

  private static boolean matches(List<PathElem> pattern, List<PathElem> path) {
    if (pattern.isEmpty()) {
      return true;
    }
    PathElem first = pattern.getFirst();
    List<PathElem> rest = pattern.subList(1, pattern.size());
    if (first.getName().equals("...")) {
      return matches(rest, path)
          || (!path.isEmpty() && matches(pattern, path.subList(1, path.size())));
    }
    return !path.isEmpty()
        && matches(first, path.getFirst())
        && matches(rest, path.subList(1, path.size()));
  }

  private static boolean matches(PathElem pattern, PathElem element) {
    String name = pattern.getName();
    // With the name of its module before it, as RFC 7951 writes names.
    String plain = name.substring(name.indexOf(':') + 1);
    if (!plain.equals("*") && !plain.equals(element.getName())) {
      return false;
    }
    Map<String, String> keys = element.getKeyMap();
    return pattern.getKeyMap().entrySet().stream()
        .allMatch(key ->
            keys.containsKey(key.getKey())
                && (key.getValue().equals("*") || key.getValue().equals(keys.get(key.getKey()))));
  }

  /** A pattern of the same names, with any values of its keys. */
  static Path withoutKeys(Path pattern) {
    Path.Builder names = Path.newBuilder();
    for (PathElem element : pattern.getElemList()) {
      PathElem.Builder any = PathElem.newBuilder().setName(element.getName());
      element.getKeyMap().keySet().forEach(key -> any.putKey(key, "*"));
      names.addElem(any);
    }
    return names.build();
  }

  /** Returns a path as people write it. */
  static String text(Path path) {
    return path.getElemList().stream()
        .map(element ->
            element.getName()
                + element.getKeyMap().entrySet().stream()
                    .map(key -> "[" + key.getKey() + "=" + key.getValue() + "]")
                    .collect(Collectors.joining()))
        .collect(Collectors.joining("/", "/", ""));
  }
}

package io.smartt.view.gnmi;

import module java.base;

import io.grpc.Status;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.PathElem;
import io.smartt.view.gnmi.GnmiService.Target;

/** The parts that the requests have in common: their paths and encoding, checked. */
final class Paths {
  static final List<Encoding> ENCODINGS =
      List.of(Encoding.JSON, Encoding.JSON_IETF, Encoding.PROTO);

  /** More than any collector's file has, and little enough to be read at each sample. */
  private static final int MOST = 64;

  private static final int DEEPEST = 32;

  private Paths() {}

  /**
   * The whole of a path, without its target.
   *
   * @throws io.grpc.StatusRuntimeException if there can be nothing
   */
  static Path whole(Path prefix, Path path, Target target) {
    if (!path.getTarget().isEmpty()) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a target belongs into the prefix (gNMI 2.2.2.1), not into a path")
          .asRuntimeException();
    }
    Path whole =
        Path.newBuilder()
            .setOrigin(path.getOrigin().isEmpty() ? prefix.getOrigin() : path.getOrigin())
            .addAllElem(prefix.getElemList())
            .addAllElem(path.getElemList())
            .build();
    if (whole.getElemCount() > DEEPEST) {
      throw Status.INVALID_ARGUMENT
          .withDescription("a path has more than " + DEEPEST + " names")
          .asRuntimeException();
    }
    target.tree().check(whole);
    return whole;
  }

  /** Refuses more paths than are served. */
  static void checkNumber(int paths) {
    if (paths == 0 || paths > MOST) {
      throw Status.INVALID_ARGUMENT
          .withDescription(paths + " paths; 1 to " + MOST + " are accepted")
          .asRuntimeException();
    }
  }

  /** Refuses other encodings than those that Capabilities names. */
  static Encoding checked(Encoding encoding) {
    if (!ENCODINGS.contains(encoding)) {
      throw Status.UNIMPLEMENTED
          .withDescription("encoding " + encoding + "; there are " + ENCODINGS)
          .asRuntimeException();
    }
    return encoding;
  }

  /**
   * Returns whether a path belongs to a pattern, which stands for more than one as OpenConfig
   * writes it (openconfig/reference rpc/gnmi/gnmi-path-conventions.md): {@code *} is any name or
   * key, {@code ...} any number of names, keys that are left out are any, and all below a path
   * belong to it.
   */
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

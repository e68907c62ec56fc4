package io.smartt.view.gnmi;

import io.grpc.Status;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.view.gnmi.GnmiService.Target;
import java.util.List;

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
}

package io.smartt.host.own;

import java.util.Optional;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A user's algorithm threw, or did not return. Says what, where, and of which flow. */
public final class OwnAlgorithmException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final int from;
  private final @Nullable Integer to;

  /**
   * An exception of an algorithm.
   *
   * @param what algorithm, call, line and reason
   * @param from address of the flow's sender, as the big-endian integer of its four bytes
   * @param to address of its receiver; empty while the connection is being made
   */
  OwnAlgorithmException(String what, int from, Optional<Integer> to, Throwable cause) {
    super(what, cause);
    this.what = what;
    this.from = from;
    this.to = to.orElse(null);
  }

  /**
   * The message for the user.
   *
   * @param host the name of the host of an address
   */
  public String message(IntFunction<String> host) {
    return what
        + " (flow from "
        + host.apply(from)
        + (to == null ? "" : " to " + host.apply(to))
        + ")";
  }
}

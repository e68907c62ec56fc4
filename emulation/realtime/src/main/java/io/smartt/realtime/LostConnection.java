package io.smartt.realtime;

import io.grpc.Status;

/** Says why a connection is lost, in the system's words where gRPC has none of its own. */
public final class LostConnection {
  private static final String NO_REASON = "Network closed for unknown reason";
  private static final String NO_SIGN = "Keepalive failed";

  private LostConnection() {}

  /** Returns the reason, without a full stop. */
  public static String words(Status status) {
    String said =
        status.getDescription() == null ? status.getCode().name() : status.getDescription();
    if (said.startsWith(NO_SIGN)) {
      return "it gave no sign of life for half a minute: stopped, starved or out of reach";
    }
    Throwable cause = status.getCause();
    String words =
        said.equals(NO_REASON)
            ? "the other end closed the connection, as when its process is killed"
            : said;
    return cause == null || cause.getMessage() == null
        ? words
        : words + " (" + cause.getMessage() + ")";
  }
}

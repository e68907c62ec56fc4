package io.smartt.workload.schedule;

/** The kinds of work that an operation does. */
public enum OperationKind {
  /** Sends a message; done when its last byte is acknowledged. */
  SEND,
  /** Receives a message; done when it is posted and the last byte has arrived. */
  RECEIVE,
  /** Computes, on a core of its rank. */
  COMPUTE,
  /** Takes no time and no core: others wait for it alone instead of for all that it waits for. */
  JOIN;

  /** The word that reports and errors have for it. */
  public String word() {
    return switch (this) {
      case SEND -> "send";
      case RECEIVE -> "recv";
      case COMPUTE -> "calc";
      case JOIN -> "join";
    };
  }
}

package io.smartt.experiment.report;

/** The ends of a flow whose counters are known: not those of a host whose agent was lost. */
public enum FlowEnds {
  /** The counters of both ends. */
  BOTH(true, true),
  /** The sender's, not what its receiver placed. */
  SENDER(true, false),
  /** The counters of the receiver, nothing of the sender. */
  RECEIVER(false, true),
  /** The counters of neither end. */
  NONE(false, false);

  private final boolean sender;
  private final boolean receiver;

  FlowEnds(boolean sender, boolean receiver) {
    this.sender = sender;
    this.receiver = receiver;
  }

  /** Returns the one for what is known of each end. */
  public static FlowEnds of(boolean sender, boolean receiver) {
    if (sender) {
      return receiver ? BOTH : SENDER;
    }
    return receiver ? RECEIVER : NONE;
  }

  /** Returns whether the sender's counters are known. */
  public boolean sender() {
    return sender;
  }

  /** Returns whether it is known what the receiver placed. */
  public boolean receiver() {
    return receiver;
  }
}

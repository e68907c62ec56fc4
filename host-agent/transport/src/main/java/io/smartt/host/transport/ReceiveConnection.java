package io.smartt.host.transport;

import module java.base;

import io.smartt.host.credit.CreditAccount;
import io.smartt.host.credit.CreditAccount.CreditSender;
import io.smartt.host.transport.ControlQueue.AnswerTo;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import io.smartt.host.wire.OuterHeaders;
import org.jspecify.annotations.Nullable;

/** The receiving end of a connection: the packets that arrived and the messages they fill. */
final class ReceiveConnection extends AnswerTo {
  // Far enough back, and the difference to any time does not overflow.
  private static final long NEVER = Long.MIN_VALUE / 2;

  private final Destination peer;
  private final ReceiveWindow window;
  private final LongMap<ReceivedMessage> messages = new LongMap<>();
  private final Credit credit;
  private final PriorityQueue<ReceivedMessage> kept =
      new PriorityQueue<>(1, Comparator.comparingLong(ReceivedMessage::lastSequence));
  private @Nullable ReceivedMessage latest;
  private long receivedBytes;
  private long heardPs;
  private boolean answered;
  private int unansweredPackets;
  private int unansweredBytes;
  private boolean asked;
  private boolean closed;
  private int penalty;
  private char creditEntropy;
  private boolean restores;
  private long askedFor = NEVER;
  private long markedPs = NEVER;
  private long probedUpTo = NEVER;

  ReceiveConnection(
      int id,
      int remoteId,
      Destination peer,
      OuterHeaders headers,
      CreditSender sender,
      long firstSequence,
      long nowPs) {
    super(id, remoteId, headers);
    this.peer = peer;
    credit = new Credit(this, sender);
    window = new ReceiveWindow(firstSequence);
    heardPs = nowPs;
  }

  /**
   * Returns whether a packet that is not the next in order asks for the next for the first time.
   */
  boolean asksForNext() {
    boolean asks = askedFor != window.next();
    askedFor = window.next();
    return asks;
  }

  /** The path of the next credit: paths take turns, so that one that is broken stops none. */
  int nextCreditEntropy() {
    return creditEntropy++;
  }

  /** Returns whether a mark goes back to the sender now: the latest did so long ago. */
  boolean returnsMark(long nowPs, long intervalPs) {
    boolean due = nowPs - markedPs >= intervalPs;
    if (due) {
      markedPs = nowPs;
    }
    return due;
  }

  /** The credit account of a connection, with the connection that it belongs to. */
  static final class Credit extends CreditAccount {
    private final ReceiveConnection connection;

    Credit(ReceiveConnection connection, CreditSender sender) {
      super(sender);
      this.connection = connection;
    }

    ReceiveConnection connection() {
      return connection;
    }
  }

  /** Credit granted to the sender, where it asks for any. */
  Credit credit() {
    return credit;
  }

  Destination peer() {
    return peer;
  }

  ReceiveWindow window() {
    return window;
  }

  /** Sets what acknowledgements ask of the sender's window. */
  void asks(int windowPenalty, boolean restoresWindow) {
    penalty = windowPenalty;
    restores = restoresWindow;
  }

  /** Penalty of the sender's window. */
  int penalty() {
    return penalty;
  }

  /** Returns whether the sender's window of before is to come back. */
  boolean restoresWindow() {
    return restores;
  }

  /** Nominal bytes of the packets placed. */
  long receivedBytes() {
    return receivedBytes;
  }

  /** Returns whether the connection may be forgotten: every message begun is complete. */
  boolean isIdle() {
    return messages.size() == 0;
  }

  /** The time at which the latest packet arrived. */
  long heardPs() {
    return heardPs;
  }

  void touched(long nowPs) {
    heardPs = nowPs;
  }

  /**
   * Returns whether its sender closed the connection; it is kept a while to recognise late packets.
   */
  boolean isClosed() {
    return closed;
  }

  /** The close takes the sequence number after the last packet's. */
  void close(long sequence) {
    window.accept(sequence);
    credit.cancel();
    closed = true;
  }

  /** The incomplete message with this id; null if there is none. */
  @Nullable ReceivedMessage message(long messageId) {
    ReceivedMessage message = latest;
    if (message == null || message.id() != messageId) {
      message = messages.get(messageId);
      latest = message;
    }
    return message;
  }

  void begin(ReceivedMessage message) {
    messages.put(message.id(), message);
    latest = message;
  }

  void remove(ReceivedMessage message) {
    messages.remove(message.id());
    latest = null;
  }

  /** Keeps a message, if it is complete, until all packets before its last have arrived. */
  void keepIfComplete(ReceivedMessage message) {
    if (message.isComplete()) {
      kept.add(message);
    }
  }

  /** Takes the next of the messages kept whose turn it is; null if there is none. */
  @Nullable ReceivedMessage inOrder() {
    ReceivedMessage next = kept.peek();
    return next != null && next.lastSequence() < window.next() ? kept.poll() : null;
  }

  /** Tells of each incomplete message. */
  void forEachIncoming(IncomingMessages visitor) {
    messages.forEach(message -> visitor.message(peer.ipv4(), message.id(), message.placedBytes()));
  }

  /** Gives up the incomplete messages. Returns how many they were. */
  int abandonMessages() {
    credit.cancel();
    messages.forEach(message -> {
      PayloadSink.PayloadTarget target = message.target();
      if (target != null) {
        target.abandon();
      }
    });
    return messages.size();
  }

  /**
   * A packet was placed.
   *
   * @param nominalBytes its length as congestion control counts it
   */
  void accept(long sequence, int nominalBytes) {
    window.accept(sequence);
    receivedBytes += nominalBytes;
  }

  /**
   * Returns whether a packet that arrived is to be acknowledged now, by itself or because enough
   * others wait for it.
   */
  boolean acknowledgesNow(boolean atOnce, int length, ReliabilitySettings settings) {
    unansweredPackets++;
    unansweredBytes += length;
    boolean now =
        atOnce
            || !answered
            || unansweredPackets >= settings.ackEveryPackets()
            || unansweredBytes >= settings.ackEveryBytes();
    if (now) {
      answered();
    }
    return now;
  }

  /** The sender asks for an acknowledgement, which packets on their way will need as well. */
  void asksForAcknowledgement() {
    asked = true;
  }

  /**
   * The sender waits for answers to packets up to this one. It may have overtaken them, so that
   * those still to come are answered at once.
   */
  void probed(long sequence) {
    probedUpTo = Math.max(probedUpTo, sequence);
  }

  /**
   * Returns whether the sender asked for an answer to this packet when it had been waiting for
   * long.
   */
  boolean isProbed(long sequence) {
    return sequence <= probedUpTo;
  }

  /** Returns whether the last gap before a packet that asked has just been filled. */
  boolean completesWhatWasAsked() {
    boolean complete = asked && window.outOfOrder() == 0;
    asked &= !complete;
    return complete;
  }

  /** An acknowledgement goes out, which speaks for all packets so far. */
  void answered() {
    answered = true;
    unansweredPackets = 0;
    unansweredBytes = 0;
  }
}

package io.smartt.softswitch.p4runtime;

import module java.base;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import org.p4.v1.StreamMessageResponse;

/**
 * The way to one controller. Arbitration goes out at once; packets and notices wait for a slow
 * reader up to a limit and are dropped beyond. Thread safe.
 */
final class ControllerStream {
  private final ServerCallStreamObserver<StreamMessageResponse> out;
  private final int maxWaiting;
  private final ArrayDeque<StreamMessageResponse> waiting = new ArrayDeque<>();
  private boolean closed;

  ControllerStream(ServerCallStreamObserver<StreamMessageResponse> out, int maxWaiting) {
    this.out = out;
    this.maxWaiting = maxWaiting;
    out.setOnReadyHandler(this::drain);
  }

  /** Sends what must arrive. */
  synchronized void send(StreamMessageResponse message) {
    if (!closed) {
      out.onNext(message);
    }
  }

  /** Sends what may be lost; false where it is. */
  synchronized boolean offer(StreamMessageResponse message) {
    if (closed || waiting.size() >= maxWaiting) {
      return false;
    }
    if (waiting.isEmpty() && out.isReady()) {
      out.onNext(message);
    } else {
      waiting.add(message);
    }
    return true;
  }

  /** Returns what was taken and never sent, of a stream that has ended; reported once. */
  synchronized List<StreamMessageResponse> unsent() {
    List<StreamMessageResponse> unsent = List.copyOf(waiting);
    waiting.clear();
    return unsent;
  }

  /** Ends the stream with an error. */
  synchronized void fail(Status status) {
    if (!closed) {
      closed = true;
      out.onError(status.asRuntimeException());
    }
  }

  /** Ends the stream because the controller did. */
  synchronized void complete() {
    if (!closed) {
      closed = true;
      out.onCompleted();
    }
  }

  /** The controller is gone; nothing more can be sent. */
  synchronized void abandon() {
    closed = true;
  }

  private synchronized void drain() {
    while (!closed && !waiting.isEmpty() && out.isReady()) {
      out.onNext(waiting.remove());
    }
  }
}

package io.smartt.host.agent.daemon;

import io.grpc.stub.ServerCallStreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Callers that get the same reports as events happen. For one event loop; any thread may ask about
 * them.
 *
 * @param <T> report
 */
final class Watchers<T> {
  private final List<ServerCallStreamObserver<T>> calls = new CopyOnWriteArrayList<>();
  private volatile int size;

  void add(ServerCallStreamObserver<T> call) {
    calls.add(call);
    size = calls.size();
  }

  void remove(ServerCallStreamObserver<T> call) {
    calls.remove(call);
    size = calls.size();
  }

  /** The number of watchers, for any thread. */
  int size() {
    return size;
  }

  boolean isEmpty() {
    return calls.isEmpty();
  }

  /** Returns whether somebody has read what there was. */
  boolean anyReady() {
    return calls.stream().anyMatch(ServerCallStreamObserver::isReady);
  }

  void tell(T message) {
    for (ServerCallStreamObserver<T> call : calls) {
      if (!call.isCancelled()) {
        call.onNext(message);
      }
    }
  }

  /** Ends all calls. */
  void complete() {
    for (ServerCallStreamObserver<T> call : List.copyOf(calls)) {
      if (!call.isCancelled()) {
        call.onCompleted();
      }
    }
    calls.clear();
    size = 0;
  }
}

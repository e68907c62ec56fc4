package io.smartt.host.agent.daemon;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;

/**
 * Answers a call of a gRPC service with one value or with a status that says why not.
 *
 * @param codes the status of each exception that a call may end with, without description
 */
public record UnaryAnswers(Function<RuntimeException, Status> codes) {
  /** Makes a value and sends it, or the status of the exception that making it ended with. */
  public <T> void answer(StreamObserver<T> response, Supplier<T> call) {
    T answer;
    try {
      answer = call.get();
    } catch (RuntimeException e) {
      response.onError(status(e));
      return;
    }
    response.onNext(answer);
    response.onCompleted();
  }

  /** Returns the status of an exception, with its message or else its name as the description. */
  public StatusRuntimeException status(RuntimeException e) {
    return codes
        .apply(e)
        .withDescription(Optional.ofNullable(e.getMessage()).orElseGet(e::toString))
        .withCause(e)
        .asRuntimeException();
  }
}

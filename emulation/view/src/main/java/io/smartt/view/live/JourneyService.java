package io.smartt.view.live;

import module java.base;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.view.live.LiveServer.JourneySource;

/** The desk that makes journeys for browsers, one at a time: each is a run of its own. */
final class JourneyService implements AutoCloseable {
  private final JourneySource source;
  private final AtomicBoolean busy = new AtomicBoolean();
  private volatile boolean closed;

  /** The answer that a browser gets. */
  record Answer(HttpResponseStatus status, String json) {}

  JourneyService(JourneySource source) {
    this.source = source;
  }

  /**
   * Begins a journey.
   *
   * @param wanted as {@link JourneySource} has it
   * @param stillWanted whether the browser still waits
   * @param answer receives the journey, or why there is none, on some thread
   */
  void ask(
      Optional<Path> run,
      Map<String, String> wanted,
      BooleanSupplier stillWanted,
      Consumer<Answer> answer) {
    if (run.isEmpty()) {
      answer.accept(
          failure(HttpResponseStatus.SERVICE_UNAVAILABLE, "no run that leaves a folder has begun"));
    } else if (!busy.compareAndSet(false, true)) {
      answer.accept(
          failure(
              HttpResponseStatus.TOO_MANY_REQUESTS,
              "another journey is being made; ask again when it is there"));
    } else {
      Thread.ofPlatform()
          .name("smartt-live-journey")
          .daemon()
          .start(() -> {
            Answer made;
            try {
              made = answer(run.get(), wanted, stillWanted);
            } finally {
              busy.set(false);
            }
            answer.accept(made);
          });
    }
  }

  private Answer answer(Path run, Map<String, String> wanted, BooleanSupplier stillWanted) {
    try {
      return source
          .json(
              run,
              wanted,
              new RunMonitor.UntilOver(
                  RunMonitor.NONE, () -> closed || !stillWanted.getAsBoolean()))
          .map(json -> new Answer(HttpResponseStatus.OK, json))
          .orElseGet(() -> failure(HttpResponseStatus.NOT_FOUND, "the run has no such packet"));
    } catch (UserInputException | RunFailedException | RunMonitor.RunInterruptedException e) {
      return failure(HttpResponseStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
  }

  private static Answer failure(HttpResponseStatus status, String why) {
    return new Answer(status, error(why));
  }

  /** JSON that says why there is nothing else. */
  static String error(String why) {
    return "{\"error\":\"" + new String(JsonStringEncoder.getInstance().quoteAsString(why)) + "\"}";
  }

  @Override
  public void close() {
    closed = true;
  }
}

package io.smartt.tests.fuzz;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.study.launch.Fabrics;
import io.smartt.study.launch.LocalRunner;
import io.smartt.view.live.LiveServer;
import io.smartt.view.live.LiveServer.JourneySource;
import io.smartt.view.live.LiveServer.LiveToken;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Bytes as any program of this machine can send them to the page of a run, which has ended. */
final class FuzzedRequests {
  private static final LiveToken TOKEN = new LiveToken("fuzzed-fuzzed-fuzzed");
  private static final int PATIENCE_MS = 30_000;
  private static final Pattern STATUS = Pattern.compile("(?m)^HTTP/1\\.[01] (\\d{3}) ");

  /** Answers that say what was asked amiss, or that something is not there. */
  private static final Pattern SOUND = Pattern.compile("[1-4]\\d\\d|503");

  private final LiveServer server;

  private FuzzedRequests(LiveServer server) {
    this.server = server;
  }

  /** Shows a run; for as long as this JVM lasts. */
  static FuzzedRequests of(ExperimentSpec spec) {
    LiveServer server = LiveServer.start(0, TOKEN, "fuzzed", JourneySource.NONE);
    try {
      var _ =
          new LocalRunner(Clock.systemUTC(), 1, Fabrics.builtIn())
              .run(
                  spec,
                  Optional.of(Files.createTempDirectory("smartt-fuzz").resolve("run")),
                  server.watching(RunMonitor.NONE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.end(RunStatus.COMPLETED);
    return new FuzzedRequests(server);
  }

  /** Sends what is in a file, and reads all that comes until the server closes. */
  void send(Path file) throws IOException {
    String answer;
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      socket.setSoTimeout(PATIENCE_MS);
      socket.getOutputStream().write(InputFile.bytes(file));
      socket.shutdownOutput();
      answer = new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    } catch (SocketException e) {
      // It was closed before all of it was read.
      throw new UserInputException(file + ": hung up", e);
    }
    assertThat(answer).doesNotContain("Exception", "\tat ");
    List<String> statuses = STATUS.matcher(answer).results().map(FuzzedRequests::code).toList();
    assertThat(statuses).allMatch(status -> SOUND.matcher(status).matches());
    if (statuses.isEmpty() || statuses.stream().anyMatch(status -> status.startsWith("4"))) {
      throw new UserInputException(file + ": refused with " + statuses);
    }
  }

  private static String code(MatchResult status) {
    return status.group(1);
  }
}

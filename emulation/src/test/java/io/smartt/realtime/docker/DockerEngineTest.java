package io.smartt.realtime.docker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import com.sun.net.httpserver.HttpServer;
import io.smartt.base.failure.RunFailedException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link DockerEngine} without an engine. */
@Timeout(60)
class DockerEngineTest {
  @Test
  void whatTheEngineSaysIsItsSentenceWithoutStatusAndJson() {
    assertThat(
            DockerEngine.said(
                new ConflictException("{\"message\":\"name \\\"a\\\" is in use\"}\n")))
        .isEqualTo("name \"a\" is in use");
    assertThat(DockerEngine.said(new InternalServerErrorException("no JSON"))).endsWith("no JSON");
  }

  @ParameterizedTest
  @CsvSource({
    "attaching to network failed: context deadline exceeded, 2, 3, true",
    "attaching to network failed: context deadline exceeded, 9, 3, false",
    "port is already allocated, 9, 1, false"
  })
  void aStartThatASwarmLeftUnansweredIsTriedAgain(
      String said, int failures, int calls, boolean works) throws IOException {
    AtomicInteger called = new AtomicInteger();
    HttpServer http =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    http.createContext(
        "/",
        exchange -> {
          boolean start = exchange.getRequestURI().getPath().endsWith("/containers/abc/start");
          boolean fails = start && called.incrementAndGet() <= failures;
          byte[] body = (fails ? "{\"message\":\"" + said + "\"}" : "").getBytes(UTF_8);
          exchange.sendResponseHeaders(
              fails ? 500 : start ? 204 : 200, body.length == 0 ? -1 : body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    http.start();
    try (DockerEngine engine =
        DockerEngine.connect("tcp://127.0.0.1:" + http.getAddress().getPort())) {
      Throwable thrown = catchThrowable(() -> engine.start("starting s1 again", "abc"));

      assertThat(called).hasValue(calls);
      if (works) {
        assertThat(thrown).isNull();
      } else {
        assertThat(thrown)
            .isInstanceOf(RunFailedException.class)
            .hasMessage("Docker: starting s1 again: " + said);
      }
    } finally {
      http.stop(0);
    }
  }
}

package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import io.smartt.base.failure.RunFailedException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link DockerEngine} without an engine. */
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
  void anAttachmentThatASwarmLeftUnansweredIsTriedAgain(
      String said, int failures, int calls, boolean works) {
    AtomicInteger called = new AtomicInteger();
    RunFailedException failure = new RunFailedException("Docker: starting h1: " + said);

    Throwable thrown =
        catchThrowable(() ->
            DockerEngine.attaching(() -> {
              if (called.incrementAndGet() <= failures) {
                throw failure;
              }
            }));

    assertThat(called).hasValue(calls);
    assertThat(thrown == null).isEqualTo(works);
  }
}

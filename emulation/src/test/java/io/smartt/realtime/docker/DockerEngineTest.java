package io.smartt.realtime.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.dockerjava.api.exception.ConflictException;
import com.github.dockerjava.api.exception.InternalServerErrorException;
import org.junit.jupiter.api.Test;

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
}

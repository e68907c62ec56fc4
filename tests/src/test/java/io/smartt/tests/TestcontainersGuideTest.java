package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The example of the page compiles; {@link DockerRunTest} runs it. */
@Timeout(60)
class TestcontainersGuideTest {
  @TempDir private Path folder;

  @Test
  void theExampleCompilesAsItStands() throws Exception {
    assertThat(TestcontainersGuide.compiled(folder)).isNotEmpty();
    assertThat(folder.resolve("RouterControllerTest.class")).exists();
  }
}

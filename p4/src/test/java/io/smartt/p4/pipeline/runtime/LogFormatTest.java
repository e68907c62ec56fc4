package io.smartt.p4.pipeline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.tree.ExternPrimitives;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ExternPrimitives#fill}. */
class LogFormatTest {
  @Test
  void bracesTakeTheArgumentsInOrder() {
    assertThat(ExternPrimitives.fill("a={} b={}", List.of(1, 2))).isEqualTo("a=1 b=2");
  }

  @Test
  void escapedBracesStay() {
    assertThat(ExternPrimitives.fill("\\{{}\\}", List.of(1))).isEqualTo("{1}");
  }

  @Test
  void bracesWithoutArgumentOrEndStay() {
    assertThat(ExternPrimitives.fill("{} {} {", List.of(1))).isEqualTo("1 {} {");
  }
}

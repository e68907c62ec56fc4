package io.smartt.base.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.info.P4Objects;
import java.util.List;
import org.junit.jupiter.api.Test;

class NearNamesTest {
  private static final List<String> NAMES = List.of("link.rate", "link.latency", "queue.size");

  @Test
  void countsEdits() {
    assertThat(P4Objects.editDistance("kitten", "sitting")).isEqualTo(3);
    assertThat(P4Objects.editDistance("", "abc")).isEqualTo(3);
    assertThat(P4Objects.editDistance("same", "same")).isZero();
  }

  @Test
  void suggestsTheNearestFirst() {
    assertThat(NearNames.of("link.raet", NAMES)).containsExactly("link.rate");
    assertThat(NearNames.hint("Queue.Sizes", NAMES)).isEqualTo("did you mean queue.size?");
  }

  @Test
  void listsAllWhereNoneIsNear() {
    assertThat(NearNames.hint("zzz", NAMES))
        .isEqualTo("accepted: link.rate, link.latency, queue.size");
  }
}

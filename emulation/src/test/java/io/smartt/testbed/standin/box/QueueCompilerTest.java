package io.smartt.testbed.standin.box;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.softswitch.QueueConfig;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Tests of {@link QueueCompiler}. */
class QueueCompilerTest {
  private static final String CONFIG =
      """
      {"PORT": {"Ethernet0": {"speed": "50000"}, "Ethernet1": {"speed": "50000"}},
       "BUFFER_POOL": {"P": {"size": "100000"}, "Q": {"size": "7"}},
       "BUFFER_PROFILE": {
         "DATA": {"pool": "P", "size": "1500", "dynamic_th": "-1"},
         "FIXED": {"pool": "P", "size": "500", "static_th": "4000"},
         "ELSEWHERE": {"pool": "Q", "size": "300", "dynamic_th": "0"}},
       "BUFFER_QUEUE": {
         "Ethernet0|0": {"profile": "DATA"}, "Ethernet0|1-2": {"profile": "FIXED"},
         "Ethernet1|0": {"profile": "DATA"}, "Ethernet1|6": {"profile": "ELSEWHERE"}}}
      """;

  /** The pool is 100,000 B; two queues reserve 1,500 B and two 500 B of it. */
  @Test
  void aDynamicThresholdSharesWhatNoQueueOfThePoolReserves() throws Exception {
    ConfigView config =
        new ConfigView(
            (ObjectNode) new ObjectMapper().readTree(CONFIG),
            JsonNodeFactory.instance.objectNode(),
            JsonNodeFactory.instance.objectNode());
    List<QueueConfig> queues =
        new QueueCompiler(config, UnaryOperator.identity()).queues("Ethernet0");
    assertThat(queues.get(0).sharing()).contains(new QueueConfig.Sharing(96_000, 0.5, 1500));
    // It alone: 1,500 B of its own, and a third of the rest (0.5 / 1.5).
    assertThat(queues.get(0).sharing().orElseThrow().aloneBytes()).isEqualTo(33_500);
    assertThat(queues.get(1)).isEqualTo(QueueConfig.bytes(4000));
    assertThat(queues.get(2)).isEqualTo(QueueConfig.bytes(4000));
  }
}

package io.smartt.p4.pipeline.program;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.smartt.p4.bmv2.Bmv2Reader.Bmv2FormatException;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.Pipeline.FailedAssertionException;
import io.smartt.p4.pipeline.StandardMetadata;
import java.io.IOException;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs programs with changed JSON: each is refused with one clear error, or runs. */
class MutatedProgramTest {
  @ParameterizedTest
  @ValueSource(strings = {"router", "tables", "headers", "externs"})
  void aChangedValueIsRefusedOrHarmless(String program) throws IOException {
    Mutations mutations = new Mutations(new ObjectMapper().readTree(Device.json(program)), 1);
    int refused = 0;
    for (int i = 0; i < 1500; i++) {
      refused += load(mutations.next()) ? 0 : 1;
    }

    assertThat(refused).isGreaterThan(150);
  }

  /** Whether the program was accepted; it then survives some packets. */
  private static boolean load(String json) {
    Pipeline pipeline;
    try {
      pipeline = Bmv2Program.load(json.getBytes(UTF_8)).instantiate(new Random(1));
    } catch (Bmv2FormatException e) {
      assertThat(e).hasMessageStartingWith("BMv2 JSON: ");
      return false;
    }
    Random random = new Random(2);
    for (int length : new int[] {0, 1, 14, 33, 34, 60, 200}) {
      byte[] bytes = new byte[length];
      random.nextBytes(bytes);
      PacketContext context = pipeline.newContext();
      context.packet().set(bytes, 0, length, length + random.nextInt(100));
      context.set(StandardMetadata.PACKET_LENGTH, context.packet().length());
      try {
        pipeline.ingress(context, 0);
        pipeline.egress(context, 0);
        pipeline.deparse(context);
      } catch (FailedAssertionException e) {
        assertThat(e).hasMessageContaining("");
      }
    }
    return true;
  }
}

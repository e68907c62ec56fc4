package io.smartt.p4.pipeline.program;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.StandardMetadata;
import io.smartt.p4.pipeline.interpreter.InterpreterProgram;
import java.io.IOException;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@code router} with a parser whose first state leads to itself, interpreted and compiled. */
@Timeout(60)
class EndlessParserTest {
  private static final int PARSER_TIMEOUT = 5;

  private static byte[] turning() throws IOException {
    ObjectMapper mapper = new ObjectMapper();
    JsonNode program = mapper.readTree(Device.json("router"));
    ObjectNode parser = (ObjectNode) program.get("parsers").get(0);
    ArrayNode states = (ArrayNode) parser.get("parse_states");
    ObjectNode turning = states.addObject();
    turning.put("name", "turning").put("id", states.size());
    turning.putArray("parser_ops");
    turning.putArray("transition_key");
    turning
        .putArray("transitions")
        .addObject()
        .put("type", "default")
        .putNull("value")
        .putNull("mask")
        .put("next_state", "turning");
    parser.put("init_state", "turning");
    return mapper.writeValueAsBytes(program);
  }

  private static PacketContext parsed(PipelineProgram program) {
    Pipeline pipeline = program.instantiate(new Random(1));
    PacketContext context = pipeline.newContext();
    byte[] bytes = new byte[64];
    context.packet().set(bytes, 0, bytes.length, bytes.length);
    pipeline.ingress(context, 0);
    return context;
  }

  @Test
  void aParserThatGoesRoundEndsWithParserTimeout() throws IOException {
    for (PipelineProgram program :
        List.of(
            Bmv2Program.load(turning(), InterpreterProgram::new), Bmv2Program.load(turning()))) {
      PacketContext context = parsed(program);

      assertThat(context.parserLooped()).isTrue();
      assertThat(context.get(StandardMetadata.PARSER_ERROR)).isEqualTo(PARSER_TIMEOUT);
    }
  }

  @Test
  void aParserThatEndsIsNoLoop() {
    byte[] router = Device.json("router");
    for (PipelineProgram program :
        List.of(Bmv2Program.load(router, InterpreterProgram::new), Bmv2Program.load(router))) {
      assertThat(parsed(program).parserLooped()).isFalse();
    }
  }
}

package io.smartt.tests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Programs that count packets, made of ones that count bytes, since tests have no compiler: {@code
 * smartt.json} becomes {@code smartt-packets.json} but for widths.
 */
final class PacketPrograms {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String BYTES = "metadata_t.deq_qbytes";
  private static final String DEPTH = "[\"standard_metadata\",\"deq_qdepth\"]";
  private static final String ONE = "{\"type\":\"hexstr\",\"value\":\"0x1\"}";
  private static final String SIZE = "[\"standard_metadata\",\"packet_length\"]";

  private PacketPrograms() {}

  /** Returns a program in a folder that is made of this one, which has its P4Info next to it. */
  static String of(String file, Path folder) throws IOException {
    JsonNode program = MAPPER.readTree(Path.of(file).toFile());
    program.findParents("source_info").forEach(node -> ((ObjectNode) node).remove("source_info"));
    for (JsonNode type : program.get("header_types")) {
      ArrayNode fields = (ArrayNode) type.get("fields");
      for (int i = fields.size() - 1; i >= 0; i--) {
        if (fields.get(i).get(0).textValue().equals(BYTES)) {
          fields.remove(i);
        }
      }
    }
    for (JsonNode action : program.get("actions")) {
      if (action.toString().contains("\"occupancy\"")) {
        for (JsonNode sum : action.findParents("op")) {
          for (String side : List.of("left", "right")) {
            if (sum.path(side).path("value").toString().equals(SIZE)) {
              ((ObjectNode) sum).set(side, MAPPER.readTree(ONE));
            }
          }
        }
      }
    }
    Path made = folder.resolve(Path.of(file).getFileName());
    Files.writeString(
        made,
        program
            .toString()
            .replace("[\"scalars\",\"" + BYTES + "\"]", DEPTH)
            .replace("queue_bytes", "queue_packets"));
    String info = Files.readString(Path.of(file.replace(".json", ".p4info.txtpb")));
    Files.writeString(
        Path.of(made.toString().replace(".json", ".p4info.txtpb")),
        info.replace("queue_bytes", "queue_packets"));
    return made.toString();
  }
}

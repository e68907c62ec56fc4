package io.smartt.p4.bmv2;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;

/**
 * The place in its P4 source where a part of a program was written, as the compiler noted it.
 *
 * @param file as the compiler was given it
 * @param line from 1
 * @param fragment the source there, shortened by the compiler; may be empty
 */
public record SourceLine(String file, int line, String fragment) {
  /** Debug information: what is missing or odd there is no reason to refuse a program. */
  static Optional<SourceLine> of(JsonCursor at) {
    JsonNode source = at.node().path("source_info");
    String file = source.path("filename").asText("");
    int line = source.path("line").asInt(0);
    return file.isEmpty() || line < 1
        ? Optional.empty()
        : Optional.of(new SourceLine(file, line, source.path("source_fragment").asText("")));
  }

  /** The file without its folder, and the line: {@code router.p4:52}. */
  @Override
  public String toString() {
    return file.substring(file.lastIndexOf('/') + 1) + ":" + line;
  }
}

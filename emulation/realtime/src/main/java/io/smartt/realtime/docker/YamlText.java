package io.smartt.realtime.docker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import java.util.Map;

/** YAML of a file for other tools: no start marker, and long texts on one line. */
final class YamlText {
  private YamlText() {}

  static String of(Map<String, Object> top) {
    try {
      return new ObjectMapper(
              new YAMLFactory()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .disable(YAMLGenerator.Feature.SPLIT_LINES))
          .writeValueAsString(top);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}

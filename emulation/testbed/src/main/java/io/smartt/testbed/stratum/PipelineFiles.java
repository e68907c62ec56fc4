package io.smartt.testbed.stratum;

import module java.base;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.smartt.base.input.InputFile;
import io.smartt.controller.stratum.BfPipelineConfig;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort.StratumException;

/**
 * The files that p4c's Tofino back end leaves, as one message for Stratum. The compiler's {@code
 * .conf} lists them; where it names one that is not there from the working directory, the one next
 * to it is taken, since folders are moved after compiling.
 *
 * @param conf the compiler's {@code NAME.conf}
 */
public record PipelineFiles(Path conf) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** {@code chip_family} of a Tofino 1. */
  private static final String FAMILY = "tofino";

  /**
   * The device config.
   *
   * @throws StratumException naming the file or key that is wrong
   */
  public BfPipelineConfig read() {
    JsonNode root = parse();
    requireTofino(root.path("chip_list"));
    JsonNode program = only(only(root, "p4_devices"), "p4_programs");
    BfPipelineConfig.Builder config =
        BfPipelineConfig.newBuilder()
            .setP4Name(text(program, "program-name"))
            .setBfruntimeInfo(bytes(text(program, "bfrt-config")));
    JsonNode pipelines = program.path("p4_pipelines");
    if (pipelines.isEmpty()) {
      throw new StratumException(conf + ": p4_pipelines is empty");
    }
    for (JsonNode pipeline : pipelines) {
      BfPipelineConfig.Profile.Builder profile =
          BfPipelineConfig.Profile.newBuilder()
              .setProfileName(text(pipeline, "p4_pipeline_name"))
              .setContext(bytes(text(pipeline, "context")))
              .setBinary(bytes(text(pipeline, "config")));
      pipeline.path("pipe_scope").forEach(pipe -> profile.addPipeScope(pipe.asInt()));
      config.addProfiles(profile);
    }
    return config.build();
  }

  /** Stratum is built with an SDE that has no other ASIC (its build-bf-sde.sh:165). */
  private void requireTofino(JsonNode chips) {
    for (JsonNode chip : chips) {
      String family = chip.path("chip_family").asText(FAMILY);
      if (!family.equalsIgnoreCase(FAMILY)) {
        throw new StratumException(
            "%s: is compiled for %s; Stratum is built with an SDE for Tofino 1 alone: compile it"
                    .formatted(conf, family)
                + " with --target tofino --arch tna");
      }
    }
  }

  private JsonNode parse() {
    try {
      return JSON.readTree(InputFile.text(conf));
    } catch (JsonProcessingException e) {
      throw new StratumException(
          conf + ": is not the compiler's .conf: " + e.getOriginalMessage(), e);
    }
  }

  private JsonNode only(JsonNode parent, String key) {
    JsonNode list = parent.path(key);
    if (list.size() != 1) {
      throw new StratumException(
          conf + ": " + key + " has " + list.size() + " items, and Stratum takes exactly one");
    }
    return list.path(0);
  }

  private String text(JsonNode parent, String key) {
    String text = parent.path(key).asText("");
    if (text.isEmpty()) {
      throw new StratumException(conf + ": " + key + " is missing");
    }
    return text;
  }

  private ByteString bytes(String named) {
    Path given = Path.of(named);
    Path folder = conf.toAbsolutePath().getParent();
    Path file = Files.exists(given) || folder == null ? given : nearest(folder, given);
    if (!Files.exists(file)) {
      throw new StratumException(conf + ": names " + named + ", which is not there");
    }
    return ByteString.copyFrom(InputFile.bytes(file));
  }

  /** The longest end of a path that is there below a folder. */
  private static Path nearest(Path folder, Path given) {
    for (int first = 0; first < given.getNameCount(); first++) {
      Path below = folder.resolve(given.subpath(first, given.getNameCount()).toString());
      if (Files.exists(below)) {
        return below;
      }
    }
    return folder.resolve(given.toString());
  }
}

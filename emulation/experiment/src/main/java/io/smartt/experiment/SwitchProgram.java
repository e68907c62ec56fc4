package io.smartt.experiment;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;

/** Finds P4 programs as p4c leaves them: BMv2 JSON and P4Info. */
public final class SwitchProgram {
  private static final String PACKED = "/io/smartt/p4/programs/";

  /** The name of the packed program. */
  public static final String STANDARD = "smartt";

  private SwitchProgram() {}

  /**
   * The packed program {@code smartt}, or one from a file {@code x.json} with {@code
   * x.p4info.txtpb} next to it.
   *
   * @throws UserInputException naming the file that is missing or malformed
   */
  public static PipelineConfig load(String nameOrFile) {
    if (nameOrFile.equals(STANDARD)) {
      return of(packed(STANDARD + ".json"), packed(STANDARD + ".p4info.txtpb"), STANDARD);
    }
    if (!nameOrFile.endsWith(".json")) {
      throw new UserInputException(
          "program '"
              + nameOrFile
              + "' is not known; accepted: smartt, or a .json file of p4c"
              + " with its .p4info.txtpb next to it");
    }
    Path json = Path.of(nameOrFile);
    Path info = p4Info(nameOrFile);
    byte[] program = InputFile.bytes(json);
    requireProgram(json, program);
    return of(program, InputFile.bytes(info), info.toString());
  }

  /** Returns the path of the P4Info that is next to a JSON. */
  static Path p4Info(String json) {
    return Path.of(json.substring(0, json.length() - ".json".length()) + ".p4info.txtpb");
  }

  /** Returns the text of a program's file. */
  static String text(Path file) {
    return InputFile.text(file);
  }

  /**
   * Refuses a file that is no program, so that the file that is wrong is named, and not the P4Info
   * next to it.
   */
  private static void requireProgram(Path json, byte[] program) {
    try {
      if (new ObjectMapper().readTree(program).path("pipelines").isArray()) {
        return;
      }
    } catch (IOException e) {
      // No JSON at all, which the message says as well.
    }
    throw new UserInputException(json + ": is not the JSON that p4c writes for BMv2");
  }

  private static PipelineConfig of(byte[] json, byte[] info, String name) {
    try {
      return new PipelineConfig(
          P4InfoIndex.of(P4InfoReader.parse(info, name)), ByteString.copyFrom(json));
    } catch (P4InfoReader.InvalidP4InfoException e) {
      throw new UserInputException(String.valueOf(e.getMessage()), e);
    }
  }

  private static byte[] packed(String name) {
    return PackedText.bytes(SwitchProgram.class, PACKED + name);
  }
}

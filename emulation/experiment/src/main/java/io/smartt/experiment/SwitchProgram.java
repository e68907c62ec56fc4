package io.smartt.experiment;

import module java.base;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.PackedText;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.forwarding.ForwardingPlanner;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.p4.info.P4InfoReader;

/** Finds P4 programs as p4c leaves them: BMv2 JSON and P4Info. */
public final class SwitchProgram {
  private static final String PACKED = "/io/smartt/p4/programs/";

  /** One program for each kind of switch: they count a queue's bytes or packets. */
  private static final List<String> NAMES =
      Stream.of(SwitchKind.values()).map(SwitchKind::program).toList();

  private SwitchProgram() {}

  /**
   * A packed program, or one from a file {@code x.json} with {@code x.p4info.txtpb} next to it.
   *
   * @throws UserInputException naming the file that is missing or malformed
   */
  public static PipelineConfig load(String nameOrFile) {
    if (isPacked(nameOrFile)) {
      return of(packed(nameOrFile + ".json"), packed(nameOrFile + ".p4info.txtpb"), nameOrFile);
    }
    if (!nameOrFile.endsWith(".json")) {
      throw new UserInputException(
          ("program '%s' is not known; accepted: %s, or a .json file of p4c with its "
                  + ".p4info.txtpb next to it")
              .formatted(nameOrFile, String.join(", ", NAMES)));
    }
    Path json = Path.of(nameOrFile);
    Path info = p4Info(nameOrFile);
    byte[] program = InputFile.bytes(json);
    requireProgram(json, program);
    return of(program, InputFile.bytes(info), info.toString());
  }

  /** Returns whether a program is of this name, and not from a file. */
  public static boolean isPacked(String nameOrFile) {
    return NAMES.contains(nameOrFile);
  }

  /**
   * Returns whether a program counts the bytes of a queue, and not its packets.
   *
   * @throws UserInputException naming the file that is missing or malformed
   */
  public static boolean countsBytes(String nameOrFile) {
    return isPacked(nameOrFile)
        ? nameOrFile.equals(SwitchKind.EMBEDDED.program())
        : ForwardingPlanner.countsBytes(load(nameOrFile).info());
  }

  /** Returns whether a program counts bytes, or asks for fields that BMv2 does not fill in. */
  public static boolean needsEmbedded(String nameOrFile) {
    String json = load(nameOrFile).deviceConfig().toStringUtf8();
    return countsBytes(nameOrFile) || json.contains(".deq_qbytes\"") || json.contains(".deq_ns\"");
  }

  /** Returns the path of the P4Info that is next to a JSON. */
  static Path p4Info(String json) {
    return Path.of(json.substring(0, json.length() - ".json".length()) + ".p4info.txtpb");
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
      return new PipelineConfig(P4InfoReader.index(info, name), ByteString.copyFrom(json));
    } catch (P4InfoReader.InvalidP4InfoException e) {
      throw new UserInputException(e);
    }
  }

  private static byte[] packed(String name) {
    return PackedText.bytes(SwitchProgram.class, PACKED + name);
  }
}

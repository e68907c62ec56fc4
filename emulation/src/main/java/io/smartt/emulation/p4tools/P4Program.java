package io.smartt.emulation.p4tools;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.base.input.InputFile;
import io.smartt.base.input.UserInputException;
import io.smartt.p4.bmv2.Bmv2Config;
import io.smartt.p4.bmv2.Bmv2Reader;
import io.smartt.p4.info.P4InfoFromBmv2;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * A compiled program as a controller sends it.
 *
 * @param json as p4c wrote it
 * @param config the same, read
 * @param info p4c's P4Info, or one worked out from the JSON
 */
public record P4Program(ByteString json, Bmv2Config config, P4InfoIndex info) {
  /**
   * Reads a program.
   *
   * @param jsonFile BMv2 JSON
   * @param p4infoFile its P4Info; without one it is worked out from the JSON
   * @throws UserInputException naming the file and what is wrong with it
   */
  public static P4Program read(Path jsonFile, Optional<Path> p4infoFile) {
    byte[] json = InputFile.bytes(jsonFile);
    try {
      Bmv2Config config = Bmv2Reader.read(json);
      P4InfoIndex info =
          p4infoFile
              .map(file -> P4InfoReader.index(InputFile.bytes(file), file.toString()))
              .orElseGet(() -> P4InfoIndex.of(P4InfoFromBmv2.of(config)));
      return new P4Program(ByteString.copyFrom(json), config, info);
    } catch (Bmv2Reader.Bmv2FormatException e) {
      throw new UserInputException(jsonFile + ": " + e.getMessage(), e);
    } catch (P4InfoReader.InvalidP4InfoException e) {
      throw new UserInputException(e);
    }
  }

  /** Returns what a controller pushes to a switch. */
  public ForwardingPipelineConfig pipelineConfig() {
    return ForwardingPipelineConfig.newBuilder()
        .setP4Info(info.message())
        .setP4DeviceConfig(json)
        .build();
  }
}

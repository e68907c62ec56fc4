package io.smartt.emulation.softswitch.process;

import com.google.protobuf.ByteString;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.softswitch.EmbeddedDevice;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice.LoadedConfig;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice.ProgramLoader;
import io.smartt.emulation.softswitch.p4runtime.P4RuntimeService;
import io.smartt.emulation.softswitch.thrift.ThriftServices;
import io.smartt.p4.info.InvalidP4InfoException;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.p4.config.v1.P4Info;
import org.p4.v1.ForwardingPipelineConfig;

/** The program that a switch is started with, and its P4Info where there is one. */
final class StartProgram {
  private static final List<String> P4INFO_ENDINGS =
      List.of(
          ".p4info.txtpb",
          ".p4.p4info.txtpb",
          ".p4info.txt",
          ".p4.p4info.txt",
          ".p4info.pb.txt",
          ".p4info.bin");

  private final Path file;
  private final byte[] json;
  private final Optional<Path> p4Info;

  private StartProgram(Path file, byte[] json, Optional<Path> p4Info) {
    this.file = file;
    this.json = json;
    this.p4Info = p4Info;
  }

  /**
   * Reads it.
   *
   * @param p4Info where its P4Info is; empty: it is looked for in the program's folder
   * @throws UserInputException naming the file that cannot be read
   */
  static StartProgram read(Path file, Optional<Path> p4Info) {
    try {
      return new StartProgram(file, Files.readAllBytes(file), p4Info.or(() -> inFolderOf(file)));
    } catch (IOException e) {
      throw new UserInputException(
          file + ": no such program, or it cannot be read; BMv2 JSON of p4c-bm2-ss is accepted", e);
    }
  }

  /** The P4Info file of the same name in a program's folder. */
  static Optional<Path> inFolderOf(Path program) {
    String name = program.getFileName().toString();
    String stem = name.endsWith(".json") ? name.substring(0, name.length() - 5) : name;
    return P4INFO_ENDINGS.stream()
        .map(ending -> program.resolveSibling(stem + ending))
        .filter(Files::isRegularFile)
        .findFirst();
  }

  /** Returns what p4c once wrote for programs without tables is empty. */
  private static P4Info p4Info(Path file) {
    return file.toFile().length() == 0 && Files.isRegularFile(file)
        ? P4Info.getDefaultInstance()
        : P4InfoReader.read(file);
  }

  /** The P4Info file, where there is one. */
  Optional<Path> p4Info() {
    return p4Info;
  }

  /**
   * Makes the switch run it, with its initial entries.
   *
   * @param alone whether controllers can write it without P4Info too, since theirs is BMv2's API
   * @throws UserInputException naming the file that is wrong and why
   */
  void install(
      P4RuntimeService service, EmbeddedDevice device, ProgramLoader loader, boolean alone) {
    try {
      if (p4Info.isPresent()) {
        service.preload(
            device.deviceId(),
            ForwardingPipelineConfig.newBuilder()
                .setP4Info(p4Info(p4Info.get()))
                .setP4DeviceConfig(ByteString.copyFrom(json))
                .build());
      } else if (alone) {
        service.preload(device.deviceId(), ThriftServices.config(json));
      } else {
        P4InfoIndex none = P4InfoIndex.of(P4Info.getDefaultInstance());
        device.activate(device.prepare(new LoadedConfig(loader.load(json), none)));
      }
    } catch (InvalidP4InfoException e) {
      throw new UserInputException(String.valueOf(e.getMessage()), e);
    } catch (RuntimeException e) {
      // The user hears what is wrong with a program.
      throw new UserInputException(
          file
              + p4Info.map(info -> " with " + info).orElse("")
              + ": the switch cannot run it: "
              + e.getMessage(),
          e);
    }
  }
}

package io.smartt.emulation.softswitch.process;

import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.port.CapturedPort;
import io.smartt.emulation.softswitch.port.FilePort;
import io.smartt.emulation.softswitch.port.InterfacePort;
import io.smartt.emulation.softswitch.port.SwitchPort;
import io.smartt.emulation.trace.CaptureFormatException;
import io.smartt.host.packetio.PacketIoException;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens what the ports of a switch are attached to; all of it or nothing. */
final class PortOpener {
  private final SwitchRequest request;
  private final Clock clock;
  private final Map<Integer, SwitchPort> ports = new LinkedHashMap<>();
  private final List<FilePort> files = new ArrayList<>();

  private PortOpener(SwitchRequest request, Clock clock) {
    this.request = request;
    this.clock = clock;
  }

  /**
   * Opens them.
   *
   * @throws UserInputException naming the capture file that cannot be read
   * @throws RunFailedException naming the interface and what is missing
   */
  static PortOpener open(SwitchRequest request, Clock clock) {
    PortOpener opener = new PortOpener(request, clock);
    try {
      request.ports().forEach(opener::open);
    } catch (RuntimeException e) {
      opener.ports.values().forEach(SwitchPort::close);
      throw e;
    }
    return opener;
  }

  /** By number. */
  Map<Integer, SwitchPort> ports() {
    return ports;
  }

  /** Those that read capture files, as they were named. */
  List<FilePort> files() {
    return files;
  }

  private void open(int number, String name) {
    SwitchPort port;
    try {
      port = attached(name);
    } catch (CaptureFormatException e) {
      throw new UserInputException("port %d: %s".formatted(number, e.getMessage()), e);
    } catch (PacketIoException e) {
      throw new RunFailedException("port %d: %s".formatted(number, e.getMessage()), e);
    }
    ports.put(
        number,
        request
            .pcapFolder()
            .map(folder -> (SwitchPort) new CapturedPort(port, folder, clock))
            .orElse(port));
  }

  private SwitchPort attached(String name) {
    if (request.useFilesWaitS().isPresent()) {
      return file(Path.of(name + "_in.pcap"), Path.of(name + "_out.pcap"));
    }
    if (name.endsWith(".pcap") || name.endsWith(".pcapng")) {
      Path in = Path.of(name);
      return file(in, FilePort.outputOf(in));
    }
    return new InterfacePort(name);
  }

  private FilePort file(Path in, Path out) {
    FilePort port = new FilePort(in, out, clock);
    files.add(port);
    return port;
  }
}

package io.smartt.realtime.wireshark;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.trace.CaptureInterface;
import io.smartt.base.trace.CaptureInterface.StampUnit;
import io.smartt.base.trace.PcapngWriter;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.host.capture.LiveCapture;
import io.smartt.host.capture.LiveCapture.CaptureException;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.realtime.netns.StaleNamespaces;

/** Writes what passes a running port into a pipe, at once, until the reader or the port goes. */
public record PortStream(PortStream.RunningPort port, LiveCapture.CaptureSettings settings) {
  /**
   * Captures until the reader closes its end, the port is no more or {@code stop} says so.
   *
   * @param pipe a named pipe, or a file that is there
   * @return how many frames were written
   * @throws RunFailedException if there is nothing to capture with, or the pipe cannot be opened
   */
  public long into(Path pipe, BooleanSupplier stop) {
    try (LiveCapture capture = open();
        // Not the file's own channel: a pipe has no position.
        WritableByteChannel channel =
            Channels.newChannel(Files.newOutputStream(pipe, StandardOpenOption.WRITE))) {
      return copy(capture, channel, stop);
    } catch (CaptureException e) {
      throw new RunFailedException(e);
    } catch (IOException e) {
      throw new RunFailedException(pipe + ": cannot be written: " + FileErrors.reason(e), e);
    }
  }

  /**
   * Opens the port and closes it again.
   *
   * @throws RunFailedException if that does not work, or the filter is wrong
   */
  public void check() {
    try (LiveCapture capture = open()) {
      var _ = capture.dropped();
    } catch (CaptureException e) {
      throw new RunFailedException(e);
    }
  }

  private LiveCapture open() {
    return port.namespace().call(() -> LiveCapture.open(port.interfaceName(), settings));
  }

  private long copy(LiveCapture capture, WritableByteChannel channel, BooleanSupplier stop) {
    PcapngWriter writer =
        new PcapngWriter(
            channel,
            Instant.EPOCH,
            StampUnit.NANOSECOND,
            "smartt",
            "live, " + port.name(),
            List.of(new CaptureInterface(port.interfaceName(), port.name(), 0)),
            List.of());
    long taken = 0;
    try {
      writer.push();
      boolean waiting = false;
      while (!stop.getAsBoolean()) {
        if (next(capture, writer)) {
          taken++;
          waiting = true;
        } else if (waiting) {
          writer.push();
          waiting = false;
        }
      }
    } catch (RunFailedException | CaptureException e) {
      // The reader has closed its end, or the fabric is gone: that is how captures end.
      return taken;
    }
    return taken;
  }

  private static boolean next(LiveCapture capture, PcapngWriter writer) {
    return capture.next((timeNs, bytes, originalBytes) ->
        writer.copy(RecordedPacket.of(timeNs, bytes, originalBytes, 0), 0, timeNs));
  }

  /**
   * A port of a fabric of network namespaces that runs on this machine.
   *
   * @param name among all fabrics: {@code smartt-1234-1-leaf1-eth2}
   * @param namespace that it is in
   * @param interfaceName inside: {@code leaf1-eth2}
   */
  public record RunningPort(String name, NetworkNamespace namespace, String interfaceName) {
    private static final Pattern NAMESPACE = Pattern.compile("(smartt-(\\d+)-\\d+)-.+");
    private static final Path INTERFACES = Path.of("/proc/thread-self/net/dev");
    private static final String LOOPBACK = "lo";

    /** Returns all ports; none where this user may not enter the namespaces. */
    public static List<RunningPort> all() {
      List<RunningPort> ports = new ArrayList<>();
      for (String namespace : StaleNamespaces.inUse()) {
        Matcher form = NAMESPACE.matcher(namespace);
        if (form.matches()) {
          NetworkNamespace inside = NetworkNamespace.named(namespace);
          for (String name : interfaces(inside)) {
            ports.add(new RunningPort(form.group(1) + "-" + name, inside, name));
          }
        }
      }
      ports.sort(Comparator.comparing(RunningPort::name));
      return List.copyOf(ports);
    }

    private static List<String> interfaces(NetworkNamespace namespace) {
      try {
        return namespace.call(() ->
            FileErrors.get(() ->
                Files.readAllLines(INTERFACES).stream()
                    .filter(line -> line.contains(":"))
                    .map(line -> line.substring(0, line.indexOf(':')).strip())
                    .filter(name -> !name.equals(LOOPBACK))
                    .toList()));
      } catch (PacketIoException e) {
        return List.of();
      }
    }
  }
}

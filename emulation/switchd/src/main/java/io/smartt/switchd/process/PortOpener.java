package io.smartt.switchd.process;

import module java.base;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.smartt.base.concurrent.Closing;
import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.UserInputException;
import io.smartt.base.trace.CaptureReader.CaptureFormatException;
import io.smartt.host.packetio.InterfaceNames;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.ReceivedFrame;
import io.smartt.softswitch.port.CapturedPort;
import io.smartt.softswitch.port.ChannelPort;
import io.smartt.softswitch.port.FilePort;
import io.smartt.softswitch.port.SwitchPort;

/** Opens what the ports of a switch are attached to; all of it or nothing. */
final class PortOpener {
  private static final PacketOptions INTERFACE =
      PacketOptions.SWITCH_PORT.withMaxFrameBytes(PacketOptions.SUPER_FRAME_BYTES);

  private final SwitchRequest request;
  private final Clock clock;
  private final EventLoop loop;
  private final KernelClock kernelClock;
  private final Map<Integer, SwitchPort> ports = new LinkedHashMap<>();
  private final List<FilePort> files = new ArrayList<>();

  private PortOpener(SwitchRequest request, Clock clock, EventLoop loop, KernelClock kernelClock) {
    this.request = request;
    this.clock = clock;
    this.loop = loop;
    this.kernelClock = kernelClock;
  }

  /**
   * Opens them.
   *
   * @param clock stamps of captures
   * @param loop of ports on interfaces
   * @param kernelClock the switch's
   * @throws UserInputException naming the capture file that cannot be read
   * @throws RunFailedException naming the interface and what is missing
   */
  static PortOpener open(
      SwitchRequest request, Clock clock, EventLoop loop, KernelClock kernelClock) {
    PortOpener opener = new PortOpener(request, clock, loop, kernelClock);
    try {
      request.ports().forEach(opener::open);
    } catch (RuntimeException e) {
      throw Closing.after(e, opener.ports.values());
    }
    return opener;
  }

  /** Returns the ports by number. */
  Map<Integer, SwitchPort> ports() {
    return ports;
  }

  /** The ports that read capture files, as they were named. */
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
    if (isFile(name)) {
      Path in = Path.of(name);
      return file(in, FilePort.outputOf(in));
    }
    return new ChannelPort(
        PacketChannel.open(InterfaceNames.resolve(name), INTERFACE),
        loop,
        kernelClock,
        request.ignoresIpv6Multicast() ? List.of(new Ipv6MulticastFilter()) : List.of());
  }

  private static boolean isFile(String name) {
    return name.endsWith(".pcap") || name.endsWith(".pcapng");
  }

  /** Returns whether a switch has a port on an interface. */
  static boolean hasInterface(SwitchRequest request) {
    return request.useFilesWaitS().isEmpty()
        && request.ports().values().stream().anyMatch(name -> !isFile(name));
  }

  private FilePort file(Path in, Path out) {
    FilePort port = new FilePort(in, out, clock);
    files.add(port);
    return port;
  }

  /**
   * Drops frames to an IPv6 multicast address (33:33:..., RFC 2464, section 7) and passes on the
   * others. On a container's link these are what the kernels at its ends say of themselves: router
   * solicitations and listener reports of bridges, which no experiment sent. Allocates nothing.
   */
  static final class Ipv6MulticastFilter extends ChannelInboundHandlerAdapter {
    private static final int PREFIX = 0x3333;
    private static final int PREFIX_BYTES = 2;

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ReceivedFrame frame = (ReceivedFrame) message;
      ByteBuf bytes = frame.content();
      if (bytes.readableBytes() >= PREFIX_BYTES
          && bytes.getUnsignedShort(bytes.readerIndex()) == PREFIX) {
        frame.release();
      } else {
        context.fireChannelRead(frame);
      }
    }
  }
}

package io.smartt.switchd.process;

import module java.base;

import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.softswitch.standalone.StandaloneSettings;
import io.smartt.softswitch.standalone.SwitchLog;
import io.smartt.softswitch.standalone.TlsFiles;

/**
 * A switch that somebody wants to run.
 *
 * @param ports what each port is attached to: an interface, or a capture file where the name ends
 *     in {@code .pcap} or {@code .pcapng}
 * @param useFilesWaitS every port {@code X} stands for the files {@code X_in.pcap} and {@code
 *     X_out.pcap}, read after so many seconds; empty: it does not
 * @param pcapFolder where to write what passes each port
 * @param program BMv2 JSON to start with; empty: a controller brings one
 * @param p4Info of that program; empty: looked for in its folder
 * @param p4Runtime where the P4Runtime server listens
 * @param control where the control service listens; empty: at the P4Runtime server
 * @param thrift where BMv2's Thrift services are answered; empty: nowhere
 * @param strict whether P4Runtime is served by the letter
 * @param endWithFiles whether the switch stops once all capture files have gone through it
 * @param idle what the thread of ports on interfaces does while no frame comes
 * @param ignoresIpv6Multicast whether ports on interfaces take no frame to an IPv6 multicast
 *     address
 */
public record SwitchRequest(
    StandaloneSettings settings,
    Map<Integer, String> ports,
    OptionalInt useFilesWaitS,
    Optional<Path> pcapFolder,
    Optional<Path> program,
    Optional<Path> p4Info,
    InetSocketAddress p4Runtime,
    Optional<InetSocketAddress> control,
    Optional<InetSocketAddress> thrift,
    Optional<TlsFiles> tls,
    boolean strict,
    LogRequest log,
    boolean endWithFiles,
    IdleStrategy idle,
    boolean ignoresIpv6Multicast) {

  /**
   * The log that is wanted.
   *
   * @param console whether on standard output
   * @param file where else; not together with the console
   * @param flushed whether each line of the file is written out at once
   * @param dumpBytes how much of each packet is shown
   */
  public record LogRequest(
      boolean console,
      Optional<Path> file,
      SwitchLog.Level level,
      boolean flushed,
      int dumpBytes) {}
}

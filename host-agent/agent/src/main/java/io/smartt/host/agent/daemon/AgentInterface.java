package io.smartt.host.agent.daemon;

import module java.base;

import io.smartt.host.agent.Steering;
import io.smartt.host.packetio.InterfaceFacts;
import io.smartt.host.packetio.InterfaceNames;
import io.smartt.host.packetio.InterfaceOffloads;
import io.smartt.host.packetio.InterfaceQuery;
import io.smartt.host.packetio.NetworkNamespace;
import io.smartt.host.packetio.PacketChannel;
import io.smartt.host.packetio.PacketFanout;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketOptions;
import io.smartt.host.packetio.Pings;

/**
 * The interface that an agent sends and receives on.
 *
 * @param name of it, inside its namespace
 * @param mac its address, low 48 bits
 * @param mtuBytes of the longest IP packet
 * @param namespace where it is; empty: where this process is
 * @param options of its sockets
 */
public record AgentInterface(
    String name,
    long mac,
    int mtuBytes,
    Optional<NetworkNamespace> namespace,
    PacketOptions options) {
  /**
   * Finds an interface.
   *
   * @param interfaceName its name, or {@code mac:} and its address
   * @throws PacketIoException if there is none
   */
  public static AgentInterface find(
      String interfaceName, Optional<NetworkNamespace> namespace, PacketOptions options) {
    return NetworkNamespace.in(
        namespace,
        () -> {
          String name = InterfaceNames.resolve(interfaceName);
          InterfaceQuery found =
              InterfaceQuery.of(name)
                  .orElseThrow(() -> new PacketIoException("no interface " + name + " here"));
          return new AgentInterface(name, found.mac(), found.mtuBytes(), namespace, options);
        });
  }

  /** The current state of the interface. */
  public Optional<InterfaceFacts> facts() {
    return InterfaceFacts.of(name, namespace);
  }

  /**
   * Channels on it, for IPv4, each of which gets the frames of some connections ({@link Steering}).
   * They see frames for other MAC addresses too: a host's is the experiment's to choose.
   *
   * @throws PacketIoException if the system refuses
   */
  List<PacketChannel> open(int count) {
    return NetworkNamespace.in(
        namespace,
        () -> {
          InterfaceOffloads.off(name);
          List<PacketChannel> channels = new ArrayList<>();
          PacketFanout fanout = Steering.fanout();
          try {
            for (int i = 0; i < count; i++) {
              channels.add(PacketChannel.open(name, options.withPromiscuous(true)));
              if (count > 1) {
                channels.getLast().join(fanout);
              }
            }
            return channels;
          } catch (PacketIoException e) {
            channels.forEach(channel -> channel.unsafe().closeForcibly());
            throw e;
          }
        });
  }

  /**
   * Checks that a channel can be opened on it, so that an agent which could not ends at once.
   *
   * @throws PacketIoException if the system refuses
   */
  public void requireOpens() {
    NetworkNamespace.in(
        namespace,
        () -> {
          PacketChannel.requireOpens(name);
          return true;
        });
  }

  /**
   * Sends an ICMP echo request (RFC 792) from the kernel's stack of its namespace.
   *
   * @return nanoseconds until the answer, what this process takes included; empty if none came
   */
  OptionalLong ping(int ipv4, int timeoutMs) {
    return NetworkNamespace.in(namespace, () -> Pings.ping(ipv4, timeoutMs));
  }

  /**
   * Sends a packet of a length that nobody may cut.
   *
   * @return as {@link #ping}
   */
  OptionalLong pingUncut(int ipv4, int bytes, int timeoutMs) {
    return NetworkNamespace.in(namespace, () -> Pings.pingUncut(ipv4, bytes, timeoutMs));
  }
}

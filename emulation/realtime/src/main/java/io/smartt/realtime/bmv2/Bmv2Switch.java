package io.smartt.realtime.bmv2;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.PacketSizes;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.backend.ProgramCounts;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchBackend.PortSetup;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;

/**
 * A BMv2 switch. Over Thrift its queues get a rate in packets a second and a capacity in packets;
 * they cannot be read. It neither delays nor loses packets on purpose, and counts nothing of its
 * queues: marks and trims are the P4 program's own counters.
 */
public final class Bmv2Switch implements SwitchBackend {
  private static final int DATA = 0;
  private static final int BITS_PER_BYTE = 8;

  /**
   * Its program decides on trimming before its threads have queued what came before; room for what
   * may be between the two.
   */
  private static final int SLACK_PACKETS = 16;

  private final Thrift thrift;
  private final PacketSizes packets;
  private final List<Integer> ports;
  private final Supplier<ProgramCounts> program;
  private ProgramCounts before = ProgramCounts.NONE;

  /**
   * The place of a switch's Thrift server.
   *
   * @param name of the switch, for messages
   * @param sockets opens a socket that is not connected yet
   */
  public record Thrift(String name, Supplier<SocketChannel> sockets, InetSocketAddress at) {
    /** Returns the server on a machine that this process reaches. */
    public static Thrift reachable(String name, String host, int port) {
      return new Thrift(
          name, () -> FileErrors.get(SocketChannel::open), new InetSocketAddress(host, port));
    }

    private Bmv2Thrift open() {
      return new Bmv2Thrift(name, sockets.get(), at);
    }

    private RunFailedException unreached(UncheckedIOException e) {
      return new RunFailedException(
          "BMv2 switch %s: its Thrift server at %s:%d cannot be reached: %s"
              .formatted(name, at.getHostString(), at.getPort(), e.getMessage()),
          e);
    }
  }

  /**
   * A switch that may still have to start.
   *
   * @param packets what a packet of the data queue and one of the others has, since rates are in
   *     packets
   * @param ports whose counters are read, by its own numbers
   * @param program reads the counters of its program, once it runs one
   */
  public Bmv2Switch(
      Thrift thrift, PacketSizes packets, List<Integer> ports, Supplier<ProgramCounts> program) {
    this.thrift = thrift;
    this.packets = packets;
    this.ports = List.copyOf(ports);
    this.program = program;
  }

  /**
   * Sets rates and queues; wires it has none.
   *
   * @throws RunFailedException if it cannot be reached or refuses
   */
  @Override
  public void setUp(Map<Integer, PortSetup> setups) {
    try (Bmv2Thrift open = thrift.open()) {
      setups.forEach((port, setup) -> set(open, port, setup));
    } catch (UncheckedIOException e) {
      throw thrift.unreached(e);
    }
  }

  private void set(Bmv2Thrift open, int port, PortSetup setup) {
    for (int queue = 0; queue < setup.queues().size(); queue++) {
      int bytes = queue == DATA ? packets.mtuBytes() : packets.ackBytes();
      long rate = setup.rateBps() / ((long) bytes * BITS_PER_BYTE);
      open.setRate(port, queue, Math.max(1, rate));
      open.setDepth(port, queue, depth(setup.queues().get(queue), bytes));
    }
  }

  private static int depth(QueueConfig config, int packetBytes) {
    long held =
        Math.min(config.capacityPackets(), config.capacityBytes() / packetBytes + SLACK_PACKETS);
    return (int) Math.min(Integer.MAX_VALUE, held + SLACK_PACKETS);
  }

  @Override
  public void setLink(int port, long rateBps, Wire wire) {
    throw new UserInputException("BMv2 switches take no link down");
  }

  @Override
  public void requireLinkChanges() {
    throw new UserInputException("BMv2 switches delay and lose nothing, and keep their rates");
  }

  @Override
  public Map<Integer, Long> rates() {
    return Map.of();
  }

  @Override
  public List<SwitchBackend.QueueStatus> queues() {
    return List.of();
  }

  /** Returns nothing: BMv2 does not say what its queues are. */
  @Override
  public Optional<String> difference(Map<Integer, PortSetup> planned) {
    return Optional.empty();
  }

  @Override
  public SwitchCounts counts() {
    return new SwitchCounts(program.get().since(before, thrift.name(), ports), 0, 0);
  }

  @Override
  public void clearCounters() {
    before = program.get();
  }

  @Override
  public SwitchLateness lateness() {
    return SwitchLateness.NONE;
  }

  @Override
  public void close() {}
}

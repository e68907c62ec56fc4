package io.smartt.virtual;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.IntakeSettings;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.PayloadSource;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.host.transport.TransportListener;
import io.smartt.host.transport.TransportSettings;
import io.smartt.p4.pipeline.Packet;
import io.smartt.virtual.SimplexLink.HostPort;
import io.smartt.virtual.SimplexLink.LinkEnd;
import io.smartt.virtual.SimplexLink.LinkTap;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Cables between hosts without a switch, and endpoints for the hosts. */
final class CabledHosts {
  static final long US = 1_000_000;
  static final long RATE_BPS = 80_000_000_000L;

  /** Seven base RTTs of the path. */
  static final long TIMEOUT_PS = 70 * US;

  private static final long ONE_WAY_PS = 4 * US;
  private static final long BASE_RTT_PS = 10 * US;

  final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);

  /** The sender of each message that is complete, and when it is, in whole microseconds. */
  final List<String> completed = new ArrayList<>();

  /** The numbers of the packets that arrived. */
  final List<Long> arrived = new ArrayList<>();

  private final LinkEnd end = new LinkEnd(simulation.newEventQueue(), new Packet(128));
  private long packets = 40;

  EventQueue queue() {
    return end.eventQueue();
  }

  /** Numbers of packets, from 40. */
  long number() {
    return packets++;
  }

  TransportEndpoint endpoint(int address) {
    return new TransportEndpoint(
        new Destination(address, address),
        TransportSettings.DEFAULT,
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRtt, random) -> new Reps(bdpPackets, baseRtt, random),
        new TransportListener() {
          @Override
          public void messageCompleted(long nowPs, int connection, long messageId) {
            completed.add("%d@%d".formatted(address, nowPs / US));
          }
        },
        new SplittableRandom(address));
  }

  SimplexLink cable(int direction, HostPort from, HostPort to) {
    SimplexLink link =
        new SimplexLink(
            direction,
            end,
            end,
            RATE_BPS,
            ONE_WAY_PS,
            0,
            from,
            (packet, nowPs) -> {
              arrived.add(packet.id());
              to.arrive(packet, nowPs);
            },
            LinkTap.NONE);
    simulation.arrivesAfter(link.leastFlightPs());
    from.connect(link);
    return link;
  }

  /** Gives an endpoint a message; its host is to be woken. */
  static void send(TransportEndpoint from, long nowPs, int to, long bytes) {
    send(from, nowPs, to, bytes, BASE_RTT_PS);
  }

  /** Gives an endpoint a message for a path of this base RTT, seven of which are a timeout. */
  static void send(TransportEndpoint from, long nowPs, int to, long bytes, long baseRttPs) {
    PathParameters path = new PathParameters(baseRttPs, RATE_BPS);
    int connection = from.open(nowPs, new Destination(to, to), path);
    from.send(nowPs, connection, bytes, PayloadSource.COUNTED);
  }

  /** Lets an endpoint keep one full packet, which it takes in within 8 us, and refuse the next. */
  static void keepOnePacket(TransportEndpoint endpoint) {
    IntakeSettings slow =
        RecordSettings.with(RecordSettings.defaults(IntakeSettings.class), "rate", "0.05");
    endpoint.limitIntake(slow, RATE_BPS, 4_096);
  }
}

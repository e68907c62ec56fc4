package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.journey.Journey.PacketName;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.p4.pipeline.Packet;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.virtual.SimplexLink.FrameSource;
import io.smartt.virtual.SimplexLink.LinkTap;

/** Looks for the first packet that had a fate. For one event queue, whose thread calls it. */
final class PacketSearch implements FabricWatch {
  private final JourneyQuery.Fate fate;
  private final FrameView view = new FrameView();
  private final Map<Long, Departure> underway = new HashMap<>();
  private Optional<PacketName> found = Optional.empty();
  private Optional<PacketName> onLink = Optional.empty();
  private long longestPs;

  private record Departure(PacketName name, long timePs) {}

  PacketSearch(JourneyQuery.Fate fate) {
    this.fate = fate;
  }

  /** The packet; empty while there is none. */
  Optional<PacketName> found() {
    return found;
  }

  /** Returns whether no later packet can be meant. */
  boolean isOver() {
    return found.isPresent() && !isFor(JourneyQuery.Fate.SLOWEST);
  }

  private boolean isFor(JourneyQuery.Fate one) {
    return fate == one;
  }

  private void find(PacketName name) {
    if (found.isEmpty()) {
      found = Optional.of(name);
    }
  }

  /** The name of a data packet, cut or not; empty for other packets. */
  private Optional<PacketName> name(Packet packet) {
    byte[] head = Arrays.copyOf(packet.bytes(), packet.headLength());
    FrameKind kind = view.read(head, packet.length());
    return kind == FrameKind.DATA || kind == FrameKind.TRIMMED
        ? Optional.of(
            new PacketName(view.source(), view.destination(), view.sourcePdc(), view.psn()))
        : Optional.empty();
  }

  @Override
  public SimplexLink.HostPort host(Host host, HostNode node) {
    return new FabricWatch.WatchedHost(
        node,
        new FabricWatch.WatchedHost.Watcher() {
          @Override
          public void left(Packet packet, long nowPs) {
            name(packet).ifPresent(name -> leftHost(name, packet, nowPs));
          }

          @Override
          public void arrives(Packet packet, long nowPs, Runnable taken) {
            Departure departure = underway.remove(packet.id());
            if (departure != null && nowPs - departure.timePs > longestPs) {
              longestPs = nowPs - departure.timePs;
              found = Optional.of(departure.name);
            }
            taken.run();
          }
        });
  }

  private void leftHost(PacketName name, Packet packet, long nowPs) {
    switch (fate) {
      case RETRANSMITTED -> {
        if (view.isSentAgain()) {
          find(name);
        }
      }
      case SLOWEST -> underway.put(packet.id(), new Departure(name, nowPs));
      case DROPPED -> given(name);
      case MARKED, TRIMMED -> {}
    }
  }

  /** The packet goes to a link: what the tap does not see is lost there. */
  private void given(PacketName name) {
    onLink.ifPresent(this::find);
    onLink = Optional.of(name);
  }

  @Override
  public SimplexLink.FrameSink sink(int port, EmbeddedSwitch device, SimplexLink.FrameSink sink) {
    if (!isFor(JourneyQuery.Fate.DROPPED)) {
      return sink;
    }
    return (packet, nowPs) -> {
      Optional<PacketName> name = name(packet);
      long before = lost(device);
      sink.arrive(packet, nowPs);
      if (lost(device) > before) {
        name.ifPresent(this::find);
      }
    };
  }

  /** A packet that is cut by a copy has a program that drops the original: that is no loss. */
  private static long lost(EmbeddedSwitch device) {
    return device.trafficManager().droppedPackets()
        + device.counters().unqueued()
        - device.balance().copied();
  }

  @Override
  public FrameSource source(int port, EmbeddedSwitch device, FrameSource source) {
    if (!isFor(JourneyQuery.Fate.DROPPED)) {
      return source;
    }
    return new FrameSource() {
      @Override
      public boolean next(long nowPs, Packet out) {
        boolean sent = source.next(nowPs, out);
        if (sent) {
          name(out).ifPresent(PacketSearch.this::given);
        }
        return sent;
      }

      @Override
      public boolean mayHaveMore() {
        return source.mayHaveMore();
      }
    };
  }

  @Override
  public LinkTap tap(Port from, Port to, LinkTap tap) {
    boolean leavesSwitch = from.node() instanceof Switch;
    return tap.behind(packet -> {
      onLink = Optional.empty();
      if (leavesSwitch && found.isEmpty()) {
        leftSwitch(packet);
      }
    });
  }

  /** Packets leave in the order of time, so the first that is seen changed was changed here. */
  private void leftSwitch(Packet packet) {
    if (isFor(JourneyQuery.Fate.MARKED)) {
      name(packet).filter(_ -> view.isCongestionExperienced()).ifPresent(this::find);
    } else if (isFor(JourneyQuery.Fate.TRIMMED)) {
      name(packet).filter(_ -> view.kind() == FrameKind.TRIMMED).ifPresent(this::find);
    }
  }
}

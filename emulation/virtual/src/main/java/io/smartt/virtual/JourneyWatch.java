package io.smartt.virtual;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.Port;
import io.smartt.experiment.journey.Journey.PacketName;
import io.smartt.experiment.journey.JourneyEvent;
import io.smartt.experiment.journey.JourneyEvent.QueueState;
import io.smartt.experiment.journey.JourneyEvent.WindowState;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.signals.Signals;
import io.smartt.host.transport.TransportEndpoint;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PipelineProgram.PipelineObserver.PacketWatch;
import io.smartt.p4.pipeline.TraceEvent;
import io.smartt.softswitch.EmbeddedSwitch;
import io.smartt.virtual.FabricWatch.WatchedHost;
import io.smartt.virtual.SimplexLink.FrameSink;
import io.smartt.virtual.SimplexLink.FrameSource;
import io.smartt.virtual.SimplexLink.LinkTap;
import org.jspecify.annotations.Nullable;

/**
 * Follows one data packet, every time that it is sent, and the first answer to each transmission.
 * For one thread. Nodes may be in event queues of their own: what happens at one is seen in the
 * order of time, what happens at several is not, so that events are sorted in the end.
 */
final class JourneyWatch implements FabricWatch, PacketWatch {
  private final int source;
  private final int destination;
  private final Predicate<FrameView> first;
  private final Signals signals;
  private final List<JourneyEvent> events = new ArrayList<>();
  private final FrameView view = new FrameView();

  /** Transmissions by the number of the packet. */
  private final Map<Long, Integer> data = new HashMap<>();

  /** Transmissions that are answered, by the number of the answer. */
  private final Map<Long, Integer> answers = new HashMap<>();

  private final Set<Integer> answered = new HashSet<>();

  /** Transmissions in switches, by the number of the packet. */
  private final Map<Long, Inside> inside = new HashMap<>();

  /** Transmissions that were given to a link and that nobody has seen on it, by the same. */
  private final Map<Long, OnLink> onLinks = new HashMap<>();

  private @Nullable PacketName name;
  private @Nullable Inside entering;
  private long nowPs;
  private int current;
  private int reached = 1;
  private OptionalLong acknowledgedPs = OptionalLong.empty();

  /** The packet in a switch. */
  private static final class Inside {
    private final WatchedSwitch before;
    private final int bytes;
    private final boolean marked;
    private final List<QueueState> queues = new ArrayList<>();
    private long queuedPs;
    private boolean isOpen = true;

    Inside(WatchedSwitch before, int bytes, boolean marked) {
      this.before = before;
      this.bytes = bytes;
      this.marked = marked;
    }
  }

  /** A node gave the packet to a link. */
  private record OnLink(long timePs, int transmission, String from) {}

  /** A watch for a packet. */
  JourneyWatch(PacketName wanted, SignalLayout layout) {
    this(
        wanted.source(),
        wanted.destination(),
        layout,
        view -> view.sourcePdc() == wanted.connection() && view.psn() == wanted.psn());
  }

  /**
   * A watch for a packet that one host sends to another.
   *
   * @param source IPv4 address of the sender
   * @param destination IPv4 address of the receiver
   * @param layout of the signals of switches
   * @param first whether this is the packet, asked of each data packet between them until it is
   */
  JourneyWatch(int source, int destination, SignalLayout layout, Predicate<FrameView> first) {
    signals = new Signals(layout);
    this.source = source;
    this.destination = destination;
    this.first = first;
  }

  /** The packet; empty before it was first sent. */
  Optional<PacketName> name() {
    return Optional.ofNullable(name);
  }

  private boolean isWanted() {
    PacketName known = name;
    if (known != null) {
      return view.sourcePdc() == known.connection() && view.psn() == known.psn();
    }
    if (!first.test(view)) {
      return false;
    }
    name = new PacketName(source, destination, view.sourcePdc(), view.psn());
    return true;
  }

  /** Returns what happened so far, until the sender heard that the packet arrived. */
  List<JourneyEvent> events() {
    List<JourneyEvent> all = new ArrayList<>(events);
    onLinks
        .values()
        .forEach(lost ->
            all.add(new JourneyEvent.LostOnLink(lost.timePs, lost.transmission, lost.from)));
    long endPs = acknowledgedPs.orElse(Long.MAX_VALUE);
    all.removeIf(event -> event.timePs() > endPs);
    // Of one transmission, what happens at one time happens at one node, and is in order already.
    all.sort(
        Comparator.comparingLong(JourneyEvent::timePs)
            .thenComparingInt(JourneyEvent::transmission));
    return all;
  }

  /** Returns whether the sender has heard that the packet arrived. */
  boolean isOver() {
    return acknowledgedPs.isPresent();
  }

  @Override
  public boolean needsOrder() {
    return false;
  }

  @Override
  public boolean watches(Packet packet) {
    if (data.isEmpty()) {
      return false;
    }
    Integer transmission = data.get(packet.id());
    if (transmission == null) {
      return false;
    }
    current = transmission;
    return true;
  }

  @Override
  public void met(TraceEvent event) {
    events.add(new JourneyEvent.Met(nowPs, current, event));
  }

  @Override
  public SimplexLink.HostPort host(Host host, HostNode node) {
    if (host.ipv4() == source) {
      return new WatchedHost(node, new Sender(host, node.endpoint()));
    }
    return host.ipv4() == destination ? new WatchedHost(node, new Receiver(host)) : node;
  }

  private FrameKind read(Packet packet) {
    // The view wants no bytes beyond those that are there.
    return view.read(Arrays.copyOf(packet.bytes(), packet.headLength()), packet.length());
  }

  private boolean isMarked(Packet packet) {
    read(packet);
    return view.isCongestionExperienced();
  }

  private final class Sender implements WatchedHost.Watcher {
    private final Host host;
    private final TransportEndpoint endpoint;

    Sender(Host host, TransportEndpoint endpoint) {
      this.host = host;
      this.endpoint = endpoint;
    }

    @Override
    public void left(Packet packet, long now) {
      if (read(packet) != FrameKind.DATA || view.destination() != destination || !isWanted()) {
        return;
      }
      int transmission = data.size() + 1;
      data.put(packet.id(), transmission);
      events.add(
          new JourneyEvent.Sent(
              now,
              transmission,
              host.name(),
              packet.length(),
              view.entropy(),
              view.isSentAgain(),
              window()));
      onLinks.put(packet.id(), new OnLink(now, transmission, host.name()));
    }

    @Override
    public void arrives(Packet packet, long now, Runnable taken) {
      Integer transmission = answers.remove(packet.id());
      if (transmission == null) {
        taken.run();
        return;
      }
      boolean last = read(packet) == FrameKind.ACK;
      WindowState before = window();
      taken.run();
      events.add(new JourneyEvent.Heard(now, transmission, host.name(), before, window()));
      if (last && acknowledgedPs.isEmpty()) {
        acknowledgedPs = OptionalLong.of(now);
      }
    }

    private WindowState window() {
      int connection = name().orElseThrow().connection();
      if (!endpoint.isOpen(connection)) {
        // The answer was its end.
        return new WindowState(0, 0);
      }
      return new WindowState(endpoint.windowBytes(connection), endpoint.inFlightBytes(connection));
    }
  }

  private boolean isAnswered() {
    PacketName known = name;
    return known != null && view.answeredPdc() == known.connection() && view.answers(known.psn());
  }

  private final class Receiver implements WatchedHost.Watcher {
    private final Host host;

    Receiver(Host host) {
      this.host = host;
    }

    @Override
    public void left(Packet packet, long now) {
      FrameKind kind = data.isEmpty() ? FrameKind.OTHER : read(packet);
      if ((kind == FrameKind.ACK || kind == FrameKind.NACK)
          && view.destination() == source
          && isAnswered()) {
        // What the sender has sent since is on its way.
        int transmission = reached;
        if (answered.add(transmission)) {
          answers.put(packet.id(), transmission);
          events.add(
              new JourneyEvent.Answered(
                  now,
                  transmission,
                  host.name(),
                  kind,
                  kind == FrameKind.NACK ? Optional.of(view.refusal()) : Optional.empty(),
                  view.echoesMark()));
        }
      }
    }

    @Override
    public void arrives(Packet packet, long now, Runnable taken) {
      Integer transmission = data.get(packet.id());
      if (transmission != null) {
        reached = transmission;
        FrameKind kind = read(packet);
        events.add(
            new JourneyEvent.Reached(
                now,
                transmission,
                host.name(),
                kind,
                packet.length(),
                view.isCongestionExperienced(),
                view.read(signals) ? signals.all() : new LinkedHashMap<>()));
      }
      taken.run();
    }
  }

  @Override
  public FrameSink sink(int port, EmbeddedSwitch device, FrameSink sink) {
    return (packet, now) -> {
      if (watches(packet)) {
        enter(port, device, packet, now, sink);
      } else {
        sink.arrive(packet, now);
      }
    };
  }

  private void enter(int port, EmbeddedSwitch device, Packet packet, long now, FrameSink sink) {
    nowPs = now;
    Inside there = new Inside(WatchedSwitch.before(device), packet.length(), isMarked(packet));
    int transmission = current;
    inside.put(packet.id(), there);
    entering = there;
    events.add(
        new JourneyEvent.EnteredSwitch(
            now, transmission, device.name(), port, packet.length(), there.marked));
    sink.arrive(packet, now);
    entering = null;
    current = transmission;
    noteQueues(there);
    there.isOpen = false;
    there
        .before
        .refused()
        .ifPresent(why ->
            events.add(new JourneyEvent.Dropped(nowPs, transmission, why.reason(), why.queue())));
  }

  /** An idle port sends a packet while the switch still takes it in. */
  private void noteQueues(Inside there) {
    for (WatchedSwitch.Taken taken : there.before.taken()) {
      QueueState queue = taken.before();
      if (there.isOpen && !there.queues.contains(queue)) {
        there.queues.add(queue);
        there.queuedPs = nowPs;
        events.add(new JourneyEvent.Queued(nowPs, current, queue, taken.bytes()));
      }
    }
  }

  @Override
  public FrameSource source(int port, EmbeddedSwitch device, FrameSource source) {
    return new FrameSource() {
      @Override
      public boolean next(long now, Packet out) {
        nowPs = now;
        Inside there = entering;
        if (there != null) {
          noteQueues(there);
        }
        boolean sent = source.next(now, out);
        if (sent && watches(out)) {
          leave(port, device, out, now);
        }
        return sent;
      }

      @Override
      public boolean mayHaveMore() {
        return source.mayHaveMore();
      }
    };
  }

  private void leave(int port, EmbeddedSwitch device, Packet packet, long now) {
    Inside leaving = inside.remove(packet.id());
    if (leaving == null) {
      return;
    }
    boolean marked = isMarked(packet) && !leaving.marked;
    int queue = queueOf(leaving, port);
    events.add(
        new JourneyEvent.LeftSwitch(
            now,
            current,
            device.name(),
            WatchedSwitch.state(device, port, queue),
            now - leaving.queuedPs,
            packet.length(),
            packet.length() < leaving.bytes ? Optional.of(leaving.bytes) : Optional.empty(),
            marked));
    onLinks.put(packet.id(), new OnLink(now, current, device.name()));
  }

  private static int queueOf(Inside leaving, int port) {
    return leaving.queues.stream()
        .filter(queue -> queue.port() == port)
        .mapToInt(QueueState::queue)
        .findFirst()
        .orElse(0);
  }

  @Override
  public LinkTap tap(Port from, Port to, LinkTap tap) {
    return tap.behind(packet -> {
      if (!onLinks.isEmpty()) {
        onLinks.remove(packet.id());
      }
    });
  }
}

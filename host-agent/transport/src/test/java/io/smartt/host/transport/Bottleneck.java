package io.smartt.host.transport;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.Uet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Many senders, one receiver behind one queue: link rates and delays, a data queue of one BDP with
 * RED marks at dequeue and trimming or dropping when full, control frames first. Just enough to see
 * SMaRTT converge; the virtual fabric runs the real switches.
 */
final class Bottleneck {
  static final int RECEIVER_IPV4 = 0x0a000001;
  static final int TRIMMED_BYTES = 64;

  final long linkBps;
  final long oneWayPs;
  final PathParameters path;
  final boolean trimming;
  final long queueBytes;
  final List<Node> senders = new ArrayList<>();
  final Node receiver;
  final List<Long> completionsPs = new ArrayList<>();

  long marks;
  long trims;
  long dropped;
  long maxQueueBytes;

  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final SplittableRandom random;
  private final ArrayDeque<Frame> data = new ArrayDeque<>();
  private final ArrayDeque<Frame> control = new ArrayDeque<>();
  private long dataBytes;
  private boolean busy;
  private long nowPs;
  private long eventCount;

  Bottleneck(
      int senderCount,
      long linkBps,
      long baseRttPs,
      boolean trimming,
      CongestionScheme congestion,
      PathScheme paths,
      TransportSettings settings,
      long seed) {
    this.linkBps = linkBps;
    this.trimming = trimming;
    random = new SplittableRandom(seed);
    path = new PathParameters(baseRttPs, linkBps);
    queueBytes = path.bdpBytes();
    int mtu = settings.ses().dataHeaderBytes(Uet.RUD_REQ) + settings.maxPayloadBytes();
    // Base RTT: two serialisations of a full frame and of an acknowledgement, the rest propagation.
    oneWayPs = (baseRttPs - 2 * serializePs(mtu) - 2 * serializePs(74)) / 2;
    receiver = new Node(0, settings, congestion, paths);
    for (int i = 1; i <= senderCount; i++) {
      senders.add(new Node(i, settings, congestion, paths));
    }
  }

  long serializePs(long bytes) {
    return bytes * 8 * 1_000_000_000_000L / linkBps;
  }

  void send(int sender, long startPs, long bytes) {
    Node node = senders.get(sender);
    at(
        startPs,
        () -> {
          node.startedPs = nowPs;
          node.endpoint.send(
              nowPs, new Destination(RECEIVER_IPV4, 1), bytes, path, TransportEndpoint.OWN_SCHEME);
          node.pump();
        });
  }

  /** Runs until nothing happens any more; fails after so much virtual time. */
  void run(long limitPs) {
    while (!events.isEmpty()) {
      Event next = events.poll();
      nowPs = next.atPs;
      if (nowPs > limitPs) {
        throw new AssertionError("not finished by " + limitPs + " ps: " + completionsPs.size());
      }
      next.action.run();
    }
  }

  private void at(long when, Runnable action) {
    events.add(new Event(when, eventCount++, action));
  }

  /** A frame reached the switch, for the receiver. */
  private void enqueue(Frame frame) {
    if (frame.control) {
      control.add(frame);
    } else if (dataBytes + frame.wireLength <= queueBytes) {
      data.add(frame);
      dataBytes += frame.wireLength;
      maxQueueBytes = Math.max(maxQueueBytes, dataBytes);
    } else if (trimming) {
      trims++;
      control.add(frame.trim());
    } else {
      dropped++;
    }
    if (!busy) {
      dequeue();
    }
  }

  private void dequeue() {
    Frame frame = control.poll();
    if (frame == null) {
      frame = data.poll();
      if (frame == null) {
        busy = false;
        return;
      }
      dataBytes -= frame.wireLength;
      double fill = (double) dataBytes / queueBytes;
      if (fill > 0.2 && (fill >= 0.8 || random.nextDouble() < (fill - 0.2) / 0.6)) {
        frame.mark();
        marks++;
      }
    }
    busy = true;
    Frame leaving = frame;
    long done = nowPs + serializePs(leaving.wireLength);
    at(done, this::dequeue);
    at(done + oneWayPs / 2, () -> receiver.receive(leaving));
  }

  /** A host: its endpoint, its wire. */
  final class Node implements TransportListener {
    final TransportEndpoint endpoint;
    final int index;
    long startedPs;
    long completedPs = -1;
    private final OutgoingFrame out = new OutgoingFrame();
    private boolean sending;
    private long deadlinePs = Long.MAX_VALUE;

    Node(int index, TransportSettings settings, CongestionScheme congestion, PathScheme paths) {
      this.index = index;
      endpoint =
          new TransportEndpoint(
              new Destination(RECEIVER_IPV4 + index, index + 1),
              settings,
              congestion,
              paths,
              this,
              random.split());
    }

    void pump() {
      if (!sending && endpoint.nextFrame(nowPs, out)) {
        sending = true;
        Frame frame = new Frame(out);
        long done = nowPs + serializePs(frame.wireLength);
        at(
            done,
            () -> {
              sending = false;
              pump();
            });
        if (index == 0) {
          Node to = senders.get((frame.head[33] & 0xff) - 2);
          // The way back is idle but for answers: a store and a forward.
          at(done + oneWayPs + serializePs(frame.wireLength), () -> to.receive(frame));
        } else {
          at(done + oneWayPs - oneWayPs / 2, () -> enqueue(frame));
        }
      }
      long next = endpoint.nextDeadlinePs();
      if (next < deadlinePs) {
        deadlinePs = next;
        at(
            next,
            () -> {
              deadlinePs = Long.MAX_VALUE;
              endpoint.onDeadline(nowPs);
              pump();
            });
      }
    }

    void receive(Frame frame) {
      endpoint.receive(nowPs, frame.head, 0, frame.head.length, frame.wireLength);
      pump();
    }

    @Override
    public void messageCompleted(long now, int connection, long messageId) {
      completedPs = now;
      completionsPs.add(now);
    }
  }

  /** Header bytes and the length of the whole. */
  static final class Frame {
    final byte[] head;
    final int wireLength;
    final boolean control;

    Frame(OutgoingFrame out) {
      this(
          Arrays.copyOf(out.header(), out.headerLength()),
          out.wireLength(),
          Ipv4Header.dscp(out.header(), 14) == TransportSettings.DEFAULT.controlDscp());
    }

    private Frame(byte[] head, int wireLength, boolean control) {
      this.head = head;
      this.wireLength = wireLength;
      this.control = control;
    }

    Frame trim() {
      return new Frame(Arrays.copyOf(head, TRIMMED_BYTES), TRIMMED_BYTES, true);
    }

    void mark() {
      rewrite(Ipv4Header.dscp(head, 14), Ipv4Header.CE);
    }

    private void rewrite(int dscp, int ecn) {
      Ipv4Header.write(
          head,
          14,
          dscp,
          ecn,
          Ipv4Header.totalLength(head, 14),
          Ipv4Header.protocol(head, 14),
          Ipv4Header.source(head, 14),
          Ipv4Header.destination(head, 14));
    }
  }

  private record Event(long atPs, long order, Runnable action) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      int byTime = Long.compare(atPs, other.atPs);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }
}

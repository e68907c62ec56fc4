package io.smartt.host.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.PullRate;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.PayloadSink.PayloadTarget;
import io.smartt.host.wire.Ipv4Header;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;

/**
 * Two endpoints, a and b, and links between them that lose, trim, mark, delay, duplicate and
 * corrupt as asked. Payload is real: each byte is a function of message and offset, and b checks
 * it.
 */
final class Pair {
  static final int A = 0x0a000001;
  static final int B = 0x0a000002;
  static final PathParameters PATH = new PathParameters(10_000_000, 80_000_000_000L);

  /** Faults of the links, as probabilities per frame. */
  record Faults(
      double loss, double trim, double mark, double duplicate, double corrupt, long jitterPs) {
    static final Faults NONE = new Faults(0, 0, 0, 0, 0, 0);
  }

  static final long ONE_WAY_PS = 4_000_000;

  final SplittableRandom random;
  final TransportEndpoint a;
  final TransportEndpoint b;
  final List<Long> completed = new ArrayList<>();
  final Map<Long, Long> finished = new HashMap<>();
  final List<Long> deliveredInTurn = new ArrayList<>();
  final List<Long> rtts = new ArrayList<>();
  final List<Integer> closed = new ArrayList<>();
  final Map<Integer, TransportListener.ConnectionFailure> failed = new HashMap<>();
  Faults faults = Faults.NONE;

  /** What switches make of a data frame. */
  UnaryOperator<byte[]> switches = UnaryOperator.identity();

  long nowPs;
  long bytesPlacedTwice;

  private final PriorityQueue<Arrival> arrivals = new PriorityQueue<>();
  private final OutgoingFrame out = new OutgoingFrame();
  private final Map<Long, Long> sizes = new HashMap<>();
  private final Map<Long, boolean[]> seen = new HashMap<>();
  private long count;

  private static final class Arrival implements Comparable<Arrival> {
    final long atPs;
    final long order;
    final TransportEndpoint to;
    final byte[] frame;

    Arrival(long atPs, long order, TransportEndpoint to, byte[] frame) {
      this.atPs = atPs;
      this.order = order;
      this.to = to;
      this.frame = frame;
    }

    @Override
    public int compareTo(Arrival other) {
      int byTime = Long.compare(atPs, other.atPs);
      return byTime != 0 ? byTime : Long.compare(order, other.order);
    }
  }

  Pair(TransportSettings settings, long seed) {
    this(settings, new Smartt(Smartt.Settings.PAPER), seed);
  }

  Pair(TransportSettings settings, CongestionScheme scheme, long seed) {
    this(settings, scheme, new SplittableRandom(seed));
  }

  /** With randomness of their own for the endpoints, packet numbers among it. */
  Pair(TransportSettings settings, CongestionScheme scheme, RandomGenerator forEndpoints) {
    random = new SplittableRandom(1);
    a = endpoint(A, settings, scheme, forEndpoints);
    b = endpoint(B, settings, scheme, forEndpoints);
    takeNothingAmiss();
  }

  private Pair(TransportSettings settings, CongestionScheme scheme, SplittableRandom source) {
    random = source;
    a = endpoint(A, settings, scheme, source.split());
    b = endpoint(B, settings, scheme, source.split());
    takeNothingAmiss();
  }

  /** Has b check and keep what arrives. */
  void takeNothingAmiss() {
    b.grantCredit(new PullRate(PATH.linkBps(), 1078));
    b.payloadSink((source, messageId) -> Optional.of(target(source.ipv4(), messageId)));
  }

  /** Settings of which one about reliability is another. */
  static TransportSettings with(TransportSettings settings, String key, String value) {
    return settings.withReliability(RecordSettings.with(settings.reliability(), key, value));
  }

  private TransportEndpoint endpoint(
      int ipv4, TransportSettings settings, CongestionScheme scheme, RandomGenerator source) {
    return new TransportEndpoint(
        new Destination(ipv4, ipv4),
        settings,
        scheme,
        (bdpPackets, baseRtt, randomness) -> new Reps(bdpPackets, baseRtt, randomness),
        new TransportListener() {
          @Override
          public void messageCompleted(long now, int connection, long messageId) {
            completed.add(messageId);
          }

          @Override
          public void messageDelivered(long now, int from, long messageId, long bytes) {
            finished.put(messageId, bytes);
            deliveredInTurn.add(messageId);
          }

          @Override
          public void acknowledged(
              long now, int connection, int payload, long window, long rtt, boolean ecn) {
            rtts.add(rtt);
          }

          @Override
          public void connectionClosed(long now, int connection) {
            closed.add(connection);
          }

          @Override
          public void connectionFailed(
              long now, int connection, TransportListener.ConnectionFailure why) {
            failed.put(connection, why);
          }
        },
        source);
  }

  long send(long bytes) {
    int connection = open();
    long message = send(connection, bytes);
    a.close(nowPs, connection);
    return message;
  }

  int open() {
    return a.open(nowPs, new Destination(B, B), PATH);
  }

  long send(int connection, long bytes) {
    return register(a.send(nowPs, connection, bytes, source(bytes)), bytes);
  }

  private long register(long id, long bytes) {
    sizes.put(id, bytes);
    seen.put(id, new boolean[(int) bytes]);
    return id;
  }

  static byte content(long size, long offset) {
    return (byte) (size * 31 + offset * 7 + (offset >> 8));
  }

  private static PayloadSource source(long size) {
    return (offset, into, at, length) -> {
      for (int i = 0; i < length; i++) {
        into[at + i] = content(size, offset + i);
      }
    };
  }

  private PayloadTarget target(int source, long messageId) {
    return (at, bytes, from, length) -> place(source, messageId, at, bytes, from, length);
  }

  private boolean place(int source, long messageId, long at, byte[] bytes, int from, int length) {
    boolean[] placed = seen.get(messageId);
    if (placed == null || at + length > placed.length || source != A) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (placed[(int) at + i]) {
        bytesPlacedTwice++;
      }
      placed[(int) at + i] = true;
      if (bytes[from + i] != content(placed.length, at + i)) {
        return false;
      }
    }
    return true;
  }

  /** Takes one frame from an endpoint, as whole bytes; empty if it has none. */
  byte[] take(TransportEndpoint from) {
    if (!from.nextFrame(nowPs, out)) {
      return new byte[0];
    }
    byte[] frame = new byte[out.wireLength()];
    out.copyWhole(frame, 0);
    return frame;
  }

  void deliver(TransportEndpoint to, byte[] frame) {
    to.receive(nowPs, frame, 0, frame.length, frame.length);
  }

  /** Runs until nothing is left to do or the time is up. */
  void run(long untilPs) {
    while (true) {
      pump(a, b);
      pump(b, a);
      long timer = Math.min(a.nextDeadlinePs(), b.nextDeadlinePs());
      long arrival = arrivals.isEmpty() ? Long.MAX_VALUE : arrivals.peek().atPs;
      long next = Math.min(timer, arrival);
      if (next == Long.MAX_VALUE || next > untilPs) {
        return;
      }
      nowPs = next;
      if (arrival <= timer) {
        Arrival first = arrivals.poll();
        deliver(first.to, first.frame);
      } else {
        a.onDeadline(nowPs);
        b.onDeadline(nowPs);
      }
    }
  }

  private void pump(TransportEndpoint from, TransportEndpoint to) {
    for (byte[] frame = take(from); frame.length > 0; frame = take(from)) {
      carry(frame, to);
    }
  }

  private void carry(byte[] frame, TransportEndpoint to) {
    if (random.nextDouble() < faults.loss) {
      return;
    }
    boolean data = Ipv4Header.dscp(frame, 14) == TransportSettings.DEFAULT.dataDscp();
    byte[] carried = data ? switches.apply(frame) : frame;
    if (data && random.nextDouble() < faults.trim) {
      carried = trim(carried, random.nextBoolean());
    } else if (data && random.nextDouble() < faults.mark) {
      rewrite(carried, TransportSettings.DEFAULT.dataDscp(), Ipv4Header.CE, carried.length - 14);
    }
    arrive(carried, to);
    if (random.nextDouble() < faults.duplicate) {
      arrive(carried, to);
    }
  }

  private void arrive(byte[] frame, TransportEndpoint to) {
    byte[] copy = frame.clone();
    if (random.nextDouble() < faults.corrupt) {
      copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
    }
    long delay = ONE_WAY_PS + (faults.jitterPs == 0 ? 0 : random.nextLong(faults.jitterPs));
    arrivals.add(new Arrival(nowPs + delay, count++, to, copy));
  }

  /** The first 64 bytes, as a P4 switch or as an ASIC leaves them. */
  static byte[] trim(byte[] frame, boolean fixesLength) {
    byte[] head = Arrays.copyOf(frame, 64);
    int length = fixesLength ? 50 : Ipv4Header.totalLength(frame, 14);
    rewrite(head, TransportSettings.DEFAULT.trimmedDscp(), Ipv4Header.ECT_0, length);
    return head;
  }

  static void rewrite(byte[] frame, int dscp, int ecn, int totalLength) {
    Ipv4Header.write(
        frame,
        14,
        dscp,
        ecn,
        totalLength,
        Ipv4Header.UDP,
        Ipv4Header.source(frame, 14),
        Ipv4Header.destination(frame, 14));
  }

  /**
   * Messages of several lengths, of up to 250 packets of 1,000 bytes, whose every byte arrives
   * once.
   */
  void carriesEveryByteOnce(Faults through) {
    faults = through;
    for (int size : new int[] {1, 999, 1000, 1001, 250_000}) {
      send(size);
    }
    run(Long.MAX_VALUE);
    assertThat(allDelivered()).isTrue();
    assertThat(bytesPlacedTwice).isZero();
    assertThat(b.counters().payloadMismatches()).isZero();
  }

  /** Whether every message sent arrived whole and its sender knows. */
  boolean allDelivered() {
    return finished.equals(sizes) && completed.size() == sizes.size();
  }
}

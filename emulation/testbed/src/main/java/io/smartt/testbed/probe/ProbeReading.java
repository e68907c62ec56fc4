package io.smartt.testbed.probe;

import module java.base;

import io.smartt.base.topology.Host;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.agent.v1.ProbeSeen;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.testbed.probe.QueueProbe.Observation;
import io.smartt.testbed.probe.QueueProbe.Observation.Outcome;

/**
 * Works out of times what the queue at a port held. A packet came to the queue when it was sent,
 * plus the way of the quickest packet that its sender sent alone, which has the difference of the
 * two clocks in it; it left when it began to arrive at the host.
 */
final class ProbeReading {
  /** A packet of a burst. */
  private record Packet(
      boolean control, long cameNs, OptionalLong leftNs, boolean marked, int keptBytes) {
    boolean isHere() {
      return leftNs.isPresent();
    }

    long waitedNs() {
      return leftNs.orElseThrow() - cameNs;
    }
  }

  private static final int SLACK_PACKETS = 2;

  /** None of so many likely marks is a chance of 1 in 20, and of 1 in 8,000 in three tries. */
  private static final int CERTAIN_MARKS = 3;

  private static final int TRIMMED = DscpPlan.DEFAULT.trimmed();

  private final ProbeFrames.ProbeTarget target;
  private final List<Packet> packets = new ArrayList<>();
  private long jitterNs;
  private int silent;

  private ProbeReading(ProbeFrames.ProbeTarget target) {
    this.target = target;
  }

  /** Returns what the answers of the target and its senders say. */
  static List<Observation> of(ProbeFrames.ProbeTarget target, Map<Host, ProbeResponse> answers) {
    ProbeReading reading = new ProbeReading(target);
    List<ProbeSeen> received =
        Optional.ofNullable(answers.get(target.host()))
            .map(ProbeResponse::getReceivedList)
            .orElse(List.of());
    target
        .senders()
        .forEach(sender ->
            Optional.ofNullable(answers.get(sender))
                .ifPresent(answer -> reading.add(sender, answer.getSentList(), received)));
    return reading.observations();
  }

  private void add(Host sender, List<ProbeSeen> sent, List<ProbeSeen> received) {
    Map<Integer, ProbeSeen> here = new HashMap<>();
    received.stream()
        .filter(frame -> frame.getSourceIpv4() == sender.ipv4())
        .forEach(frame -> here.putIfAbsent(frame.getIndex(), frame));
    OptionalLong data = way(sent, here, false);
    OptionalLong control = way(sent, here, true);
    if (data.isEmpty() || control.isEmpty()) {
      silent++;
      return;
    }
    for (ProbeSeen frame : sent) {
      int index = frame.getIndex();
      if (ProbeFrames.isBurst(index)) {
        boolean isControl = ProbeFrames.isControl(index);
        long way = isControl ? control.getAsLong() : data.getAsLong();
        Optional<ProbeSeen> arrived = Optional.ofNullable(here.get(index));
        packets.add(
            new Packet(
                isControl,
                frame.getTimeNs() + way,
                arrived.map(seen -> OptionalLong.of(seen.getTimeNs())).orElse(OptionalLong.empty()),
                arrived.filter(seen -> seen.getEcn() == Ipv4Header.CE).isPresent(),
                arrived
                    .filter(seen -> seen.getDscp() == TRIMMED)
                    .map(ProbeSeen::getBytes)
                    .orElse(0)));
      }
    }
  }

  /** The quickest way of packets that were alone; how much they differ is how far to trust it. */
  private OptionalLong way(List<ProbeSeen> sent, Map<Integer, ProbeSeen> here, boolean control) {
    List<Long> ways =
        sent.stream()
            .filter(frame -> !ProbeFrames.isBurst(frame.getIndex()))
            .filter(frame -> ProbeFrames.isControl(frame.getIndex()) == control)
            .flatMap(frame ->
                Optional.ofNullable(here.get(frame.getIndex()))
                    .map(arrived -> arrived.getTimeNs() - frame.getTimeNs())
                    .stream())
            .sorted()
            .toList();
    if (ways.isEmpty()) {
      return OptionalLong.empty();
    }
    jitterNs = Math.max(jitterNs, ways.getLast() - ways.getFirst());
    return OptionalLong.of(ways.getFirst());
  }

  private List<Observation> observations() {
    if (silent > 0) {
      return List.of(
          new Observation(
              "queue",
              Outcome.DIFFERENT,
              "nothing came of %d of %d senders".formatted(silent, target.senders().size()),
              "single packets arrive"));
    }
    return List.of(marks(), overflow(), control());
  }

  private Stream<Packet> whole() {
    return packets.stream().filter(one -> !one.control() && one.isHere() && one.keptBytes() == 0);
  }

  /** Bytes that waited in the data queue at a time. */
  private long depth(long atNs) {
    return whole().filter(one -> one.cameNs() <= atNs && one.leftNs().orElse(0) > atNs).count()
        * target.frameBytes();
  }

  private long behind(Packet packet) {
    return depth(packet.leftNs().orElseThrow());
  }

  private long slackBytes() {
    return SLACK_PACKETS * (long) target.frameBytes() + target.bytes(jitterNs);
  }

  private OptionalLong least(Stream<Packet> some, ToLongFunction<Packet> depth) {
    return some.mapToLong(depth).min();
  }

  private long reached() {
    return whole().mapToLong(this::behind).max().orElse(0);
  }

  private Observation marks() {
    long kmin = target.port().red().kminBytes();
    long kmax = target.port().red().kmaxBytes();
    long marked = whole().filter(Packet::marked).count();
    OptionalLong lowest = least(whole().filter(Packet::marked), this::behind);
    long unmarked = whole().filter(one -> !one.marked()).mapToLong(this::behind).max().orElse(0);
    String found =
        marked == 0
            ? "none up to " + kilo(reached())
            : "%d of %d, from %s; none unmarked above %s"
                .formatted(marked, whole().count(), kilo(lowest.orElse(0)), kilo(unmarked));
    boolean early = lowest.isPresent() && lowest.getAsLong() + slackBytes() < kmin;
    boolean late = unmarked > kmax + slackBytes();
    boolean never = marked == 0 && likelyMarks() >= CERTAIN_MARKS;
    Outcome outcome =
        early || late || never
            ? Outcome.DIFFERENT
            : reached() >= kmax && marked > 0 ? Outcome.AS_EXPECTED : Outcome.NOT_OBSERVED;
    return new Observation(
        "marks",
        outcome,
        found,
        "from %s, all from %s, within %s".formatted(kilo(kmin), kilo(kmax), kilo(slackBytes())));
  }

  /**
   * Returns how many marks RED makes on average, if each depth was as much lower as it can have
   * been.
   */
  private double likelyMarks() {
    PortPlan.Red red = target.port().red();
    double range = Math.max(1, red.kmaxBytes() - red.kminBytes());
    return whole()
        .mapToDouble(one -> (behind(one) - slackBytes() - red.kminBytes()) / range)
        .map(share -> Math.clamp(share, 0, 1) * red.pmax())
        .sum();
  }

  private Observation overflow() {
    long size = target.queueBytes();
    List<Packet> trimmed = packets.stream().filter(one -> one.keptBytes() > 0).toList();
    List<Packet> lost = packets.stream().filter(one -> !one.control() && !one.isHere()).toList();
    List<Packet> wanted = target.trims() ? trimmed : lost;
    List<Packet> unwanted = target.trims() ? lost : trimmed;
    OptionalLong from = least(wanted.stream(), one -> depth(one.cameNs()));
    String found =
        wanted.isEmpty()
            ? "none up to " + kilo(reached())
            : "%d at %s or more".formatted(wanted.size(), kilo(from.orElse(0)))
                + (target.trims() ? ", %d B left".formatted(wanted.getFirst().keptBytes()) : "");
    boolean early =
        from.isPresent() && from.getAsLong() + slackBytes() + target.frameBytes() < size;
    boolean late = reached() - slackBytes() > size;
    boolean never = size == Long.MAX_VALUE;
    Outcome outcome =
        early || late || !unwanted.isEmpty()
            ? Outcome.DIFFERENT
            : wanted.isEmpty() && !never ? Outcome.NOT_OBSERVED : Outcome.AS_EXPECTED;
    return new Observation(
        target.trims() ? "trims" : "drops",
        outcome,
        found
            + (unwanted.isEmpty()
                ? ""
                : "; %d %s".formatted(unwanted.size(), target.trims() ? "lost" : "trimmed")),
        never
            ? "none"
            : "at %s, within %s".formatted(kilo(size), kilo(slackBytes() + target.frameBytes())));
  }

  private Observation control() {
    List<Packet> controls = packets.stream().filter(Packet::control).toList();
    long lost = controls.stream().filter(one -> !one.isHere()).count();
    long most =
        controls.stream().filter(Packet::isHere).mapToLong(Packet::waitedNs).max().orElse(0);
    long data = whole().mapToLong(Packet::waitedNs).max().orElse(0);
    long allowed = (SLACK_PACKETS + 1) * target.frameNs() + jitterNs;
    String found = "waited %s at most, data %s".formatted(time(most), time(data));
    Outcome outcome =
        lost > 0 || most > allowed
            ? Outcome.DIFFERENT
            : data <= 2 * allowed ? Outcome.NOT_OBSERVED : Outcome.AS_EXPECTED;
    return new Observation(
        "control",
        outcome,
        lost > 0 ? "%d of %d lost; %s".formatted(lost, controls.size(), found) : found,
        "at most " + time(allowed) + " while data waits");
  }

  private static String kilo(long bytes) {
    return "%.1f kB".formatted(bytes / 1e3);
  }

  private static String time(long ns) {
    return ns >= 1_000_000 ? "%.1f ms".formatted(ns / 1e6) : "%.1f us".formatted(ns / 1e3);
  }
}

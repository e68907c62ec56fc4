package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.counters.QueueCounters.QueueRecord;
import io.smartt.base.trace.CaptureReader;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.base.trace.RecordedPacket;
import io.smartt.experiment.journey.Journey;
import io.smartt.experiment.journey.Journey.JourneyQuery;
import io.smartt.experiment.journey.Journey.JourneyQuery.Fate;
import io.smartt.experiment.journey.JourneyEvent;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.trace.analysis.FrameView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.virtual.VirtualJourney;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/** Laws of one packet's way: it says what the counters of its run and its capture say. */
final class JourneyLaws {
  static final List<Law> ALL =
      List.of(
          new Law("a journey is of a packet that its run has", 6, JourneyLaws::fates),
          new Law("a journey's queues are those of switches.csv", 6, JourneyLaws::queues),
          new Law("a journey passes where its capture saw it", 12, JourneyLaws::capture));

  private static final long PS_PER_NS = 1000;

  private JourneyLaws() {}

  private static Optional<Journey> journey(Trial trial, Fate fate) {
    return new VirtualJourney(trial.prepared(), RunMonitor.NONE).of(new JourneyQuery.First(fate));
  }

  private static long sum(RunResult result, ToLongFunction<QueueRecord> counts) {
    return result.queues().stream().mapToLong(counts).sum();
  }

  /** Where links lose packets, what a switch did to one may be seen by nobody. */
  private static boolean fates(Trial trial) {
    RunResult result = trial.done().result();
    boolean untroubled = RunLaws.isUntroubled(trial.spec());
    Fate fate =
        List.of(Fate.MARKED, Fate.TRIMMED, Fate.DROPPED, Fate.RETRANSMITTED).get(trial.choice(4));
    Optional<Journey> journey = journey(trial, fate);
    long counted =
        switch (fate) {
          case MARKED -> sum(result, queue -> queue.counters().marked().packets());
          case TRIMMED -> sum(result, queue -> queue.counters().trimmed().packets());
          case DROPPED -> result.drops();
          default -> result.flows().stream().mapToLong(JourneyLaws::sentAgain).sum();
        };
    assertThat(journey.isPresent() && counted == 0).as("%s, of %d", fate, counted).isFalse();
    long surely =
        fate == Fate.DROPPED
            ? sum(result, queue -> queue.queue() == 0 ? queue.counters().dropped().packets() : 0)
            : counted;
    assertThat(untroubled && journey.isEmpty() && surely > 0)
        .as("%s, of %d", fate, surely)
        .isFalse();
    if (journey.isPresent()) {
      List<JourneyEvent> events = journey.get().events();
      assertThat(events)
          .as("%s of %s", fate, journey.get())
          .anyMatch(
              switch (fate) {
                case MARKED ->
                    event -> event instanceof JourneyEvent.LeftSwitch left && left.markedHere();
                case TRIMMED ->
                    event ->
                        event instanceof JourneyEvent.LeftSwitch left && left.cutFrom().isPresent();
                case DROPPED ->
                    event ->
                        event instanceof JourneyEvent.Dropped
                            || event instanceof JourneyEvent.LostOnLink;
                default -> event -> event instanceof JourneyEvent.Sent sent && sent.again();
              });
    }
    return true;
  }

  private static long sentAgain(FlowRecord flow) {
    return flow.counters().retransmissions();
  }

  /** The slowest packet has met the longest queues. */
  private static boolean queues(Trial trial) {
    Optional<Journey> journey = journey(trial, Fate.SLOWEST);
    Map<String, QueueRecord> counted =
        trial.done().result().queues().stream()
            .collect(Collectors.toMap(JourneyLaws::name, Function.identity()));
    String at = "";
    long lastPs = 0;
    for (JourneyEvent event : journey.map(Journey::events).orElse(List.of())) {
      assertThat(event.timePs()).as("%s", event).isGreaterThanOrEqualTo(lastPs);
      lastPs = event.timePs();
      switch (event) {
        case JourneyEvent.EnteredSwitch entered -> at = entered.name();
        case JourneyEvent.Queued queued -> {
          QueueRecord queue =
              Objects.requireNonNull(
                  counted.get(at + " " + queued.before().port() + " " + queued.before().queue()),
                  queued + " at " + at);
          assertThat(queued.before().depthPackets() + 1L)
              .as("%s of %s", queued, queue)
              .isLessThanOrEqualTo(queue.counters().maxDepthPackets());
          assertThat(queued.before().depthBytes() + queued.bytes())
              .as("%s of %s", queued, queue)
              .isLessThanOrEqualTo(queue.counters().maxDepthBytes());
        }
        case JourneyEvent.LeftSwitch left ->
            assertThat(left.waitedPs()).as("%s", left).isNotNegative();
        default -> {}
      }
    }
    return journey.isPresent();
  }

  private static String name(QueueRecord queue) {
    return queue.switchName() + " " + queue.port() + " " + queue.queue();
  }

  /** The places where a journey's packet leaves a node, by time from the first. */
  private static boolean capture(Trial trial) {
    Optional<Journey> journey =
        RunLaws.isUntroubled(trial.spec()) ? journey(trial, Fate.SLOWEST) : Optional.empty();
    if (journey.isEmpty()
        || !(trial.run(trial.spec().withCapture(true), 1) instanceof Trial.Ending.Done captured)) {
      return false;
    }
    List<Long> leftNs = new ArrayList<>();
    for (JourneyEvent event : journey.get().events()) {
      if (event instanceof JourneyEvent.Sent || event instanceof JourneyEvent.LeftSwitch) {
        leftNs.add(event.timePs() / PS_PER_NS);
      }
    }
    List<Long> seenNs =
        seen(captured.folder().resolve("trace.pcapng"), journey.get().packet(), leftNs.size());
    assertThat(since(seenNs)).as("%s", journey.get()).isEqualTo(since(leftNs));
    return true;
  }

  private static List<Long> since(List<Long> timesNs) {
    return timesNs.stream().map(time -> time - timesNs.getFirst()).toList();
  }

  /** The first times at which the packet was sent into a link. */
  private static List<Long> seen(Path trace, Journey.PacketName packet, int most) {
    List<Long> times = new ArrayList<>();
    FrameView view = new FrameView();
    try (CaptureReader reader = CaptureReader.open(trace)) {
      for (Optional<RecordedPacket> next = reader.next();
          next.isPresent() && times.size() < most;
          next = reader.next()) {
        RecordedPacket seen = next.orElseThrow();
        FrameKind kind = view.read(seen);
        if ((kind == FrameKind.DATA || kind == FrameKind.TRIMMED)
            && view.psn() == packet.psn()
            && view.sourcePdc() == packet.connection()
            && view.source() == packet.source()
            && view.destination() == packet.destination()
            && seen.direction().orElseThrow() == Direction.OUTBOUND) {
          times.add(seen.timeNs());
        }
      }
    }
    return times;
  }
}

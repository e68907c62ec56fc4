package io.smartt.testbed.probe;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.Topologies;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.SwitchPorts.PortPlan;
import io.smartt.host.agent.v1.ProbeFrame;
import io.smartt.host.agent.v1.ProbeResponse;
import io.smartt.host.agent.v1.ProbeSeen;
import io.smartt.testbed.probe.QueueProbe.Observation;
import io.smartt.testbed.probe.QueueProbe.Observation.Outcome;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link ProbeReading} against a queue whose behaviour is known. */
@Timeout(20)
class ProbeReadingTest {
  private static final long RATE_BPS = 12_500_000;
  private static final int FRAME = 4_170;
  private static final long SIZE = 18L * FRAME;
  private static final long KMIN = SIZE / 5;
  private static final long KMAX = SIZE * 4 / 5;
  private static final long WAY_NS = 24_000_000;

  private static final List<Host> HOSTS =
      Topologies.named("single,4", new LinkDefaults(RATE_BPS, 0, 0)).hosts();

  /** A port that marks at the middle of RED, trims to its queue's size, and prefers control. */
  private record Port(boolean marks, boolean trims, boolean prefers, long size) {
    private static final Port GOOD = new Port(true, true, true, SIZE);

    Map<Host, ProbeResponse> answers(ProbeFrames.ProbeTarget target) {
      Map<Host, ProbeResponse.Builder> answers = new HashMap<>();
      record Arrival(long atNs, Host from, ProbeFrame frame) {}
      List<Arrival> arrivals = new ArrayList<>();
      ProbeFrames frames = new ProbeFrames(target, WAY_NS);
      for (Host sender : target.senders()) {
        long freeNs = 0;
        // Clocks differ by seconds.
        long clockNs = sender.index() * 3_000_000_000L;
        ProbeResponse.Builder sent = ProbeResponse.newBuilder();
        for (ProbeFrame frame : frames.of(target.senders().indexOf(sender), 0)) {
          long atNs = Math.max(freeNs, frame.getOffsetNs());
          freeNs = atNs + target.ns(frame.getBytes());
          sent.addSent(ProbeSeen.newBuilder().setIndex(frame.getIndex()).setTimeNs(atNs + clockNs));
          arrivals.add(new Arrival(atNs + WAY_NS, sender, frame));
        }
        answers.put(sender, sent);
      }
      arrivals.sort(Comparator.comparingLong(Arrival::atNs));
      ProbeResponse.Builder received = ProbeResponse.newBuilder();
      List<Long> leaving = new ArrayList<>();
      long dataFreeNs = 0;
      for (int i = 0; i < arrivals.size(); i++) {
        Arrival one = arrivals.get(i);
        boolean control = ProbeFrames.isControl(one.frame().getIndex());
        long waiting = leaving.stream().filter(start -> start > one.atNs()).count() * FRAME;
        boolean overflows = !control && waiting + FRAME > size;
        ProbeSeen.Builder seen =
            ProbeSeen.newBuilder()
                .setSourceIpv4(one.from().ipv4())
                .setIndex(one.frame().getIndex())
                .setDscp(one.frame().getDscp())
                .setBytes(one.frame().getBytes());
        if (overflows && !trims) {
          continue;
        }
        if (overflows || (control && prefers)) {
          long cutNs = one.atNs() + target.ns(FRAME) / 2 + target.ns(64);
          received.addReceived(
              overflows
                  ? seen.setDscp(DscpPlan.DEFAULT.trimmed()).setBytes(64).setTimeNs(cutNs)
                  : seen.setTimeNs(cutNs));
          continue;
        }
        long startNs = Math.max(one.atNs(), dataFreeNs);
        dataFreeNs = startNs + target.ns(one.frame().getBytes());
        leaving.add(startNs);
        long behind =
            arrivals.stream()
                    .filter(other -> !ProbeFrames.isControl(other.frame().getIndex()))
                    .filter(other -> other.atNs() > one.atNs() && other.atNs() <= startNs)
                    .count()
                * FRAME;
        boolean marked = marks && Math.min(behind, size - FRAME) > (KMIN + KMAX) / 2;
        received.addReceived(seen.setEcn(marked ? 3 : 2).setTimeNs(dataFreeNs));
      }
      answers.put(target.host(), received);
      Map<Host, ProbeResponse> built = new HashMap<>();
      answers.forEach((host, answer) -> built.put(host, answer.build()));
      return built;
    }
  }

  private static ProbeFrames.ProbeTarget target(boolean trims) {
    return target(trims, SIZE);
  }

  private static ProbeFrames.ProbeTarget target(boolean trims, long queueBytes) {
    PortPlan plan = new PortPlan(SIZE, 18, new PortPlan.Red(KMIN, KMAX, 4, 15, 1), 36L * FRAME);
    return new ProbeFrames.ProbeTarget(
        HOSTS.getFirst(), HOSTS.subList(1, HOSTS.size()), RATE_BPS, plan, queueBytes, FRAME, trims);
  }

  private static Map<String, Observation> read(Port port, boolean trims) {
    ProbeFrames.ProbeTarget target = target(trims);
    Map<String, Observation> byWhat = new HashMap<>();
    ProbeReading.of(target, port.answers(target)).forEach(one -> byWhat.put(one.what(), one));
    return byWhat;
  }

  private static Outcome outcome(Map<String, Observation> seen, String what) {
    return one(seen, what).outcome();
  }

  private static Observation one(Map<String, Observation> seen, String what) {
    return Optional.ofNullable(seen.get(what))
        .orElseThrow(() -> new AssertionError(what + " in " + seen));
  }

  @Test
  void aPortAsPlannedIsFoundSoThoughClocksDiffer() {
    Map<String, Observation> seen = read(Port.GOOD, true);
    assertThat(seen.values())
        .allSatisfy(one -> assertThat(one.outcome()).as("%s", one).isEqualTo(Outcome.AS_EXPECTED));
    assertThat(one(seen, "trims").found()).endsWith("64 B left");
  }

  @Test
  void aPortThatNeverMarksIsFound() {
    Map<String, Observation> seen = read(new Port(false, true, true, SIZE), true);
    assertThat(outcome(seen, "marks")).isEqualTo(Outcome.DIFFERENT);
    assertThat(outcome(seen, "trims")).isEqualTo(Outcome.AS_EXPECTED);
  }

  @Test
  void aPortThatDropsIsFoundUnlessItIsTo() {
    Port port = new Port(true, false, true, SIZE);
    assertThat(outcome(read(port, true), "trims")).isEqualTo(Outcome.DIFFERENT);
    assertThat(outcome(read(port, false), "drops")).isEqualTo(Outcome.AS_EXPECTED);
  }

  @Test
  void aQueueOfAnotherSizeIsFound() {
    assertThat(outcome(read(new Port(true, true, true, SIZE / 2), true), "trims"))
        .isEqualTo(Outcome.DIFFERENT);
    assertThat(outcome(read(new Port(true, true, true, 2 * SIZE), true), "trims"))
        .isEqualTo(Outcome.DIFFERENT);
  }

  /** Over PFC what feeds a queue pauses: it may be as deep as it likes and drops nothing. */
  @Test
  void aQueueThatPausesIsToDropNothing() {
    ProbeFrames.ProbeTarget target = target(false, Long.MAX_VALUE);
    for (long size : List.of(SIZE, 10 * SIZE)) {
      Port port = new Port(true, false, true, size);
      Observation drops =
          ProbeReading.of(target, port.answers(target)).stream()
              .filter(one -> one.what().equals("drops"))
              .findFirst()
              .orElseThrow();
      assertThat(drops.outcome())
          .as("%s", drops)
          .isEqualTo(size == SIZE ? Outcome.DIFFERENT : Outcome.AS_EXPECTED);
      assertThat(drops.wanted()).isEqualTo("none");
    }
  }

  @Test
  void controlThatWaitsWithDataIsFound() {
    assertThat(outcome(read(new Port(true, true, false, SIZE), true), "control"))
        .isEqualTo(Outcome.DIFFERENT);
  }

  @Test
  void aSenderOfWhichNothingComesIsSaid() {
    ProbeFrames.ProbeTarget target = target(true);
    Map<Host, ProbeResponse> answers = new HashMap<>(Port.GOOD.answers(target));
    answers.put(target.host(), ProbeResponse.getDefaultInstance());
    assertThat(ProbeReading.of(target, answers))
        .singleElement()
        .satisfies(one -> assertThat(one.found()).isEqualTo("nothing came of 3 of 3 senders"));
  }
}

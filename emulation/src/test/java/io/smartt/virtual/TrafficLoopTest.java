package io.smartt.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.concurrent.TaskRunner;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.report.FlowRecord.FlowCounters;
import io.smartt.experiment.report.FlowRecord.FlowEnds;
import io.smartt.experiment.report.RunMonitor;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.SampleRecorder;
import io.smartt.experiment.traffic.Carrier;
import io.smartt.experiment.traffic.RefusedFrames;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.transport.Destination;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.TransportListener.ConnectionFailure;
import io.smartt.host.transport.TransportListener.IncomingMessages;
import io.smartt.virtual.TrafficLoop.Ending;
import io.smartt.virtual.simulation.EventQueue;
import io.smartt.virtual.simulation.Simulation;
import io.smartt.workload.Flow;
import io.smartt.workload.HostSpeeds;
import io.smartt.workload.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of when and how a {@link TrafficLoop} ends, with one flow and a transport that is none. */
class TrafficLoopTest {
  private static final long MS_PS = 1_000_000_000L;
  private static final long US = 1_000_000;
  private static final long BEGAN_PS = 5 * US;
  private static final int BYTES = 1_000;

  private final Simulation simulation = new Simulation(TaskRunner.SEQUENTIAL, 1, 1);
  private final EventQueue queue = simulation.newEventQueue();
  private final HostTimer clock = new HostTimer(queue, 1);
  private final Topology topology =
      Topologies.named("single,2", new LinkDefaults(800_000_000_000L, 600_000, 400_000));
  private final Workload workload =
      new Workload("one", 2, List.of(Flow.at(1, 0, 1, BYTES, 2 * US)));
  private final SampleRecorder samples = new SampleRecorder();
  private final Traffic traffic =
      new Traffic(
          topology,
          _ -> clock.from(BEGAN_PS),
          workload,
          HostSpeeds.OWN,
          new PathProfiles(topology, new PacketSizes(1_000, 78, 74, 0)),
          samples);
  private final List<RunMonitor.Progress> shown = new ArrayList<>();
  private long delivered;
  private RefusedFrames refused = RefusedFrames.sum(Stream.of());

  /** A transport that does something a while after it was given a message. */
  private record Later(LongConsumer after) implements Carrier {
    @Override
    public long send(
        Host from, long nowPs, Destination to, long bytes, PathParameters path, String scheme) {
      after.accept(nowPs);
      return 7;
    }

    @Override
    public int connection(Host from, long message) {
      return 3;
    }

    @Override
    public FlowCounters counters(Host from, int connection, long bytesDelivered) {
      return new FlowCounters(1, 0, 0, 0, 0, bytesDelivered, 0, 0, FlowEnds.BOTH);
    }

    @Override
    public void incoming(Host to, IncomingMessages visitor) {}

    @Override
    public void wake(Host host) {}
  }

  private void after(long delayPs, int number, LongConsumer what) {
    EventQueue.Event event =
        new EventQueue.Event(queue, number) {
          @Override
          protected void fire(long nowPs) {
            what.accept(nowPs);
          }
        };
    queue.schedule(event, queue.nowPs() + delayPs);
  }

  /** Something that goes on for ever, once a millisecond. */
  private void tick() {
    after(MS_PS, 2, _ -> tick());
  }

  private Ending run(Carrier carrier, int lookEvery, int interruptedAtLook) {
    simulation.arrivesAfter(1_000);
    traffic.begin(carrier);
    RunMonitor monitor =
        new RunMonitor() {
          @Override
          public void progress(Progress progress) {
            shown.add(progress);
          }

          @Override
          public boolean interrupted() {
            return shown.size() >= interruptedAtLook;
          }
        };
    return new TrafficLoop(
            simulation,
            workload,
            traffic,
            List.of(samples),
            new TrafficLoop.Hosts() {
              @Override
              public long deliveredBytes() {
                return delivered;
              }

              @Override
              public RefusedFrames refused() {
                return refused;
              }
            },
            TrafficLoop.Looks.NONE,
            lookEvery)
        .run(monitor, BEGAN_PS, US);
  }

  private Carrier finishing(long bytes) {
    return new Later(_ ->
        after(
            10 * US,
            3,
            nowPs -> {
              delivered = bytes;
              Host from = topology.hosts().getFirst();
              traffic
                  .flowsOf(topology.hosts().get(1))
                  .messageDelivered(nowPs, from.ipv4(), 7, BYTES);
              traffic.flowsOf(from).messageCompleted(nowPs - BEGAN_PS, 3, 7);
            }));
  }

  @Test
  void aRunIsGivenUpAtAThousandTimesItsIdealButNotInItsFirstSecond() {
    assertThat(TrafficLoop.giveUpPs(20 * MS_PS)).isEqualTo(20_000 * MS_PS);
    assertThat(TrafficLoop.giveUpPs(MS_PS / 1_000)).isEqualTo(1_000 * MS_PS);
    assertThat(TrafficLoop.giveUpPs(Long.MAX_VALUE / 10)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRunEndsWithItsLastFlow() {
    tick();
    assertThat(run(finishing(BYTES), 1_000, 99))
        .isEqualTo(new Ending(RunStatus.COMPLETED, Optional.empty()));
    assertThat(shown).containsExactly(new RunMonitor.Progress(12 * US, BYTES, BYTES, 1, 1));
  }

  @Test
  void aByteThatIsMissingOrTwiceThereFailsIt() {
    assertThat(run(finishing(BYTES - 1), 1_000, 99))
        .isEqualTo(
            new Ending(RunStatus.FAILED, Optional.of("delivered 999 B of 1000 B, each once")));
  }

  @Test
  void aRunInWhichNothingIsLeftToHappenSaysSo() {
    assertThat(run(new Later(_ -> {}), 1_000, 99).message())
        .contains("1 of 1 flows did not finish (1): nothing is left to happen");
    refused = RefusedFrames.sum(Stream.of(Map.of("BAD_CHECKSUM", 2L), Map.of("MALFORMED", 1L)));
    assertThat(run(new Later(_ -> {}), 1_000, 99).message().orElseThrow())
        .endsWith("nothing is left to happen; hosts refused frames: 2 bad checksum, 1 malformed");
  }

  @Test
  void aRunThatNeverEndsIsGivenUp() {
    tick();
    assertThat(run(new Later(_ -> {}), 1_000_000, 99).message())
        .contains(
            "1 of 1 flows did not finish (1): given up at 1000000 us: 1 s, or 1000 times the ideal"
                + " where that is longer");
    assertThat(simulation.nowPs()).isBetween(BEGAN_PS + 999 * MS_PS, BEGAN_PS + 1_001 * MS_PS);
  }

  @Test
  void aConnectionThatFailedIsTheReason() {
    Carrier failing =
        new Later(_ ->
            after(
                US,
                3,
                nowPs ->
                    traffic
                        .flowsOf(topology.hosts().getFirst())
                        .connectionFailed(nowPs, 3, ConnectionFailure.NO_ANSWER)));
    assertThat(run(failing, 1_000, 99).message().orElseThrow())
        .startsWith("flow 1, h1 to h2, failed: ");
  }

  @Test
  void whoAsksToStopIsHeardAtTheNextLook() {
    tick();
    Ending ending = run(new Later(_ -> {}), 10, 2);
    assertThat(ending.status()).isEqualTo(RunStatus.INTERRUPTED);
    assertThat(shown).hasSize(2);
    assertThat(shown.getLast().flowsFinished()).isZero();
    // Twenty events, of which the flow's start is one.
    assertThat(shown.getLast().timePs()).isEqualTo(19 * MS_PS - BEGAN_PS);
    assertThat(ending.message()).contains("interrupted at 18995 us");
  }
}

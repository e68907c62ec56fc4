package io.smartt.tests.seeded;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.base.topology.Host;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.ExperimentSpec;
import io.smartt.experiment.HostSetup;
import io.smartt.experiment.report.FlowRecord;
import io.smartt.experiment.settings.SchemesOfHosts;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.host.transport.ReliabilitySettings;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Laws of how long a flow may take. */
final class PaceLaws {
  static final List<Law> ALL = List.of(new Law("no flow starves", 1, PaceLaws::starves));

  private static final double PS_PER_BYTE_AT_1_BPS = 8e12;

  /** A connection whose receiver had no room waits for a quarter of a timeout; see the law. */
  private static final double NO_ROOM = 0.25;

  /** Timers of a connection run out together, a sixteenth of a timeout apart. */
  private static final double GRANULARITY = 1.0 / 16;

  private PaceLaws() {}

  /**
   * No connection is slower than one packet at a time whose every answer comes as its timeout is
   * up. While a connection has data, something of it is on its way, for its window is at least a
   * packet; what is on its way is answered or counts as lost when its timeout is up. So in each
   * timeout it sends a packet, and it takes no longer than the timeouts of all packets that it
   * sends: the first of them, or a doubled one after each timeout that it counts. Added is what a
   * packet waits before it leaves: for the timer's granularity, for a receiver without room, and
   * for a packet of each other flow of its host, which takes turns.
   *
   * <p>Schemes whose window may be less than a packet wait longer by design, and so do those that
   * wait for credit; over PFC a host waits for others. Of these the law says nothing.
   */
  private static boolean starves(Trial trial) {
    ExperimentSpec spec = trial.spec();
    if (!RunLaws.isUntroubled(spec) || !hasAPacketUnderWay(spec)) {
      return false;
    }
    Topology topology = spec.buildTopology();
    double timeoutPs =
        new HostSetup(spec, topology)
            .timeoutPs(new PathProfiles(topology, spec.packets()).longest().baseRttPs());
    List<FlowRecord> flows = trial.done().result().flows();
    Map<String, Long> ofHost =
        flows.stream().collect(Collectors.groupingBy(FlowRecord::src, Collectors.counting()));
    ReliabilitySettings reliability = SettingKeys.TRANSPORT.read(spec.settings());
    Map<List<String>, List<FlowRecord>> connections =
        flows.stream().collect(Collectors.groupingBy(flow -> List.of(flow.src(), flow.dst())));
    connections.forEach((ends, all) -> {
      Host from = (Host) topology.node(ends.getFirst()).orElseThrow();
      double packetPs =
          PS_PER_BYTE_AT_1_BPS
              * spec.packets().mtuBytes()
              / topology.access(from).link().slowerBps();
      long sent = all.stream().mapToLong(flow -> flow.counters().packetsSent()).sum();
      long timeouts = all.stream().mapToLong(flow -> flow.counters().timeouts()).sum();
      double most =
          sent
                  * (timeoutPs * (1 + NO_ROOM + GRANULARITY)
                      + ofHost.getOrDefault(ends.getFirst(), 0L) * packetPs)
              + doubledPs(timeoutPs, timeouts, reliability.maxBackoff());
      for (FlowRecord flow : all) {
        flow.completionPs()
            .ifPresent(took -> {
              assertThat((double) took)
                  .as("%s, whose connection sent %d packets", flow, sent)
                  .isLessThanOrEqualTo(most);
            });
      }
    });
    return true;
  }

  private static boolean hasAPacketUnderWay(ExperimentSpec spec) {
    Settings settings = spec.settings();
    return !spec.lossless()
        && spec.scheme().window().minPackets() >= 1
        && spec.scheme().receiver().isEmpty()
        && !settings.textOf("smartt.pacer").equals("true")
        && SchemesOfHosts.of(settings).isEmpty()
        && SchemesOfHosts.ofGroups(settings).isEmpty();
  }

  /** All timeouts of one packet, the most that so many can be. */
  private static double doubledPs(double timeoutPs, long timeouts, int maxBackoff) {
    double ps = 0;
    for (long i = 1; i <= timeouts; i++) {
      ps += timeoutPs * (1L << Math.min(i, maxBackoff));
    }
    return ps;
  }
}

package io.smartt.realtime;

import module java.base;

import io.smartt.base.counters.PacketLedger;
import io.smartt.base.topology.Host;
import io.smartt.experiment.report.RunResult.ReorderPeak;
import io.smartt.experiment.traffic.RefusedFrames;
import io.smartt.experiment.traffic.Traffic;
import io.smartt.host.agent.HostAgent.SendLateness;

/** The hosts of a run in real time, in this process or elsewhere. */
public interface RealTimeHosts extends AutoCloseable {
  /** Returns the clock that flows start by, the same for all hosts. */
  Traffic.FlowClock clock();

  /** Time of the experiment, for any thread. */
  long nowPs();

  /** Makes the hosts report to this traffic. Once, before the rest. */
  void connect(Traffic traffic);

  /** Sets time to 0 and begins to send. */
  void begin();

  /** Runs something on the thread of the traffic. */
  <T> T call(Supplier<T> task);

  /** Returns the receivers' counters, as last reported. */
  Totals totals();

  /** Asks for up-to-date counters and returns their totals; for when all is sent. */
  Totals settled();

  /**
   * Asks for up-to-date counters and returns what hosts sent, received and lost; without the hosts'
   * sums where a host does not say.
   */
  PacketLedger packets();

  /** Returns the frames that the hosts themselves refused, by reason, as last reported. */
  RefusedFrames refused();

  /** Returns the frames that the kernel refused or lost, by host, as last reported. */
  List<Long> lostFrames();

  /** Returns how late the threads of all hosts were with what they sent, as last reported. */
  SendLateness lateness();

  /**
   * Returns what receivers kept to put it in order, as last reported; empty if they do not reorder.
   */
  Optional<ReorderPeak> mostKept();

  /** Returns what can be asked whether it lives: agents elsewhere. */
  default List<SignOfLife> signs() {
    return List.of();
  }

  /** Returns whether a host's interface is down or gone, as last reported. For any thread. */
  default boolean isCutOff(Host host) {
    // Of hosts in this process: their switches have the other end of a veth pair, and say it.
    return false;
  }

  /** Hosts that are gone, if any. */
  Optional<Lost> lost();

  @Override
  void close();

  /** Sums over all hosts, in bytes and frames. */
  record Totals(long bytesDelivered, long bytesVerified, long payloadMismatches) {}

  /**
   * Hosts that are gone.
   *
   * @param reasons for the user, by index of the host, in the order in which they went
   */
  record Lost(Map<Integer, String> reasons) {
    /** Copies, and keeps the order. */
    public Lost {
      reasons = Collections.unmodifiableMap(new LinkedHashMap<>(reasons));
    }

    /** Returns the hosts by index. */
    public Set<Integer> hosts() {
      return reasons.keySet();
    }

    /** Returns all reasons in one line. */
    public String why() {
      return String.join("; ", reasons.values());
    }
  }
}

package io.smartt.emulation.experiment;

import io.smartt.emulation.topology.LinkDefaults;
import io.smartt.emulation.topology.PacketSizes;
import io.smartt.emulation.topology.Topology;
import io.smartt.emulation.workload.Workload;
import java.util.List;

/**
 * All that is needed to run an experiment, once or again.
 *
 * @param name of the experiment, fit for a folder's name
 * @param profile that the settings came from, as the user named it
 * @param settings every value, overrides applied
 * @param topology the network, with the text of its file if it has one
 * @param workload the traffic, with the text of its file if it has one
 * @param capture whether to write a packet trace
 * @param overrides what the user changed on the command line, as {@code key=value}, for the reader
 */
public record ExperimentSpec(
    String name,
    String profile,
    Settings settings,
    InputSource topology,
    InputSource workload,
    boolean capture,
    List<String> overrides) {

  /** With a copy of the list. */
  public ExperimentSpec {
    overrides = List.copyOf(overrides);
  }

  /** Where it runs. */
  public FabricKind fabric() {
    return settings.get(SettingKeys.FABRIC);
  }

  /** By how much rates are divided and latencies multiplied. */
  public double dilation() {
    return settings.get(SettingKeys.DILATION);
  }

  /** Congestion control. */
  public Scheme scheme() {
    return settings.get(SettingKeys.SCHEME);
  }

  /** Path selection. */
  public LoadBalancer loadBalancer() {
    return settings.get(SettingKeys.LOAD_BALANCER);
  }

  /** What switches do with packets that do not fit. */
  public Trimming trimming() {
    return settings.get(SettingKeys.TRIMMING);
  }

  /** Where the scheme's constants come from. */
  public Constants constants() {
    return settings.get(SettingKeys.CONSTANTS);
  }

  /** Seed of all randomness. */
  public long seed() {
    return settings.get(SettingKeys.SEED);
  }

  /** Rates and latencies of a topology that has none of its own, before dilation. */
  public LinkDefaults links() {
    return new LinkDefaults(
        settings.get(SettingKeys.LINK_RATE),
        settings.get(SettingKeys.LINK_LATENCY),
        settings.get(SettingKeys.SWITCH_LATENCY));
  }

  /** What packets take on a link. */
  public PacketSizes packets() {
    return new PacketSizes(
        Math.toIntExact(settings.get(SettingKeys.PACKET_PAYLOAD)),
        Math.toIntExact(settings.get(SettingKeys.PACKET_HEADER)),
        Math.toIntExact(settings.get(SettingKeys.PACKET_ACK)));
  }

  /** Bytes that a trimmed packet keeps. */
  public int trimBytes() {
    return Math.toIntExact(settings.get(SettingKeys.PACKET_TRIM));
  }

  /** The data queue of every switch port. */
  public QueueSettings queue() {
    return new QueueSettings(
        settings.get(SettingKeys.QUEUE_SIZE),
        settings.get(SettingKeys.QUEUE_KMIN),
        settings.get(SettingKeys.QUEUE_KMAX));
  }

  /** Builds the network, links that the workload's file declares as failed still up. */
  public Topology buildTopology() {
    return Experiments.topology(this);
  }

  /** Builds the traffic for a network. */
  public Workload buildWorkload(Topology network) {
    return Experiments.workload(this, network);
  }
}

package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.LinksFile;
import io.smartt.base.topology.Ns3Topology;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.TopoFile;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;
import io.smartt.experiment.report.SampleRecorder.SampleResolution;
import io.smartt.experiment.settings.Constants;
import io.smartt.experiment.settings.HostDelay;
import io.smartt.experiment.settings.ImpliedSettings;
import io.smartt.experiment.settings.InputSources.InputSource;
import io.smartt.experiment.settings.LinkSelector;
import io.smartt.experiment.settings.LinkSelector.LinkRate;
import io.smartt.experiment.settings.QueueSettings;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKey;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.Settings;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.Uet;
import io.smartt.workload.CmReader;
import io.smartt.workload.FailedLinks;
import io.smartt.workload.Flow;
import io.smartt.workload.Ns3Flows;
import io.smartt.workload.Workload;
import io.smartt.workload.Workloads;
import io.smartt.workload.jobs.JobsName;

/**
 * Everything that is needed to run an experiment, once or again.
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

  /** Completes the settings by what they imply. Refuses settings that contradict each other. */
  public ExperimentSpec {
    overrides = List.copyOf(overrides);
    settings = ProgramSignals.complete(ImpliedSettings.complete(settings));
    if (settings.get(SettingKeys.QUEUE_KMIN) > settings.get(SettingKeys.QUEUE_KMAX)) {
      throw new UserInputException(
          "queue.kmin is "
              + settings.text(SettingKeys.QUEUE_KMIN)
              + ", above queue.kmax, "
              + settings.text(SettingKeys.QUEUE_KMAX));
    }
    if (ImpliedSettings.lossless(settings) && settings.get(SettingKeys.TRIMMING) != Trimming.OFF) {
      throw new UserInputException(
          "trimming is "
              + settings.text(SettingKeys.TRIMMING)
              + ", but over PFC (pfc.use, scheme "
              + settings.text(SettingKeys.SCHEME)
              + ") nothing is ever trimmed; leave it out or say off");
    }
  }

  /** Returns the experiment under another name. */
  public ExperimentSpec renamed(String changed) {
    return new ExperimentSpec(changed, profile, settings, topology, workload, capture, overrides);
  }

  /** Returns the experiment with other settings. */
  public ExperimentSpec withSettings(Settings changed) {
    return new ExperimentSpec(name, profile, changed, topology, workload, capture, overrides);
  }

  /** Returns the experiment with another network. */
  public ExperimentSpec withTopology(InputSource changed) {
    return new ExperimentSpec(name, profile, settings, changed, workload, capture, overrides);
  }

  /** Returns the experiment with other traffic. */
  public ExperimentSpec withWorkload(InputSource changed) {
    return new ExperimentSpec(name, profile, settings, topology, changed, capture, overrides);
  }

  /** Returns the experiment with or without a packet trace. */
  public ExperimentSpec withCapture(boolean wanted) {
    return new ExperimentSpec(name, profile, settings, topology, workload, wanted, overrides);
  }

  /** Returns the experiment with another list of overrides. */
  public ExperimentSpec withOverrides(List<String> changed) {
    return new ExperimentSpec(name, profile, settings, topology, workload, capture, changed);
  }

  /** Returns the experiment without a packet trace and without overrides. */
  public ExperimentSpec unrecorded() {
    return new ExperimentSpec(name, profile, settings, topology, workload, false, List.of());
  }

  /** Returns what the user should know about the settings and the network before a run. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>(settings.notices());
    if (topology instanceof InputSource.Imported(ImportedNetwork network)) {
      notices.addAll(network.notes());
    }
    return notices;
  }

  /** Returns the name of the run's fabric. */
  public String fabric() {
    return settings.get(SettingKeys.FABRIC);
  }

  /** Returns the factor by which rates are divided and latencies multiplied. */
  public double dilation() {
    return settings.get(SettingKeys.DILATION);
  }

  /** Returns how fine the series of its runs are. */
  public SampleResolution sampling() {
    return settings
        .get(SettingKeys.SAMPLE_INTERVAL)
        .map(SampleResolution::of)
        .orElseGet(() -> SampleResolution.automatic(dilation()));
  }

  public CongestionControl scheme() {
    return settings.scheme();
  }

  /** Path selection. */
  public LoadBalancer loadBalancer() {
    return settings.loadBalancer();
  }

  /** Returns whether switches pause their peers rather than drop data (PFC). */
  public boolean lossless() {
    return ImpliedSettings.lossless(settings);
  }

  /** P4 program of the switches: {@code smartt}, or a file. */
  public String program() {
    return settings.get(SettingKeys.PROGRAM);
  }

  /** Folder of the user's entries; empty where there is none. */
  public Optional<String> entries() {
    return Optional.of(settings.get(SettingKeys.ENTRIES))
        .filter(folder -> !folder.equals(SettingKey.NONE));
  }

  /** Returns the treatment of packets that do not fit into a queue. */
  public Trimming trimming() {
    return settings.get(SettingKeys.TRIMMING);
  }

  /** Returns the source of the scheme's constants. */
  public Constants constants() {
    return settings.get(SettingKeys.CONSTANTS);
  }

  /** Seed of all randomness. */
  public long seed() {
    return settings.get(SettingKeys.SEED);
  }

  public SwitchKind switches() {
    return settings.get(SettingKeys.SWITCH_KIND);
  }

  /** Rates and latencies of a topology that has none of its own, before dilation. */
  public LinkDefaults links() {
    if (!switches().own()) {
      // They delay nothing, and veth pairs take no time that counts.
      return new LinkDefaults(settings.get(SettingKeys.LINK_RATE), 0, 0);
    }
    return new LinkDefaults(
        settings.get(SettingKeys.LINK_RATE),
        settings.get(SettingKeys.LINK_LATENCY),
        settings.get(SettingKeys.SWITCH_LATENCY));
  }

  /** Returns the time from the wire to a host's transport, dilated. */
  public HostDelay hostDelay() {
    return settings.get(SettingKeys.HOST_DELAY).dilated(dilation());
  }

  /** Returns the sizes of packets on a link, which the transport's frames have. */
  public PacketSizes packets() {
    ReliabilitySettings transport = SettingKeys.TRANSPORT.read(settings);
    return new PacketSizes(
        Math.toIntExact(settings.get(SettingKeys.PACKET_PAYLOAD)),
        transport.dataHeaderBytes(Uet.RUD_REQ),
        transport.ackBytes(),
        Math.toIntExact(settings.get(SettingKeys.PACKET_OVERHEAD)));
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

  /**
   * Builds the network, rates and latencies dilated, single rates changed and links down. Links
   * that the workload declares as failed are still up: see {@link FailedLinks}.
   */
  public Topology buildTopology() {
    Topology undilated =
        switch (topology) {
          case InputSource.Named(String shape) -> Topologies.named(shape, links());
          case InputSource.FileText(String file, String text) when LinksFile.isOne(file) ->
              LinksFile.parse(file, text, links());
          case InputSource.FileText(String file, String text) when Ns3Topology.isOne(text) ->
              Ns3Topology.parse(file, text);
          case InputSource.FileText(String file, String text) -> TopoFile.parse(file, text);
          case InputSource.Imported(ImportedNetwork network) -> imported(network);
          case InputSource.Files files ->
              throw new UserInputException(files.name() + " is a workload, no topology");
        };
    int degraded = Math.toIntExact(settings.get(SettingKeys.LINK_FAILED));
    Topology slower =
        degraded == 0
            ? undilated
            : LinkRate.apply(
                LinkRate.parseAll(FailurePlan.degradedRates(undilated, degraded)), undilated);
    Topology rated = LinkRate.apply(settings.get(SettingKeys.LINK_RATES), slower);
    Topology dilated = rated.dilated(dilation()).withHostLatency(hostDelay().leastPs());
    Set<Link> down = new HashSet<>();
    for (LinkSelector place : settings.get(SettingKeys.LINK_DOWN)) {
      down.addAll(place.links(dilated, SettingKeys.LINK_DOWN));
    }
    return down.isEmpty() ? dilated : dilated.withFailedLinks(down);
  }

  /** Errors name the file that the user has. */
  private Topology imported(ImportedNetwork network) {
    return UserInputException.at(
        network.source(), () -> LinksFile.parse(network.name(), network.text(), links()));
  }

  /**
   * Builds the traffic for a network, start times dilated; refuses a matrix for another number of
   * hosts.
   */
  public Workload buildWorkload(Topology network) {
    return FlowGroups.apply(this, undilatedWorkload(network), network).dilated(dilation());
  }

  /** The traffic for a (dilated) network with start times as they were written or drawn. */
  public Workload undilatedWorkload(Topology network) {
    int hosts = network.hosts().size();
    Workload built =
        switch (workload) {
          case InputSource.Named(String pattern) ->
              Workloads.named(pattern, hosts, new SplittableRandom(seed()));
          case InputSource.FileText(String spec, String sizes)
              when Workloads.sizesFile(spec).isPresent() ->
              Workloads.drawn(
                  spec, sizes, hosts, undilatedHostBps(network), new SplittableRandom(seed()));
          case InputSource.FileText(String file, String text) when Ns3Flows.isOne(text) ->
              Ns3Flows.parse(file, text, network);
          case InputSource.FileText(String file, String text) -> CmReader.parse(file, text);
          case InputSource.Imported imported ->
              throw new UserInputException(imported.name() + " is a topology, no workload");
          case InputSource.Files(String jobs, Map<String, String> texts) ->
              JobsName.workload(
                  jobs,
                  texts,
                  hosts,
                  new SplittableRandom(seed()),
                  settings.get(SettingKeys.COLLECTIVES));
        };
    if (built.hosts() != hosts) {
      throw new UserInputException(
          "%s: Nodes is %s, but topology %s has %s hosts"
              .formatted(built.name(), built.hosts(), network.name(), hosts));
    }
    requireLengths(built);
    return built;
  }

  private void requireLengths(Workload built) {
    SesForm ses = SettingKeys.TRANSPORT.read(settings).ses();
    for (Flow flow : built.flows()) {
      if (flow.bytes() > ses.maxMessageBytes()) {
        throw new UserInputException(
            "%s: a flow of %d bytes is one message, of which transport.ses=%s lets be at most %d"
                .formatted(
                    built.name(),
                    flow.bytes(),
                    ses.name().toLowerCase(Locale.ROOT),
                    ses.maxMessageBytes()));
      }
    }
  }

  private long undilatedHostBps(Topology network) {
    return Math.round(network.access(network.host(0)).link().rateBps() * dilation());
  }
}

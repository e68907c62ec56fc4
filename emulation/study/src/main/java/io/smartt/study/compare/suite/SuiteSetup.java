package io.smartt.study.compare.suite;

import module java.base;

import io.smartt.base.input.InputFile;
import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.LinkDefaults;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.PathProfiles.PathProfile;
import io.smartt.base.topology.Serialisation;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.TopoFile;
import io.smartt.base.topology.Topologies;
import io.smartt.base.topology.Topology;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.Uet;
import io.smartt.workload.CmReader;
import io.smartt.workload.Workload;

/**
 * The settings here that mean what an experiment's options mean there (uet-htsim, revision 40ccb05,
 * main_uec.cpp:51-67 and 664-715): queues and thresholds in whole packets of a BDP over the
 * network's longest path, and a timeout of 15 us and six drains of a queue that never doubles. A
 * packet there is a frame here, which is longer; how many are meant stays the same.
 */
final class SuiteSetup {
  private static final double LOW_SHARE = 0.2;
  private static final double HIGH_SHARE = 0.8;
  private static final double LEAST_TIMEOUT_PS = 15e6;
  private static final double TIMEOUT_QUEUES = 6;
  private static final int DIGITS = 6;

  private static final double PULL_BYTES = 16384;

  private static final Map<HtsimOptions.Control, String> SCHEMES =
      Map.of(
          HtsimOptions.Control.NSCC, "smartt",
          HtsimOptions.Control.DCTCP, "dctcp",
          HtsimOptions.Control.RCCC, "rccc",
          HtsimOptions.Control.RCCC_AND_NSCC, "rccc+smartt");

  private final HtsimOptions options;
  private final SuiteNetwork network;
  private final PacketSizes packets;
  private final long rttPs;
  private final int bdpPackets;
  private final int queuePackets;

  private SuiteSetup(HtsimOptions options, SuiteNetwork network) {
    this.options = options;
    this.network = network;
    int mtuBytes = options.ports().mtuBytes();
    int payloadBytes = mtuBytes - HtsimOptions.HEADER_BYTES;
    SesForm ses = SesForm.SMALL;
    packets = new PacketSizes(payloadBytes, ses.dataHeaderBytes(Uet.RUD_REQ), ses.ackBytes());
    PathProfile longest = new PathProfiles(network.topology(), packets).longest();
    rttPs = longest.baseRttPs();
    // As if all links were as fast as those of hosts (main_uec.cpp:51).
    int roundTripBytes = mtuBytes + HtsimOptions.HEADER_BYTES;
    long hopPs = Serialisation.ps(roundTripBytes, options.network().linkBps());
    long rttTherePs = 2 * longest.oneWayLatencyPs() + longest.links() * hopPs;
    bdpPackets = (int) Math.ceil(bdpBytes(rttTherePs) / mtuBytes);
    queuePackets = options.ports().queuePackets().orElse(bdpPackets * options.ports().queueBdps());
  }

  /**
   * An experiment as it is run here.
   *
   * @param settings by key, all but the seed
   * @param connections flows of the matrix
   */
  record Plan(Map<String, String> settings, int connections) {}

  /**
   * Finds the settings.
   *
   * @throws UserInputException saying what of the experiment has no counterpart
   */
  static Plan plan(SuiteExperiment experiment, HtsimOptions options) {
    if (!experiment.unknown().isEmpty()) {
      throw new UserInputException("!" + String.join(", !", experiment.unknown()));
    }
    if (!experiment.binary().equals(SuiteReader.BINARY)) {
      throw new UserInputException("binary " + experiment.binary());
    }
    if (!options.refused().isEmpty()) {
      throw new UserInputException(String.join(", ", options.refused()));
    }
    Workload workload = matrix(experiment.matrix(), options.sender().reusesConnections());
    SuiteNetwork network =
        SuiteNetwork.of(options.network(), workload.hosts(), experiment.folder());
    // In an order that is the same in every process: finished runs are known by it.
    Map<String, String> settings = new TreeMap<>(new SuiteSetup(options, network).settings());
    settings.put(SettingKeys.WORKLOAD.name(), experiment.matrix().toString());
    return new Plan(settings, workload.flows().size());
  }

  private static Workload matrix(Path file, boolean reusesConnections) {
    try {
      return CmReader.parse(String.valueOf(file.getFileName()), InputFile.text(file));
    } catch (UserInputException e) {
      if (reusesConnections) {
        throw new UserInputException("-conn_reuse (" + e.getMessage() + ")", e);
      }
      throw e;
    }
  }

  private Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>(network.settings());
    settings.put(SettingKeys.PACKET_PAYLOAD.name(), Integer.toString(packets.payloadBytes()));
    settings.put(SettingKeys.PACKET_TRIM.name(), Integer.toString(options.ports().trimBytes()));
    settings.putAll(queues());
    settings.putAll(senders());
    settings.put(SettingKeys.LINK_FAILED.name(), Integer.toString(options.network().failed()));
    return settings;
  }

  private Map<String, String> queues() {
    HtsimOptions.Marking marking =
        options
            .ports()
            .marking()
            .orElseGet(() ->
                new HtsimOptions.Marking(
                    (int) Math.ceil(bdpPackets * LOW_SHARE),
                    (int) Math.ceil(bdpPackets * HIGH_SHARE)));
    if (marking.low() > marking.high() || marking.high() > queuePackets) {
      throw new UserInputException(
          "-ecn (thresholds of %d and %d packets with a queue of %d, with which %s aborts)"
              .formatted(marking.low(), marking.high(), queuePackets, SuiteReader.BINARY));
    }
    return Map.of(
        SettingKeys.QUEUE_SIZE.name(), queuePackets + "packets",
        SettingKeys.QUEUE_KMIN.name(), percentOfQueue(marking.low()),
        SettingKeys.QUEUE_KMAX.name(), percentOfQueue(marking.high()));
  }

  /** Rounded down, since thresholds in packets are rounded up. */
  private String percentOfQueue(int thresholdPackets) {
    return BigDecimal.valueOf(100.0 * thresholdPackets / queuePackets)
        .setScale(DIGITS, RoundingMode.DOWN)
        .toPlainString();
  }

  private Map<String, String> senders() {
    HtsimOptions.Sender sender = options.sender();
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(
        SettingKeys.LOAD_BALANCER.name(),
        sender.balancer().equals("oblivious") ? "ops-rounds" : sender.balancer());
    settings.put(SettingKeys.ENTROPIES.name(), Integer.toString(sender.paths()));
    if (sender.balancer().equals("reps")) {
      settings.put("reps.explore-bdps", "0");
    }
    settings.put("transport.ack-every-packets", "1024");
    settings.put("transport.ack-every-bytes", Long.toString(payloadBytes(sender.sackBytes())));
    settings.put("transport.ack-out-of-order-at-once", "false");
    settings.put("transport.timeout-base-rtts", Double.toString(timeoutPs() / rttPs));
    settings.put("transport.max-backoff", "0");
    settings.putAll(control(sender));
    return settings;
  }

  /**
   * Bytes as receivers count them here, which is payload; there they count headers too
   * (uec.cpp:2604), so that four packets of 4,150 bytes reach 16,384.
   */
  private long payloadBytes(int bytesWithHeaders) {
    return (long) Math.ceilDiv(bytesWithHeaders, options.ports().mtuBytes())
        * packets.payloadBytes();
  }

  /**
   * Receivers there grant credit that nobody asked for, up to a window (uec.cpp:3085-3112), and as
   * many bytes at one time for packets of any size (uec.cpp:36). They adapt on an oversubscribed
   * network if they alone control (main_uec.cpp:688); a first window is without effect then, since
   * credit alone lets packets leave (uec.cpp:1124, 1866 and 1935).
   */
  private Map<String, String> control(HtsimOptions.Sender sender) {
    HtsimOptions.Control control = sender.control();
    Map<String, String> settings = new HashMap<>();
    settings.put(SettingKeys.SCHEME.name(), SCHEMES.getOrDefault(control, ""));
    if (control == HtsimOptions.Control.DCTCP) {
      if (sender.windowPackets().isPresent()) {
        throw new UserInputException("-cwnd with -sender_cc_algo dctcp");
      }
      return settings;
    }
    settings.put(SettingKeys.CONSTANTS.name(), "nscc");
    if (control != HtsimOptions.Control.NSCC) {
      long packets = Math.max(1, Math.round(PULL_BYTES / options.ports().mtuBytes()));
      settings.put("rccc.pull-packets", Long.toString(packets));
      settings.put("rccc.unasked-bdps", "1.5");
    }
    if (control != HtsimOptions.Control.RCCC) {
      sender.windowPackets().ifPresent(w -> settings.put("smartt.initial-window-bdps", inBdps(w)));
    } else if (network.oversubscription() > 1) {
      settings.put("rccc.oversubscription", Double.toString(network.oversubscription()));
    }
    return settings;
  }

  private String inBdps(int windowPackets) {
    return new BigDecimal((double) windowPackets * packets.mtuBytes() / bdpBytes(rttPs))
        .round(MathContext.DECIMAL64)
        .toPlainString();
  }

  private double timeoutPs() {
    double queueBits = 8.0 * queuePackets * packets.mtuBytes();
    return LEAST_TIMEOUT_PS + TIMEOUT_QUEUES * queueBits * 1e12 / options.network().linkBps();
  }

  private double bdpBytes(long ofRttPs) {
    return Bdp.exact(ofRttPs, options.network().linkBps());
  }

  /**
   * The network of an experiment: that of a file, or the fat tree of a number of hosts, links alike
   * (uet-htsim, revision 40ccb05, fat_tree_topology.cpp:438-505).
   *
   * @param topology the network, no link degraded
   * @param settings that name it
   */
  record SuiteNetwork(Topology topology, Map<String, String> settings) {

    /**
     * Builds the network.
     *
     * @param hosts of the matrix
     * @param folder that the name of a file counts from
     */
    static SuiteNetwork of(HtsimOptions.Network asked, int hosts, Path folder) {
      if (asked.nodes().isPresent() && asked.nodes().getAsInt() != hosts) {
        throw new UserInputException(
            "-nodes " + asked.nodes().getAsInt() + ", but the matrix has " + hosts);
      }
      SuiteNetwork network =
          asked
              .topology()
              .map(name -> ofFile(folder.resolve(name)))
              .orElseGet(() -> fatTree(asked, hosts));
      Topology built = network.topology;
      long hostBps = built.access(built.host(0)).rateBps();
      if (hostBps != asked.linkBps()) {
        throw new UserInputException(
            "-linkspeed is %s, but links of hosts have %s: only the simulator's cards can be slower than their links"
                .formatted(
                    Quantities.formatBitsPerSecond(asked.linkBps()),
                    Quantities.formatBitsPerSecond(hostBps)));
      }
      return network;
    }

    /** Returns how much faster all hosts' links are together than those of the highest switches. */
    double oversubscription() {
      int top = topology.switches().stream().mapToInt(Switch::tier).max().orElse(0);
      double core =
          topology.switches().stream()
              .filter(sw -> sw.tier() == top)
              .flatMap(sw -> topology.adjacencies(sw).stream())
              .mapToLong(port -> port.link().rateBps())
              .sum();
      return topology.hosts().stream()
              .mapToLong(host -> topology.access(host).link().rateBps())
              .sum()
          / core;
    }

    private static SuiteNetwork ofFile(Path file) {
      return new SuiteNetwork(
          TopoFile.parse(String.valueOf(file.getFileName()), InputFile.text(file)),
          Map.of(SettingKeys.TOPOLOGY.name(), file.toString()));
    }

    private static SuiteNetwork fatTree(HtsimOptions.Network asked, int hosts) {
      String name = "fattree," + radix(hosts, asked.tiers()) + ",tiers=" + asked.tiers();
      Topology topology =
          Topologies.named(
              name, new LinkDefaults(asked.linkBps(), asked.hopPs(), asked.switchPs()));
      return new SuiteNetwork(
          topology,
          Map.of(
              SettingKeys.TOPOLOGY.name(), name,
              SettingKeys.LINK_RATE.name(), Quantities.formatBitsPerSecond(asked.linkBps()),
              SettingKeys.LINK_LATENCY.name(), Quantities.formatPicoseconds(asked.hopPs()),
              SettingKeys.SWITCH_LATENCY.name(), Quantities.formatPicoseconds(asked.switchPs())));
    }

    private static int radix(int hosts, int tiers) {
      int k = 0;
      while (places(k, tiers) < hosts) {
        k++;
      }
      if (places(k, tiers) != hosts || k % 2 != 0) {
        throw new UserInputException(hosts + " hosts make no fat tree of " + tiers + " tiers");
      }
      return k;
    }

    private static int places(int k, int tiers) {
      return tiers == 3 ? k * k * k / 4 : k * k / 2;
    }
  }
}

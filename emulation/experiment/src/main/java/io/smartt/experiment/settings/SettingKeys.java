package io.smartt.experiment.settings;

import module java.base;

import io.smartt.base.input.Quantities;
import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.LinkFailure.FailureCount;
import io.smartt.experiment.settings.LinkSelector.LinkRate;
import io.smartt.experiment.settings.QueueSettings.MarkedDepth;
import io.smartt.experiment.settings.QueueSettings.MarkingPoint;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.trace.limit.CaptureLimits.CaptureWindow;
import io.smartt.experiment.trace.limit.PacketFilter;
import io.smartt.host.congestion.CongestionControl;
import io.smartt.host.pathing.Entropies;
import io.smartt.host.pathing.LoadBalancer;
import io.smartt.host.scheme.Schemes;
import io.smartt.host.settings.SettingsGroup;
import io.smartt.host.transport.IntakeSettings;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.workload.chakra.ChakraTraces.CollectiveAlgorithm;

/** The settings that every fabric knows; {@link SettingsCatalog} adds those of single fabrics. */
public final class SettingKeys {
  /** Fabric of the experiment. */
  public static final SettingKey<String> FABRIC =
      SettingKey.text("fabric", "virtual", "Where the experiment runs.", Function.identity());

  /** The factor by which rates are divided and latencies multiplied. */
  public static final SettingKey<Double> DILATION =
      SettingKey.number(
          "dilation",
          1,
          1e9,
          "1",
          "By how much rates are divided and latencies multiplied, to suit real-time fabrics.");

  /** Name or file of the network. */
  public static final SettingKey<String> TOPOLOGY =
      SettingKey.text(
          "topology",
          "testbed",
          "Name of a topology, such as leafspine,4,4,4, or a .topo, .links, .clab.yml, Mininet or"
              + " ns-3 file.",
          Function.identity());

  public static final SettingKey<Long> LINK_RATE =
      SettingKey.text(
          "link.rate",
          "50Gbps",
          "Bit rate of every link; .topo files have their own.",
          Quantities::bitsPerSecond);

  public static final SettingKey<Long> LINK_LATENCY =
      SettingKey.text(
          "link.latency",
          "850ns",
          "One-way latency of every link; .topo files have their own.",
          Quantities::picoseconds);

  public static final SettingKey<Long> SWITCH_LATENCY =
      SettingKey.text(
          "switch.latency",
          "400ns",
          "Time through every switch besides queueing; .topo files have their own.",
          Quantities::picoseconds);

  /** The time from the wire to the transport. */
  public static final SettingKey<HostDelay> HOST_DELAY =
      SettingKey.text(
          "host.delay",
          "0ns",
          "Time of each frame from the wire to a host's transport: 1us, 1us..3us (even draws) or"
              + " 1us+500ns (the least, and exponential draws of that mean).",
          HostDelay::parse);

  public static final SettingKey<SwitchKind> SWITCH_KIND =
      SettingKey.choice(
          "switch.kind",
          SwitchKind.class,
          "embedded",
          "What switches are on fabrics with real frames ('switch: bmv2' says it too).");

  public static final SettingKey<Long> PACKET_PAYLOAD =
      SettingKey.whole("packet.payload", 1, 9000, 4096, "Most payload bytes of a data packet.");

  /** Length of a trimmed packet. */
  public static final SettingKey<Long> PACKET_TRIM =
      SettingKey.whole("packet.trim", 54, 512, 64, "Bytes that a trimmed packet keeps.");

  /** The time that a frame takes of a link besides its own bytes'. */
  public static final SettingKey<Long> PACKET_OVERHEAD =
      SettingKey.whole(
          "packet.overhead",
          0,
          256,
          0,
          "Bytes for which every frame occupies a link besides its own; 24 are Ethernet's preamble,"
              + " FCS and gap. No queue, counter or capture has them.");

  /** Capacity of queues. */
  public static final SettingKey<QueueSize> QUEUE_SIZE =
      SettingKey.text(
          "queue.size",
          "1bdp",
          "Capacity of a port's data queue: 1bdp, 276packets or 1MiB.",
          QueueSize::parse);

  /** Lower RED threshold. */
  public static final SettingKey<Double> QUEUE_KMIN =
      SettingKey.number(
          "queue.kmin", 0, 100, "20", "Percent of the queue up to which RED marks nothing.");

  /** Upper RED threshold. */
  public static final SettingKey<Double> QUEUE_KMAX =
      SettingKey.number(
          "queue.kmax", 0, 100, "80", "Percent of the queue from which RED marks everything.");

  /** Memory of a switch; 0 for a queue size a port alone. */
  public static final SettingKey<Long> BUFFER_SIZE =
      SettingKey.text(
          "buffer.size",
          SettingKey.NONE,
          "Memory that the data queues of a switch share, such as 16MiB; none: each port has its"
              + " queue.size for itself, which bounds it in either case. Needs trimming=asic or"
              + " off.",
          SettingKeys::memory);

  /** The dynamic threshold of a queue. */
  public static final SettingKey<Double> BUFFER_ALPHA =
      SettingKey.number(
          "buffer.alpha",
          0.001,
          1000,
          "1",
          "What a queue may have of shared memory: below so many times what is free, 2 to the"
              + " power of SAI's and SONiC's dynamic_th.");

  /** Memory of each port's data queue alone. */
  public static final SettingKey<Long> BUFFER_RESERVED =
      SettingKey.text(
          "buffer.reserved",
          SettingKey.NONE,
          "Part of buffer.size that each port's data queue has for itself, such as 9000B, or none.",
          SettingKeys::memory);

  private static long memory(String text) {
    if (text.equals(SettingKey.NONE)) {
      return 0;
    }
    String refusal = "'" + text + "' is no size of memory: write 16MiB, 9000B or none";
    QueueSize size;
    try {
      size = QueueSize.parse(text);
    } catch (UserInputException e) {
      throw new UserInputException(refusal, e);
    }
    if (size.unit() != QueueSize.Unit.BYTES) {
      throw new UserInputException(refusal);
    }
    return size.amount().longValueExact();
  }

  /** The point at which a packet is marked. */
  public static final SettingKey<MarkingPoint> MARKS_AT =
      SettingKey.choice(
          "queue.marks-at",
          MarkingPoint.class,
          "dequeue",
          "Which depth RED looks at: the one behind a leaving packet, or the one that it found as"
              + " it came, as the WRED of most ASICs does. The latter needs trimming=asic or off.");

  /** The place whose depth decides on marks. */
  public static final SettingKey<MarkedDepth> MARKS_BY =
      SettingKey.choice(
          "queue.marks-by",
          MarkedDepth.class,
          "queue",
          "Whose bytes RED looks at: the packet's queue, all queues of data of its port, or the"
              + " pool of buffer.size. The others need trimming=asic or off.");

  /** The key that makes trimmed packets say that the last switch trimmed them. */
  public static final SettingKey<Boolean> LAST_HOP_TRIMS =
      SettingKey.flag(
          "queue.last-hop-trims",
          false,
          "Whether packets that the last switch trims bear a DSCP of their own, so that senders do"
              + " not take their path for congested; true with constants ue and with rccc.");

  /** The key that lets the last switch mark packets. */
  public static final SettingKey<Boolean> LAST_HOP_MARKS =
      SettingKey.flag(
          "queue.last-hop-marks",
          true,
          "Whether ports to hosts mark packets as other ports do; false with rccc.");

  /** Program of the switches. */
  public static final SettingKey<String> PROGRAM =
      SettingKey.text(
          "program",
          "smartt",
          "P4 program of every switch: smartt, smartt-packets (the same, with queues, marks and"
              + " trims by packets; BMv2's), or a .json file of p4c with its .p4info.txtpb next to"
              + " it.",
          Function.identity());

  /** Folder of the user's entries. */
  public static final SettingKey<String> ENTRIES =
      SettingKey.file(
          "program.entries",
          "Folder with entries of one's own program, for tables, groups, sessions and registers: a"
              + " file a switch, leaf1.json or leaf1.txtpb, and all.json for every switch.");

  /** Treatment of data packets that do not fit into a queue. */
  public static final SettingKey<Trimming> TRIMMING =
      SettingKey.choice(
          "trimming", Trimming.class, "p4", "What a switch does with a packet that does not fit.");

  /** Name or file of the traffic. */
  public static final SettingKey<String> WORKLOAD =
      SettingKey.text(
          "workload",
          "incast:4MiB",
          "Name of a workload, such as permutation:4MiB, or a .cm, .goal, .et or ns-3 file.",
          Function.identity());

  /** The algorithm by which collectives become messages. */
  public static final SettingKey<CollectiveAlgorithm> COLLECTIVES =
      SettingKey.oneOf(
          "collectives",
          List.of(CollectiveAlgorithm.values()),
          CollectiveAlgorithm::spelling,
          CollectiveAlgorithm.RING.spelling(),
          "How collectives of Chakra's traces (.et files) become messages.");

  /** Congestion control. */
  public static final SettingKey<String> SCHEME =
      SettingKey.text(
          "scheme",
          "smartt",
          "Congestion control of the hosts: a name, or a .java file, a .jar or a class of one's"
              + " own.",
          Function.identity());

  /** Path selection. */
  public static final SettingKey<String> LOAD_BALANCER =
      SettingKey.text(
          "load-balancer",
          "reps",
          "How senders choose paths: a name, or a .java file, a .jar or a class of one's own.",
          Function.identity());

  /** Number of entropy values. */
  public static final SettingKey<Long> ENTROPIES =
      SettingKey.whole(
          "entropies",
          1,
          Entropies.ALL,
          Entropies.ALL,
          "Entropy values among which a connection's load balancer ("
              + Schemes.BUILT_IN.loadBalancers().stream()
                  .filter(LoadBalancer::usesEntropies)
                  .map(LoadBalancer::name)
                  .collect(Collectors.joining(", "))
              + ") chooses; 64 with constants nscc, 256 with ue.");

  /** Origin of the congestion controller's constants. */
  public static final SettingKey<Constants> CONSTANTS =
      SettingKey.choice(
          "constants", Constants.class, "paper", "Where the scheme's constants come from.");

  /** Seed of all randomness. */
  public static final SettingKey<Long> SEED =
      SettingKey.whole("seed", Long.MIN_VALUE, Long.MAX_VALUE, 1, "Seed of all randomness.");

  /** Links that fail and come back while traffic runs. */
  public static final SettingKey<List<LinkFailure>> LINK_FAILURES =
      SettingKey.text(
          "link.failures",
          "none",
          "Links and switches that fail while traffic runs: none, or node-node@from..to and"
              + " switch@from..to with commas between, such as leaf1-spine2@100us..1ms (without"
              + " ..to it stays so). Those with =kind before the @ are not down but "
              + FailureKind.FORMS.substring("down, ".length())
              + ", and last for the whole run without @. A * in a name stands for any letters.",
          LinkFailure::parseAll);

  /** The number of links that fail, drawn from the seed. */
  public static final SettingKey<FailureCount> FAILURES_LINKS =
      SettingKey.text(
          "failures.links",
          FailureCount.NONE_TEXT,
          "How many links between switches fail, drawn from the seed: a number, or a share such as"
              + " 2%.",
          FailureCount::parse);

  /** The number of switches that fail, drawn from the seed. */
  public static final SettingKey<FailureCount> FAILURES_SWITCHES =
      SettingKey.text(
          "failures.switches",
          FailureCount.NONE_TEXT,
          "How many switches without hosts fail with all their links, drawn from the seed: a"
              + " number, or a share such as 2%.",
          FailureCount::parse);

  /** The number of hosts' links that fail, drawn from the seed. */
  public static final SettingKey<FailureCount> FAILURES_HOSTS =
      SettingKey.text(
          "failures.hosts",
          FailureCount.NONE_TEXT,
          "How many hosts fail, or their links, drawn from the seed: a number, or a share such as"
              + " 2%.",
          FailureCount::parse);

  /** The kind of failure of what the seed draws. */
  public static final SettingKey<FailureKind> FAILURES_KIND =
      SettingKey.text(
          "failures.kind",
          "down",
          "What is wrong with what the seed drew: " + FailureKind.FORMS + ".",
          FailureKind::parse);

  /** The time when what the seed draws fails and is well again. */
  public static final SettingKey<LinkFailure.FailureTime> FAILURES_AT =
      SettingKey.text(
          "failures.at",
          "0",
          "When what the seed drew fails, and is well again: from, or from..to, such as"
              + " 100us..1ms.",
          text -> LinkFailure.FailureTime.parse(text, text));

  /** Degraded links as the reference simulator chooses them. */
  public static final SettingKey<Long> LINK_FAILED =
      SettingKey.whole(
          "link.failed",
          0,
          1_000_000,
          0,
          "Links at a quarter of their rate and queue, chosen as the reference simulator's -failed"
              + " chooses them: from core switches down, or all of so many spines.");

  /** Links and switches that are down from the start. */
  public static final SettingKey<List<LinkSelector>> LINK_DOWN =
      SettingKey.text(
          "link.down",
          "none",
          "Links and switches that are down from the start, which routes avoid: none, or node-node"
              + " and switch with commas between, such as leaf1-spine2,spine3.",
          LinkSelector::parseAll);

  /** Rates of single links. */
  public static final SettingKey<List<LinkRate>> LINK_RATES =
      SettingKey.text(
          "link.rates",
          "none",
          "Links with a rate of their own: none, or node-node=rate, node>node=rate (one way) and"
              + " switch=rate (all its links) with commas between, such as leaf1-spine2=25Gbps.",
          LinkRate::parseAll);

  /** Random loss on links. */
  public static final SettingKey<Double> LINK_LOSS =
      SettingKey.number(
          "link.loss",
          0,
          100,
          "0",
          "Percent of packets that every link loses at random in each direction.");

  /** The key that puts hosts' cards out of step for a whole run. */
  public static final SettingKey<Boolean> HOST_PHASES =
      SettingKey.flag(
          "host.phases",
          false,
          "Whether each host's card begins its frames at an instant of its own, drawn from the"
              + " seed, less than a full packet's time after the others; without, the order of what"
              + " happens at one instant is drawn for each instant anew.");

  /** The key that skips time in which a run repeats itself. */
  public static final SettingKey<Boolean> SKIP_STEADY =
      SettingKey.flag(
          "skip.steady",
          false,
          "Whether time is skipped in which goodput and queues hold and nothing is due; each skip"
              + " is an event of the run.");

  /** The largest error of a flow's goodput with which time is skipped, percent. */
  public static final SettingKey<Double> SKIP_GOODPUT =
      SettingKey.number(
          "skip.goodput",
          0.01,
          50,
          "1",
          "Largest error of a flow's goodput, percent, with which time is skipped.");

  /** The largest difference in a queue's mean depth that counts as none, percent of its size. */
  public static final SettingKey<Double> SKIP_DEPTH =
      SettingKey.number(
          "skip.depth",
          0.01,
          100,
          "25",
          "Percent of a queue's size by which its mean depth may differ between two spans for time"
              + " to be skipped; four packets always may.");

  /** Returns the keys of skipping. */
  public static SettingKey<?>[] skips() {
    return new SettingKey<?>[] {SKIP_STEADY, SKIP_GOODPUT, SKIP_DEPTH};
  }

  /** Width of the bins of series; empty for what suits the run. */
  public static final SettingKey<Optional<Long>> SAMPLE_INTERVAL =
      SettingKey.text(
          "sample.interval",
          "auto",
          "Width of the time bins of samples.csv, such as 10us, on the run's own clock; auto begins"
              + " with 0.1us (times the dilation) and doubles as the run goes on.",
          SettingKeys::interval);

  /** Ports that are captured; none for all. */
  public static final SettingKey<List<String>> CAPTURE_PORTS =
      SettingKey.text(
          "capture.ports",
          "all",
          "Ports in a capture: names such as 'leaf1-eth2, h1', where a node means all of its"
              + " ports.",
          SettingKeys::names);

  public static final SettingKey<PacketFilter> CAPTURE_FILTER =
      SettingKey.text(
          "capture.filter",
          "all",
          "Packets in a capture: words such as 'trimmed or nack', 'data and from h1 and not"
              + " marked'.",
          PacketFilter::parse);

  /** The time in which packets are captured. */
  public static final SettingKey<CaptureWindow> CAPTURE_WINDOW =
      SettingKey.text(
          "capture.window",
          "all",
          "Span of time of a capture on the run's own clock, such as 10us..50us or 1ms..",
          CaptureWindow::parse);

  /** The bytes of a packet that are captured. */
  public static final SettingKey<Long> CAPTURE_SNAP =
      SettingKey.whole(
          "capture.snap",
          14,
          65_535,
          65_535,
          "Most bytes of each packet in a capture. Payload is not in it on the virtual fabric, and"
              + " on others no packet has more than 256.");

  private static final List<SettingKey<?>> CAPTURE =
      List.of(CAPTURE_PORTS, CAPTURE_FILTER, CAPTURE_WINDOW, CAPTURE_SNAP);

  /** The key that lets a run change switches, on the physical fabric; {@code --apply} sets it. */
  public static final SettingKey<Boolean> APPLY =
      SettingKey.flag(
          "testbed.apply",
          false,
          "Whether a run brings switches to what the profile says and back; without, it refuses to"
              + " run where 'smartt apply' is missing.");

  /** Acknowledgements, timeouts and the order of messages. */
  public static final SettingsSection<ReliabilitySettings> TRANSPORT =
      new SettingsSection<>("transport", ReliabilitySettings.class);

  /** The speed at which hosts take data in. */
  public static final SettingsSection<IntakeSettings> INTAKE =
      new SettingsSection<>("intake", IntakeSettings.class);

  /** Settings of priority flow control. */
  public static final SettingsSection<PfcSettings> PFC =
      new SettingsSection<>("pfc", PfcSettings.class);

  /** The name of the key of it that says whether switches pause. */
  public static final String PFC_USE = "pfc.use";

  private static final List<SettingKey<?>> SINGLE =
      List.of(
          FABRIC,
          DILATION,
          TOPOLOGY,
          LINK_RATE,
          LINK_LATENCY,
          LINK_FAILURES,
          LINK_LOSS,
          FAILURES_LINKS,
          FAILURES_SWITCHES,
          FAILURES_HOSTS,
          FAILURES_KIND,
          FAILURES_AT,
          LINK_FAILED,
          HOST_PHASES,
          SKIP_STEADY,
          SKIP_GOODPUT,
          SKIP_DEPTH,
          LINK_DOWN,
          LINK_RATES,
          SWITCH_LATENCY,
          HOST_DELAY,
          SWITCH_KIND,
          PACKET_PAYLOAD,
          PACKET_TRIM,
          PACKET_OVERHEAD,
          QUEUE_SIZE,
          QUEUE_KMIN,
          QUEUE_KMAX,
          BUFFER_SIZE,
          BUFFER_ALPHA,
          BUFFER_RESERVED,
          MARKS_AT,
          MARKS_BY,
          LAST_HOP_TRIMS,
          LAST_HOP_MARKS,
          PROGRAM,
          ENTRIES,
          TRIMMING,
          WORKLOAD,
          COLLECTIVES,
          SCHEME,
          LOAD_BALANCER,
          ENTROPIES,
          CONSTANTS,
          SEED,
          SAMPLE_INTERVAL,
          CAPTURE_PORTS,
          CAPTURE_FILTER,
          CAPTURE_WINDOW,
          CAPTURE_SNAP);

  private SettingKeys() {}

  private static Stream<SettingsSection<?>> sections(List<SettingsGroup<?>> groups) {
    return groups.stream().map(SettingsSection::new);
  }

  /** Returns the names of the keys that limit captures. */
  public static List<String> captures() {
    return CAPTURE.stream().<String>map(SettingKey::name).toList();
  }

  private static List<String> names(String text) {
    return text.strip().equals("all") ? List.of() : List.of(text.strip().split("[,\\s]+", -1));
  }

  private static Optional<Long> interval(String text) {
    if (text.strip().equals("auto")) {
      return Optional.empty();
    }
    long widthPs = Quantities.picoseconds(text);
    if (widthPs < 1) {
      throw new UserInputException("'" + text + "' is no width: auto, or a time above 0");
    }
    return Optional.of(widthPs);
  }

  /** Returns the names of the keys that every fabric knows, those of sections left out. */
  public static List<String> single() {
    return SINGLE.stream().map(SettingKey::name).toList();
  }

  private static Stream<SettingsSection<?>> sections(Schemes schemes) {
    return Stream.of(
            Stream.of(TRANSPORT, INTAKE),
            sections(schemes.congestionSettings()),
            Stream.of(PFC),
            sections(schemes.balancerSettings()))
        .flatMap(sections -> sections);
  }

  /** Returns the names of the keys that all sections have. */
  public static List<String> ofSections(Schemes schemes) {
    return names(sections(schemes));
  }

  /** Returns the names of the keys of congestion controls, but of a scheme that marks by them. */
  public static List<String> ofSchemes(Settings settings) {
    CongestionControl scheme = settings.scheme();
    return names(
        settings.catalog().schemes().congestionSettings().stream()
            .filter(group -> scheme.marking().isEmpty() || !scheme.settings().contains(group))
            .map(SettingsSection::new));
  }

  /** Returns the names of the keys of load balancers. */
  public static List<String> ofBalancers(Schemes schemes) {
    return names(sections(schemes.balancerSettings()));
  }

  private static List<String> names(Stream<? extends SettingsSection<?>> sections) {
    return sections.flatMap(section -> section.names().stream()).toList();
  }

  /** The keys that every fabric knows, in the order in which files list them. */
  static List<SettingKey<?>> common(Schemes schemes) {
    return Stream.concat(
            SINGLE.stream(), sections(schemes).flatMap(section -> section.keys().stream()))
        .toList();
  }
}

package io.smartt.experiment;

import module java.base;

import io.smartt.base.input.UserInputException;
import io.smartt.base.topology.Adjacency;
import io.smartt.base.topology.Host;
import io.smartt.base.topology.Link;
import io.smartt.base.topology.Node;
import io.smartt.base.topology.PacketSizes;
import io.smartt.base.topology.PathProfiles;
import io.smartt.base.topology.Port;
import io.smartt.base.topology.Switch;
import io.smartt.base.topology.Topology;
import io.smartt.controller.forwarding.FabricModel;
import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.AqmSettings.Depths;
import io.smartt.controller.forwarding.FabricModel.Attachment;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.entries.OwnEntries;
import io.smartt.experiment.settings.PfcSettings;
import io.smartt.experiment.settings.QueueSettings;
import io.smartt.experiment.settings.QueueSettings.QueueSize;
import io.smartt.experiment.settings.QueueSettings.Trimming;
import io.smartt.experiment.settings.SettingKeys;
import io.smartt.experiment.settings.SettingsSection.SchemeSettings;
import io.smartt.experiment.settings.TrafficClasses;
import io.smartt.host.congestion.Bdp;
import io.smartt.host.congestion.RedMarking;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.TrafficManager.PauseThresholds;

/** The queues of every switch port of an experiment, as switches and as their controller see it. */
public final class SwitchPorts {
  private final ExperimentSpec spec;
  private final PathProfiles paths;
  private final PathProfiles undegraded;
  private final Optional<PfcSettings> pfc;
  private final TrafficClasses classes;
  private final List<QueueSettings> ofData;
  private final List<Double> alphas;
  private final Optional<RedMarking> marking;
  private final boolean inBytes;
  private final OwnEntries entries;

  /** Creates the ports of an experiment on a network with these paths. */
  public SwitchPorts(ExperimentSpec spec, PathProfiles paths) {
    this.spec = spec;
    this.paths = paths;
    undegraded =
        spec.settings().get(SettingKeys.LINK_FAILED) == 0
            ? paths
            : new PathProfiles(
                spec.withSettings(spec.settings().with(SettingKeys.LINK_FAILED.name(), "0"))
                    .buildTopology(),
                spec.packets());
    // Read once, not for each port: reading looks at all settings of a record.
    pfc = spec.lossless() ? Optional.of(SettingKeys.PFC.read(spec.settings())) : Optional.empty();
    classes = TrafficClasses.of(spec.settings());
    alphas = classes.alphas(spec.settings().get(SettingKeys.BUFFER_ALPHA));
    QueueSettings withoutClass = spec.queue();
    ofData =
        classes.sizes().stream()
            .map(size -> size.map(withoutClass::with).orElse(withoutClass))
            .toList();
    marking =
        spec.scheme().marking().map(scheme -> scheme.apply(new SchemeSettings(spec.settings())));
    inBytes = SwitchProgram.countsBytes(spec.program());
    entries =
        spec.entries()
            .map(folder -> OwnEntries.read(folder, SwitchProgram.load(spec.program()).info()))
            .orElse(OwnEntries.NONE);
    if (!spec.switches().own()) {
      entries.requireOfBmv2();
    }
  }

  /** Returns the budget of a port by the rate of its link; its data has no class. */
  public PortPlan plan(Adjacency port) {
    return plan(port, ofData.getFirst());
  }

  /** Returns the budgets of a port's queues of data, data without a class first. */
  public List<PortPlan> plans(Adjacency port) {
    return ofData.stream().map(queue -> plan(port, queue)).toList();
  }

  private PortPlan plan(Adjacency port, QueueSettings queue) {
    long rateBps = port.rateBps();
    PortPlan plan = sized(port, queue);
    if (isLastHop(port) && !spec.settings().get(SettingKeys.LAST_HOP_MARKS)) {
      return plan.unmarked();
    }
    return marking
        .map(red ->
            plan.marking(red.at(Math.round((double) rateBps * spec.dilation())), spec.packets()))
        .orElse(plan);
  }

  /**
   * Queue and thresholds of a link that {@code link.failed} degrades are shorter as its rate is
   * less (uet-htsim, revision 40ccb05, fat_tree_topology.cpp:1176 and 1191).
   */
  private PortPlan sized(Adjacency port, QueueSettings queue) {
    Link link = undegraded.topology().links().get(port.link().index());
    long wholeBps = new Adjacency(port.port(), link, port.peer()).rateBps();
    long baseRttPs = undegraded.longest().baseRttPs();
    PortPlan whole = PortPlan.of(queue, spec.packets(), wholeBps, baseRttPs);
    if (port.rateBps() == wholeBps) {
      return whole;
    }
    long bytes = Math.round((double) whole.dataBytes * port.rateBps() / wholeBps);
    QueueSize shorter = new QueueSize(BigDecimal.valueOf(bytes), QueueSize.Unit.BYTES);
    return PortPlan.of(queue.with(shorter), spec.packets(), wholeBps, baseRttPs);
  }

  /**
   * Returns the port's queues for the traffic manager, lowest priority first.
   *
   * @throws UserInputException if ports reserve so much of a switch's memory that no packet is left
   *     to share
   */
  public List<QueueConfig> queues(Adjacency port) {
    List<QueueConfig> queues =
        pfc.isPresent()
            ? PortPlan.losslessQueues(classes.weights())
            : PortPlan.queues(
                plans(port),
                inBytes,
                spec.trimming(),
                spec.trimBytes(),
                dscp().trimmed(isLastHop(port)),
                queue -> sharing(port, queue),
                classes.weights());
    QueueConfig.DepthSeen seen = depthSeen();
    if (seen.equals(QueueConfig.DepthSeen.AT_DEQUEUE)) {
      return queues;
    }
    return Stream.concat(
            queues.stream().limit(queues.size() - 1L).map(data -> data.with(seen)),
            Stream.of(queues.getLast()))
        .toList();
  }

  private QueueConfig.DepthSeen depthSeen() {
    QueueConfig.DepthOf of =
        switch (spec.settings().get(SettingKeys.MARKS_BY)) {
          case QUEUE -> QueueConfig.DepthOf.QUEUE;
          case PORT -> QueueConfig.DepthOf.PORT;
          case POOL -> QueueConfig.DepthOf.MEMORY;
        };
    if (of != QueueConfig.DepthOf.QUEUE && !inBytes) {
      throw new UserInputException(
          SettingKeys.MARKS_BY.name()
              + ": program "
              + spec.settings().text(SettingKeys.PROGRAM)
              + " counts the packets of a queue; 'smartt' counts bytes");
    }
    return new QueueConfig.DepthSeen(
        spec.settings().get(SettingKeys.MARKS_AT) == QueueSettings.MarkingPoint.ENQUEUE, of);
  }

  /**
   * Returns what the port's data queue has of memory that the switch's ports share, or what data of
   * a class that came in by it has where it pauses; empty: its queue is its own.
   *
   * @throws UserInputException if ports reserve so much of it that no packet is left to share
   */
  public Optional<QueueConfig.Sharing> sharing(Adjacency port, int queue) {
    Link link = port.link();
    Node sw = (link.a().equals(port.peer()) ? link.b() : link.a()).node();
    long bytes = sharedBytes(spec, paths.topology(), sw, classes);
    return bytes == 0
        ? Optional.empty()
        : Optional.of(
            new QueueConfig.Sharing(
                bytes, alphas.get(queue), spec.settings().get(SettingKeys.BUFFER_RESERVED)));
  }

  /**
   * Returns how much of its memory the ports of a switch share, besides what they reserve and their
   * headroom; 0 where they share none.
   *
   * @throws UserInputException if that leaves no packet to share
   */
  static long sharedBytes(ExperimentSpec spec, Topology topology, Node sw, TrafficClasses classes) {
    long bytes = spec.settings().get(SettingKeys.BUFFER_SIZE);
    if (bytes == 0) {
      return 0;
    }
    List<Adjacency> ports = topology.adjacencies(sw);
    int queues = classes.weights().size();
    int mtuBytes = spec.packets().mtuBytes();
    long reservedBytes = spec.settings().get(SettingKeys.BUFFER_RESERVED) * queues;
    long headroomBytes = 0;
    if (spec.lossless()) {
      PfcSettings pfc = SettingKeys.PFC.read(spec.settings());
      for (Adjacency port : ports) {
        headroomBytes += pfc.headroomBytes(port, spec.hostDelay(), mtuBytes) * queues;
      }
    }
    if (bytes < mtuBytes
        || reservedBytes
            > Math.floorDiv(bytes - mtuBytes - headroomBytes, Math.max(1, ports.size()))) {
      throw new UserInputException(
          "buffer.size is %s: the %d ports of %s reserve %d B each%s, which leaves less to share than a packet of %d B"
              .formatted(
                  spec.settings().text(SettingKeys.BUFFER_SIZE),
                  ports.size(),
                  sw.name(),
                  reservedBytes,
                  headroomBytes == 0 ? "" : " and have " + headroomBytes + " B of headroom",
                  mtuBytes));
    }
    return bytes - headroomBytes - ports.size() * reservedBytes;
  }

  /**
   * Returns the depth up to which a data queue of the port grows while the switch's others are
   * empty.
   *
   * @param queue of those in {@link #plans}
   * @param plan of that queue
   */
  public long queueBytes(Adjacency port, int queue, PortPlan plan) {
    long own = plan.dataBytes();
    return sharing(port, queue).map(part -> Math.min(own, part.aloneBytes())).orElse(own);
  }

  /** Returns what the largest data queue holds, in bandwidth-delay products of the longest path. */
  public double largestQueueBdps() {
    long rttPs = paths.longest().baseRttPs();
    Topology topology = paths.topology();
    return topology.switches().stream()
        .flatMap(sw -> topology.adjacencies(sw).stream())
        .flatMapToDouble(port -> {
          List<PortPlan> plans = plans(port);
          return IntStream.range(0, plans.size())
              .mapToDouble(one -> queueBytes(port, one, plans.get(one)))
              .map(bytes -> bytes / Bdp.exact(rttPs, port.rateBps()));
        })
        .max()
        .orElse(0);
  }

  /** The code points that switches give packets. */
  public DscpPlan dscp() {
    DscpPlan plan =
        spec.settings().get(SettingKeys.LAST_HOP_TRIMS)
            ? DscpPlan.LAST_HOP_APART
            : DscpPlan.DEFAULT;
    return plan.with(classes.dscps());
  }

  private static boolean isLastHop(Adjacency port) {
    return port.peer().node() instanceof Host;
  }

  /** Returns when the peer of a port is to pause its data (802.1Qbb); empty for never. */
  public Optional<PauseThresholds> pauses(Adjacency port) {
    return pfc.map(settings -> {
      PauseThresholds own =
          settings.thresholds(
              port,
              spec.hostDelay(),
              Bdp.bytes(paths.longest().baseRttPs(), port.arrivingBps()),
              spec.packets().mtuBytes());
      return sharing(port, 0).map(own::within).orElse(own);
    });
  }

  /** Returns the AQM settings of the port's queues of data for the controller. */
  public List<AqmSettings> settings(Adjacency port) {
    return plans(port).stream()
        .map(plan ->
            new AqmSettings(
                new Depths(plan.dataPackets(), plan.red().kminPackets(), plan.red().kmaxPackets()),
                plan.red().kminPackets() == Depths.NEVER_PACKETS
                    ? new Depths(plan.dataBytes(), Depths.NEVER_BYTES, Depths.NEVER_BYTES)
                    : new Depths(plan.dataBytes(), plan.red().kminBytes(), plan.red().kmaxBytes()),
                spec.trimBytes(),
                spec.trimming() == Trimming.P4,
                plan.red().pmax()))
        .toList();
  }

  /** Returns the network as its controller sees it. */
  public FabricModel model(Topology topology) {
    OwnEntries own = entries(topology);
    Map<Attachment.SwitchPort, List<AqmSettings>> queues = new HashMap<>();
    for (Switch sw : topology.switches()) {
      for (Adjacency port : topology.adjacencies(sw)) {
        queues.put(new Attachment.SwitchPort(sw.id() - 1, port.port()), settings(port));
      }
    }
    return new FabricModel(
        topology.switches().stream()
            .map(sw ->
                new FabricModel.FabricSwitch(
                    sw.id(),
                    sw.name(),
                    sw.id(),
                    own.of(
                        sw.name(), () -> topology.adjacencies(sw).stream().map(Adjacency::port))))
            .toList(),
        topology.hosts().stream()
            .map(host -> new FabricModel.FabricHost(host.name(), host.ipv4(), host.mac()))
            .toList(),
        topology.links().stream()
            .filter(topology::isUp)
            .map(link ->
                new FabricModel.FabricLink(
                    endpoint(link.a()), endpoint(link.b()), link.rateBps(), link.backBps()))
            .toList(),
        queues,
        dscp());
  }

  private static Attachment endpoint(Port port) {
    return switch (port.node()) {
      case Host host -> new Attachment.HostPort(host.index());
      case Switch sw -> new Attachment.SwitchPort(sw.id() - 1, port.number());
    };
  }

  /**
   * Returns the user's entries for the switches of a network.
   *
   * @throws UserInputException where there is a file for a switch that is not there
   */
  public OwnEntries entries(Topology topology) {
    entries.requireSwitches(topology.switches().stream().map(Switch::name).toList());
    return entries;
  }

  /**
   * The budget of a switch port, from the link's rate and the network's base RTT (Sec. "Parameter
   * Selection": a queue of one BDP a port, RED between 20 % and 80 % of it). Every kind of switch
   * takes its queues from here, in bytes or in full packets.
   *
   * @param dataBytes capacity of the data queue
   * @param dataPackets the same in full packets
   * @param red marks packets of the data queue
   * @param controlBytes capacity of the control queue, twice the data queue's bytes
   */
  public record PortPlan(long dataBytes, int dataPackets, Red red, long controlBytes) {
    private static final int CONTROL_SHARE = 2;

    /**
     * RED of a data queue. Thresholds in packets are rounded up.
     *
     * @param kminBytes depth up to which nothing is marked
     * @param kmaxBytes depth from which everything is marked
     * @param kminPackets the same as {@code kminBytes}, in full packets
     * @param kmaxPackets the same as {@code kmaxBytes}, in full packets
     * @param pmax probability of a mark just below kmax
     */
    public record Red(
        long kminBytes, long kmaxBytes, int kminPackets, int kmaxPackets, double pmax) {}

    /** Returns the budget of a port whose RED follows from its capacity. */
    public static PortPlan of(
        QueueSettings queue, PacketSizes packets, long rateBps, long baseRttPs) {
      int mtuBytes = packets.mtuBytes();
      long bdpBytes = Bdp.bytes(baseRttPs, rateBps);
      long dataBytes = queue.size().bytes(bdpBytes, mtuBytes);
      int dataPackets = queue.size().packets(bdpBytes, mtuBytes);
      return new PortPlan(
          dataBytes,
          dataPackets,
          new Red(
              queue.bytes(queue.kminPercent(), bdpBytes, mtuBytes),
              queue.bytes(queue.kmaxPercent(), bdpBytes, mtuBytes),
              queue.packets(queue.kminPercent(), bdpBytes, mtuBytes),
              queue.packets(queue.kmaxPercent(), bdpBytes, mtuBytes),
              1),
          CONTROL_SHARE * (long) dataPackets * mtuBytes);
    }

    /** Returns this budget with the RED of a congestion control. */
    public PortPlan marking(RedMarking.Thresholds thresholds, PacketSizes packets) {
      return with(
          new Red(
              Math.round(thresholds.kminBytes()),
              Math.round(thresholds.kmaxBytes()),
              inPackets(thresholds.kminBytes(), packets),
              inPackets(thresholds.kmaxBytes(), packets),
              thresholds.pmax()));
    }

    /** Returns this budget without marks: no queue is that deep. */
    PortPlan unmarked() {
      return with(new Red(dataBytes, dataBytes, Depths.NEVER_PACKETS, Depths.NEVER_PACKETS, 1));
    }

    private PortPlan with(Red other) {
      return new PortPlan(dataBytes, dataPackets, other, controlBytes);
    }

    private static int inPackets(double bytes, PacketSizes packets) {
      return (int) Math.min(Depths.NEVER_PACKETS, Math.ceil(bytes / packets.mtuBytes()));
    }

    /**
     * The traffic manager's queues where the buffer is bounded by port of entry, data first. What
     * pauses keep of data is the bound of its answers.
     */
    static List<QueueConfig> losslessQueues(List<Integer> weights) {
      QueueConfig unlimited = QueueConfig.packets(QueueConfig.UNLIMITED);
      return Stream.concat(weights.stream().map(unlimited::withWeight), Stream.of(unlimited))
          .toList();
    }

    /**
     * The traffic manager's queues, those of data first.
     *
     * @param data by queue
     * @param inBytes whether a data queue is bounded in bytes, as the control queue is
     * @param trimmedDscp code point of packets that the traffic manager trims
     * @param sharing a data queue's part in memory of the switch, if it shares any
     * @param weights of the data queues
     */
    public static List<QueueConfig> queues(
        List<PortPlan> data,
        boolean inBytes,
        QueueSettings.Trimming trimming,
        int trimBytes,
        int trimmedDscp,
        IntFunction<Optional<QueueConfig.Sharing>> sharing,
        List<Integer> weights) {
      List<QueueConfig> queues = new ArrayList<>();
      for (int queue = 0; queue < data.size(); queue++) {
        PortPlan plan = data.get(queue);
        QueueConfig bounds =
            inBytes ? QueueConfig.bytes(plan.dataBytes) : QueueConfig.packets(plan.dataPackets);
        QueueConfig own =
            sharing.apply(queue).map(bounds::with).orElse(bounds).withWeight(weights.get(queue));
        queues.add(
            switch (trimming) {
              // The P4 program cuts a packet before the traffic manager would drop it.
              case P4, OFF -> own;
              case ASIC ->
                  own.withTrimming(new QueueConfig.Trimming(trimBytes, trimmedDscp, data.size()));
            });
      }
      queues.add(QueueConfig.bytes(data.getFirst().controlBytes));
      return queues;
    }
  }
}

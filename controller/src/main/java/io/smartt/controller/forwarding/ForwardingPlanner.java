package io.smartt.controller.forwarding;

import module java.base;

import io.smartt.controller.forwarding.FabricModel.AqmSettings;
import io.smartt.controller.forwarding.FabricModel.AqmSettings.Depths;
import io.smartt.controller.forwarding.FabricModel.Attachment.HostPort;
import io.smartt.controller.forwarding.FabricModel.Attachment.SwitchPort;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.PipelineControl.WeightedMember;
import org.p4.v1.Entity;

/**
 * Works out what each switch of a fabric should hold: equal-cost shortest paths to every host as
 * few prefixes, groups shared between prefixes with the same ports, salts, traffic classes, trim
 * limits, RED profiles, and link rates where a program asks for them. The same model and seed give
 * the same ids and entries, no matter what a switch holds now. Immutable; use it from any thread.
 */
public final class ForwardingPlanner {
  /** Members are numbered by port from 1, as id 0 means any; ports are 9 bits. */
  private static final int DROP_MEMBER = 513;

  /** The counters of a program for what it trims and marks, by port. */
  public static final String TRIMS = "ingress.trims";

  public static final String MARKS = "egress.marks";

  private static final int UNKNOWN = -1;

  private final FabricModel model;
  private final SmarttProgram program;
  private final long experimentSeed;
  private final ShortestPaths paths;
  private final PrefixCover cover;

  /** The queues of each switch, by port. */
  private final Map<Integer, SortedMap<Integer, List<AqmSettings>>> queues = new HashMap<>();

  /** Host places in the order of their addresses. */
  private final int[] hosts;

  private final Map<SwitchPort, Long> peerMacs = new HashMap<>();
  private final Set<SwitchPort> hostPorts = new HashSet<>();

  /** The rates of each switch's links, by port; none where the program does not ask. */
  private final Map<Integer, SortedMap<Integer, Long>> linkBps = new HashMap<>();

  /** Equal ports of equal switches get the same entries: made once. */
  private final Map<PortRule, List<P4Entity>> portRules = new ConcurrentHashMap<>();

  private record PortRule(int port, List<AqmSettings> queues, boolean lastHop) {}

  /**
   * Creates the planner of a fabric whose switches run one program.
   *
   * @param info of smartt.p4 or a program with the same tables
   * @param experimentSeed another one gives other salts
   */
  public ForwardingPlanner(FabricModel model, P4InfoIndex info, long experimentSeed) {
    this(model, info, experimentSeed, Map.of());
  }

  /**
   * Creates the planner of a fabric whose links lead over networks that deliver by MAC address.
   *
   * @param nextHops what frames of such ports are sent to
   */
  public ForwardingPlanner(
      FabricModel model, P4InfoIndex info, long experimentSeed, Map<SwitchPort, Long> nextHops) {
    this.model = model;
    this.program =
        new SmarttProgram(
            info,
            !model.dscp().classes().isEmpty()
                || info.actions().find(SmarttProgram.DATA).stream()
                    .anyMatch(data -> data.params().find(SmarttProgram.OF_QUEUE).isPresent()),
            info.tables().find(SmarttProgram.LINK_RATES).isPresent()
                ? SmarttProgram.WITH_RATES
                : SmarttProgram.TABLES);
    this.experimentSeed = experimentSeed;
    paths = new ShortestPaths(model);
    List<Integer> byAddress = new ArrayList<>();
    for (int host = 0; host < model.hosts().size(); host++) {
      byAddress.add(host);
    }
    byAddress.sort(
        Comparator.comparingInt(host -> model.hosts().get(host).ipv4() ^ Integer.MIN_VALUE));
    hosts = byAddress.stream().mapToInt(Integer::intValue).toArray();
    cover =
        new PrefixCover(Arrays.stream(hosts).map(host -> model.hosts().get(host).ipv4()).toArray());
    model
        .queues()
        .forEach((port, settings) ->
            queues
                .computeIfAbsent(port.switchIndex(), s -> new TreeMap<>())
                .put(port.port(), settings));
    for (FabricModel.FabricLink link : model.links()) {
      addPeer(link.a(), link.b(), link.bps());
      addPeer(link.b(), link.a(), link.backBps());
    }
    peerMacs.putAll(nextHops);
  }

  private void addPeer(FabricModel.Attachment from, FabricModel.Attachment to, long bps) {
    if (from instanceof SwitchPort port) {
      if (program.asksForRates()) {
        linkBps.computeIfAbsent(port.switchIndex(), s -> new TreeMap<>()).put(port.port(), bps);
      }
      long mac =
          switch (to) {
            case HostPort(int host) -> {
              hostPorts.add(port);
              yield model.hosts().get(host).mac();
            }
            case SwitchPort(int peer, _) -> model.switches().get(peer).mac();
          };
      peerMacs.put(port, mac);
    }
  }

  /**
   * Returns the desired state of a switch.
   *
   * @param switchIndex its place in the model
   */
  public DesiredState plan(int switchIndex) {
    List<P4Entity> entities = new ArrayList<>();
    addRoutes(switchIndex, entities);
    FabricModel.FabricSwitch own = model.switches().get(switchIndex);
    entities.add(program.salt(salt(own.deviceId(), own.saltSeed(), experimentSeed)));
    FabricModel.DscpPlan dscp = model.dscp();
    for (int queue = 0; queue < dscp.controlQueue(); queue++) {
      entities.add(program.trafficClass(dscp.byQueue().get(queue), SmarttProgram.DATA, queue));
    }
    Stream.of(dscp.control(), dscp.trimmed(), dscp.trimmedLastHop())
        .distinct()
        .forEach(one ->
            entities.add(program.trafficClass(one, SmarttProgram.CONTROL, dscp.controlQueue())));
    addQueues(switchIndex, entities);
    linkBps
        .getOrDefault(switchIndex, new TreeMap<>())
        .forEach((port, bps) -> entities.add(program.linkRate(port, bps)));
    entities.addAll(own.own());
    return new DesiredState(
        program.with(program.tables(), own.own(), Entity::hasTableEntry),
        program.with(
            program.profiles(),
            own.own(),
            entity -> entity.hasActionProfileMember() || entity.hasActionProfileGroup()),
        entities);
  }

  private void addRoutes(int switchIndex, List<P4Entity> entities) {
    // Target 0 is what happens to an address without a route.
    List<List<Integer>> portSets = new ArrayList<>(List.of(List.of()));
    List<PrefixCover.Route> routes = cover.routes(targets(switchIndex, portSets), 0);

    Set<Integer> used = new TreeSet<>();
    routes.forEach(route -> used.add(route.target()));
    Set<Integer> ports = new TreeSet<>();
    used.forEach(target -> ports.addAll(portSets.get(target)));
    for (int port : ports) {
      entities.add(program.toPort(port + 1, port, peerMac(switchIndex, port)));
    }
    if (used.contains(0)) {
      entities.add(program.drop(DROP_MEMBER));
    }
    int[] groupIds = groupIds(portSets, used);
    for (int target : used) {
      List<Integer> members = portSets.get(target).stream().map(port -> port + 1).toList();
      if (members.size() > 1) {
        entities.add(program.group(groupIds[target], members));
      }
    }
    for (PrefixCover.Route route : routes) {
      List<Integer> next = portSets.get(route.target());
      entities.add(
          next.size() > 1
              ? program.routeToGroup(route.prefix(), route.length(), groupIds[route.target()])
              : program.routeToMember(
                  route.prefix(),
                  route.length(),
                  next.isEmpty() ? DROP_MEMBER : next.getFirst() + 1));
    }
  }

  private long peerMac(int switchIndex, int port) {
    return Objects.requireNonNull(peerMacs.get(new SwitchPort(switchIndex, port)));
  }

  /**
   * Returns, for each host by address, the place of its next hops in {@code portSets}, which grows.
   */
  private int[] targets(int switchIndex, List<List<Integer>> portSets) {
    Map<List<Integer>, Integer> known = new HashMap<>();
    known.put(List.of(), 0);
    int[] byAttachment = new int[paths.attachmentCount()];
    Arrays.fill(byAttachment, UNKNOWN);
    int[] targets = new int[hosts.length];
    for (int i = 0; i < targets.length; i++) {
      int host = hosts[i];
      int attachment = paths.attachment(host);
      int target = byAttachment[attachment];
      if (target == UNKNOWN) {
        target =
            known.computeIfAbsent(
                paths.nextHops(switchIndex, host),
                ports -> {
                  portSets.add(ports);
                  return portSets.size() - 1;
                });
        if (!paths.isAttached(host, switchIndex)) {
          byAttachment[attachment] = target;
        }
      }
      targets[i] = target;
    }
    return targets;
  }

  /**
   * A group's id follows from its ports, so that a group that stays keeps its id when others come
   * or go. Where two fall on one id, the second in the order of their ports takes the next.
   */
  private static int[] groupIds(List<List<Integer>> portSets, Set<Integer> used) {
    int[] ids = new int[portSets.size()];
    Set<Integer> taken = new HashSet<>();
    used.stream()
        .filter(target -> portSets.get(target).size() > 1)
        .sorted(Comparator.comparing(target -> portSets.get(target).toString()))
        .forEach(target -> {
          long hash = 0;
          for (int port : portSets.get(target)) {
            hash = mix(hash + port);
          }
          int id = Math.max(1, (int) (hash >>> 33));
          while (!taken.add(id)) {
            id = id == Integer.MAX_VALUE ? 1 : id + 1;
          }
          ids[target] = id;
        });
    return ids;
  }

  private void addQueues(int switchIndex, List<P4Entity> entities) {
    Map<Integer, List<AqmSettings>> byPort = queues.getOrDefault(switchIndex, new TreeMap<>());
    byPort.forEach((port, ofPort) -> {
      boolean lastHop = hostPorts.contains(new SwitchPort(switchIndex, port));
      entities.addAll(
          portRules.computeIfAbsent(new PortRule(port, ofPort, lastHop), this::entities));
    });
  }

  private List<P4Entity> entities(PortRule of) {
    List<P4Entity> entities = new ArrayList<>();
    for (int queue = 0; queue < of.queues().size(); queue++) {
      AqmSettings settings = of.queues().get(queue);
      if (settings.trimming()) {
        entities.add(program.trimLimit(of, queue, model.dscp()));
      }
      entities.add(program.redProfile(of.port(), queue, settings));
    }
    return entities;
  }

  /**
   * Returns whether a switch program counts the bytes of a queue, and not its packets: the
   * parameter of its trimming says so by its name.
   */
  public static boolean countsBytes(P4InfoIndex info) {
    return info.actions().find(SmarttProgram.TRIM).stream()
        .anyMatch(trim -> trim.params().find(SmarttProgram.QUEUE_BYTES).isPresent());
  }

  /**
   * Refuses an entity that a switch cannot hold besides what is planned for it.
   *
   * @throws IllegalArgumentException where it is of nothing that the program has, or of what the
   *     controller or trimming fills
   */
  public static void requireFree(Entity entity, P4InfoIndex info) {
    String place = new SmarttProgram(info, true, SmarttProgram.WITH_RATES).place(entity);
    refuse(fills(place), place, " is filled by the controller");
    refuse(place.equals(SmarttProgram.OCCUPANCY), place, " is what trimming counts");
    refuse(Set.of(TRIMS, MARKS).contains(place), place, " is what the run reads of the switch");
    boolean begins = entity.getCounterEntry().hasData() || entity.getRegisterEntry().hasData();
    boolean none = !begins && !entity.getDirectCounterEntry().hasData();
    refuse(none && EntityCodec.isOfPackets(entity), place, ": the entry has no data");
    boolean allCells = entity.hasMeterEntry() && !entity.getMeterEntry().hasIndex();
    refuse(allCells, place, ": the meter's entry has no index");
    refuse(
        entity.getTableEntry().hasMeterConfig() || entity.getTableEntry().hasCounterData(),
        place,
        ": an entry has no meter_config or counter_data here; write direct_meter_entry or"
            + " direct_counter_entry");
  }

  private static void refuse(boolean wrong, String place, String why) {
    if (wrong) {
      throw new IllegalArgumentException(place + why);
    }
  }

  /** Returns whether a table or action profile of this full name is the controller's. */
  static boolean fills(String place) {
    return SmarttProgram.WITH_RATES.contains(place) || place.equals(SmarttProgram.SELECTOR);
  }

  /**
   * An ECMP salt: without one for each switch, tiers choose alike and paths go unused. It looks
   * random in each of its arguments, and so between neighbouring device ids.
   *
   * @return 32 bits, unsigned
   */
  static long salt(long deviceId, long switchSeed, long experimentSeed) {
    long mixed = mix(mix(mix(experimentSeed) + deviceId) + switchSeed);
    return mixed >>> 32;
  }

  /** Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014. */
  static long mix(long value) {
    long z = value + 0x9e3779b97f4a7c15L;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  /**
   * The control-plane surface of smartt.p4, or of any program with the same tables and actions.
   *
   * @param namesQueues whether its classes say a queue, and its thresholds are a queue's; programs
   *     for one queue of data and one of control, which cannot have classes of data, leave it out
   * @param tables that the controller fills: with that of rates where the program has it
   */
  private record SmarttProgram(P4InfoIndex info, boolean namesQueues, Set<String> tables) {
    static final String ROUTES = "ingress.ipv4_lpm";
    static final String SELECTOR = "ingress.ecmp";
    static final String SALT = "ingress.ecmp_salt";
    static final String CLASSES = "ingress.traffic_class";
    static final String TRIM_LIMITS = "ingress.trim_limit";
    static final String RED_PROFILES = "egress.red_profile";
    static final String LINK_RATES = "egress.link_rate";
    static final String OCCUPANCY = "occupancy";
    static final String TRIM = "ingress.trim_above";
    static final String DATA = "ingress.data_class";
    static final String CONTROL = "ingress.control_class";
    static final String OF_QUEUE = "queue";
    static final String QUEUE_BYTES = "queue_bytes";

    static final Set<String> TABLES = Set.of(ROUTES, SALT, CLASSES, TRIM_LIMITS, RED_PROFILES);
    static final Set<String> WITH_RATES =
        Set.of(ROUTES, SALT, CLASSES, TRIM_LIMITS, RED_PROFILES, LINK_RATES);

    private static final int PROBABILITY_ONE = 1 << 16;

    /** Returns the full name of what an entity is of; of groups and sessions, their kind. */
    String place(Entity entity) {
      return switch (entity.getEntityCase()) {
        case TABLE_ENTRY -> table(entity.getTableEntry());
        case DIRECT_METER_ENTRY -> table(entity.getDirectMeterEntry().getTableEntry());
        case DIRECT_COUNTER_ENTRY -> table(entity.getDirectCounterEntry().getTableEntry());
        case COUNTER_ENTRY ->
            info.counters().withId(entity.getCounterEntry().getCounterId()).name();
        case VALUE_SET_ENTRY ->
            info.valueSets().withId(entity.getValueSetEntry().getValueSetId()).name();
        case METER_ENTRY -> info.meters().withId(entity.getMeterEntry().getMeterId()).name();
        case REGISTER_ENTRY ->
            info.registers().withId(entity.getRegisterEntry().getRegisterId()).name();
        case PACKET_REPLICATION_ENGINE_ENTRY ->
            entity.getPacketReplicationEngineEntry().getTypeCase().name();
        case ACTION_PROFILE_MEMBER -> profile(entity.getActionProfileMember().getActionProfileId());
        case ACTION_PROFILE_GROUP -> profile(entity.getActionProfileGroup().getActionProfileId());
        default ->
            throw new IllegalArgumentException(
                entity.getEntityCase()
                    + " is not written; accepted are entries of tables, members and groups of"
                    + " action profiles, multicast groups, clone sessions, registers, counters,"
                    + " meters and value sets"
                    + (entity.hasDigestEntry() ? "; no run has a reader of digests" : ""));
      };
    }

    private String table(org.p4.v1.TableEntry entry) {
      return info.tables().withId(entry.getTableId()).name();
    }

    private String profile(int id) {
      return info.actionProfiles().withId(id).name();
    }

    /** Returns these tables, or these action profiles, and those of a user's entries of a kind. */
    Set<String> with(Set<String> planned, List<P4Entity.Given> own, Predicate<Entity> kind) {
      return own.isEmpty()
          ? planned
          : Stream.concat(
                  planned.stream(),
                  own.stream().map(P4Entity.Given::message).filter(kind).map(this::place))
              .collect(Collectors.toSet());
    }

    /** Returns whether the program has the table of rates, which smartt.p4 does without. */
    boolean asksForRates() {
      return tables.contains(LINK_RATES);
    }

    P4Entity linkRate(int port, long bps) {
      return EntryBuilder.of(info, LINK_RATES)
          .exact("standard_metadata.egress_port", port)
          .action("egress.set_rate", Map.of("kbps", FieldValue.of(bps / 1000)))
          .entry();
    }

    Set<String> profiles() {
      return Set.of(SELECTOR);
    }

    P4Entity toPort(int memberId, int port, long mac) {
      return new P4Entity.Member(
          SELECTOR,
          memberId,
          EntryBuilder.call(
              info.actions().named("ingress.to_port"),
              Map.of("port", FieldValue.of(port), "dst_mac", FieldValue.of(mac))));
    }

    P4Entity drop(int memberId) {
      return new P4Entity.Member(
          SELECTOR, memberId, EntryBuilder.call(info.actions().named("ingress.drop"), Map.of()));
    }

    P4Entity group(int groupId, List<Integer> members) {
      return new P4Entity.Group(
          SELECTOR, groupId, members.stream().map(id -> new WeightedMember(id, 1)).toList());
    }

    P4Entity routeToMember(int prefix, int length, int memberId) {
      return route(prefix, length).member(memberId).entry();
    }

    P4Entity routeToGroup(int prefix, int length, int groupId) {
      return route(prefix, length).group(groupId).entry();
    }

    private EntryBuilder route(int prefix, int length) {
      return EntryBuilder.of(info, ROUTES)
          .lpm("hdr.ipv4.dst_addr", FieldValue.of(Integer.toUnsignedLong(prefix)), length);
    }

    P4Entity salt(long salt) {
      return EntryBuilder.of(info, SALT)
          .action("ingress.set_salt", Map.of("salt", FieldValue.of(salt)))
          .defaultEntry();
    }

    P4Entity trafficClass(int dscp, String action, int queue) {
      return EntryBuilder.of(info, CLASSES)
          .exact("hdr.ipv4.dscp", dscp)
          .action(action, namesQueues ? Map.of(OF_QUEUE, FieldValue.of(queue)) : Map.of())
          .entry();
    }

    private EntryBuilder ofQueue(String table, String portField, int port, int queue) {
      EntryBuilder entry = EntryBuilder.of(info, table).exact(portField, port);
      return namesQueues ? entry.exact("standard_metadata.priority", queue) : entry;
    }

    Depths depths(AqmSettings queue) {
      return countsBytes(info)
          ? queue.bytes().atMost(Depths.NEVER_BYTES)
          : queue.packets().atMost(Depths.NEVER_PACKETS);
    }

    P4Entity trimLimit(PortRule of, int number, FabricModel.DscpPlan dscp) {
      AqmSettings queue = of.queues().get(number);
      Map<String, FieldValue> arguments = new HashMap<>();
      arguments.put(
          countsBytes(info) ? QUEUE_BYTES : "queue_packets", FieldValue.of(depths(queue).queue()));
      arguments.put("trim_bytes", FieldValue.of(queue.trimBytes()));
      arguments.put("trimmed_dscp", FieldValue.of(dscp.trimmed(of.lastHop())));
      if (namesQueues) {
        arguments.put("trimmed_queue", FieldValue.of(dscp.controlQueue()));
      }
      return ofQueue(TRIM_LIMITS, "standard_metadata.egress_spec", of.port(), number)
          .action(TRIM, arguments)
          .entry();
    }

    P4Entity redProfile(int port, int number, AqmSettings queue) {
      EntryBuilder profile = ofQueue(RED_PROFILES, "standard_metadata.egress_port", port, number);
      FieldValue kmin = FieldValue.of(depths(queue).kmin());
      FieldValue kmax = FieldValue.of(depths(queue).kmax());
      return queue.pmax() == 1
          ? profile.action("egress.mark_between", Map.of("kmin", kmin, "kmax", kmax)).entry()
          : profile
              .action(
                  "egress.mark_up_to",
                  Map.of("kmin", kmin, "kmax", kmax, "most", FieldValue.of(most(queue.pmax()))))
              .entry();
    }

    /** A probability in 65,536ths; none of them is 1. */
    private static int most(double probability) {
      return Math.clamp(Math.round(probability * PROBABILITY_ONE), 1, PROBABILITY_ONE - 1);
    }
  }

  /**
   * Desired entries of one switch. In the tables and action profiles named here anything else is to
   * go; other tables are not looked at.
   *
   * @param tables full names
   * @param profiles full names
   * @param entities members, groups, entries and default entries in any order
   */
  public record DesiredState(Set<String> tables, Set<String> profiles, List<P4Entity> entities) {
    /** Copies the collections. */
    public DesiredState {
      tables = Set.copyOf(tables);
      profiles = Set.copyOf(profiles);
      entities = List.copyOf(entities);
    }

    /** Returns the files of the user's entities. */
    public Map<Entity, String> files() {
      return entities.stream()
          .filter(P4Entity.Given.class::isInstance)
          .map(P4Entity.Given.class::cast)
          .collect(Collectors.toMap(P4Entity.Given::message, P4Entity.Given::file));
    }
  }
}

package io.smartt.testbed.standin.box;

import module java.base;

import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.testbed.standin.asic.RouteTable;
import io.smartt.testbed.standin.asic.TofinoTables;
import io.smartt.testbed.standin.asic.TofinoTables.TrafficClass;
import io.smartt.testbed.standin.stratum.CounterBank;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;

/** Works out what smartt_tna.p4 does with the entries that a switch holds. */
final class TnaCompiler {
  private static final List<String> TABLES =
      List.of(
          ("ingress.ecmp_salt ingress.ipv4_lpm ingress.traffic_class ingress.trim_limit"
                  + " egress.red_profile egress.trim_size")
              .split(" ", -1));

  private static final String TO_PORT = "ingress.to_port";
  private static final int PORTS_OF_A_PIPE = 128;
  private static final int FIRST_RECIRCULATION = 68;
  private static final int LAST_RECIRCULATION = 71;

  private final P4InfoIndex info;
  private final EntityCodec codec;
  private final List<Entity> entities;
  private final Map<Integer, EntryTarget.ActionCall> members = new HashMap<>();
  private final Map<Integer, List<Integer>> groups = new HashMap<>();

  TnaCompiler(P4InfoIndex info, List<Entity> entities) {
    this.info = info;
    this.entities = List.copyOf(entities);
    codec = new EntityCodec(info);
    if (missing(info).isPresent()) {
      return;
    }
    for (Entity entity : entities) {
      if (entity.hasActionProfileMember()) {
        members.put(
            entity.getActionProfileMember().getMemberId(),
            codec.decode(entity.getActionProfileMember().getAction()));
      } else if (entity.hasActionProfileGroup()) {
        groups.put(
            entity.getActionProfileGroup().getGroupId(),
            entity.getActionProfileGroup().getMembersList().stream()
                .map(member -> member.getMemberId())
                .toList());
      }
    }
  }

  /** A table of smartt_tna.p4 that a program lacks: its front ports carry nothing. */
  static Optional<String> missing(P4InfoIndex info) {
    return TABLES.stream().filter(table -> info.tables().find(table).isEmpty()).findFirst();
  }

  /** The tables. */
  TofinoTables tables(CounterBank counters, Map<Integer, Integer> deflectPorts) {
    if (missing(info).isPresent()) {
      return TofinoTables.EMPTY;
    }
    return new TofinoTables(
        defaultCall("ingress.ecmp_salt").map(call -> number(call, 0)).orElse(0L).intValue(),
        routes(),
        classes(),
        marks(),
        trims(),
        new Tally(counters.named("egress.marks"), counters.named("egress.trims"), deflectPorts));
  }

  private record Tally(
      Optional<CounterBank.Cells> marks,
      Optional<CounterBank.Cells> trims,
      Map<Integer, Integer> deflectPorts)
      implements TofinoTables.Tally {
    @Override
    public void marked(int port, int bytes) {
      if (marks.isPresent()) {
        marks.get().count(port, bytes);
      }
    }

    @Override
    public void trimmed(int port, int bytes) {
      if (trims.isPresent()) {
        trims.get().count(deflectPorts.getOrDefault(TofinoTables.pipe(port), -1), bytes);
      }
    }
  }

  /** Ports whose data asks to be deflected. */
  Set<Integer> deflecting() {
    Set<Integer> ports = new TreeSet<>();
    entries("ingress.trim_limit")
        .filter(entry -> isCall(entry.target(), "ingress.deflect"))
        .filter(entry -> exact(entry.key().get(1)) == 1)
        .forEach(entry -> ports.add((int) exact(entry.key().getFirst())));
    return ports;
  }

  /**
   * Returns, by pipe, what the mirror session keeps that {@code egress.trim_size} names, and the
   * code point of trimmed packets. A pipe is left out whose session is missing, or leads out of no
   * recirculation port: its copies are lost.
   */
  Map<Integer, Cut> cuts() {
    Map<Integer, Cut> cuts = new HashMap<>();
    trimSizes()
        .forEach((pipe, call) ->
            session(number(call, 3))
                .ifPresent(session ->
                    cuts.put(
                        pipe, new Cut(session.getPacketLengthBytes(), (int) number(call, 2)))));
    return cuts;
  }

  @SuppressWarnings("deprecation") // Stratum reads this field
  private Optional<CloneSessionEntry> session(long id) {
    return entities.stream()
        .map(entity -> entity.getPacketReplicationEngineEntry().getCloneSessionEntry())
        .filter(session -> session.getSessionId() == id)
        .filter(session -> recirculates(session.getReplicas(0).getEgressPort()))
        .findFirst();
  }

  private Map<Integer, TofinoTables.Trim> trims() {
    Map<Integer, TofinoTables.Trim> trims = new HashMap<>();
    trimSizes()
        .forEach((pipe, call) ->
            trims.put(pipe, new TofinoTables.Trim((int) number(call, 0), (int) number(call, 1))));
    return trims;
  }

  private Map<Integer, EntryTarget.ActionCall> trimSizes() {
    Map<Integer, EntryTarget.ActionCall> calls = new HashMap<>();
    entries("egress.trim_size")
        .forEach(entry -> {
          if (entry.target() instanceof EntryTarget.ActionCall call
              && call.action().equals("egress.trim_to")) {
            calls.put((int) exact(entry.key().getFirst()), call);
          }
        });
    return calls;
  }

  /**
   * The way in which packets are cut.
   *
   * @param sessionBytes {@code $max_pkt_len} of the mirror session
   */
  record Cut(int sessionBytes, int dscp) {}

  private RouteTable routes() {
    return new RouteTable(
        entries("ingress.ipv4_lpm")
            .map(entry -> {
              int prefix = 0;
              int length = 0;
              if (entry.key().getFirst() instanceof MatchValue.Lpm(Bits bits, int bitsOfIt)) {
                prefix = bits.value().intValue();
                length = bitsOfIt;
              }
              return new RouteTable.Route(prefix, length, hops(entry.target()));
            })
            .toList());
  }

  private List<RouteTable.NextHop> hops(EntryTarget target) {
    List<EntryTarget.ActionCall> calls =
        switch (target) {
          case EntryTarget.ActionCall call -> List.of(call);
          case EntryTarget.Member(int id) -> calls(List.of(id));
          case EntryTarget.Group(int id) -> calls(groups.getOrDefault(id, List.of()));
        };
    return calls.stream()
        .filter(call -> call.action().equals(TO_PORT))
        .map(call -> new RouteTable.NextHop((int) number(call, 0), 0, number(call, 1)))
        .toList();
  }

  private List<EntryTarget.ActionCall> calls(List<Integer> ids) {
    return ids.stream().map(members::get).filter(java.util.Objects::nonNull).toList();
  }

  private Map<Integer, TrafficClass> classes() {
    Map<Integer, TrafficClass> classes = new HashMap<>();
    entries("ingress.traffic_class")
        .forEach(entry -> {
          TrafficClass of =
              isCall(entry.target(), "ingress.control_class")
                  ? TrafficClass.CONTROL
                  : isCall(entry.target(), "ingress.data_class")
                      ? TrafficClass.DATA
                      : TrafficClass.OTHER;
          classes.put((int) exact(entry.key().getFirst()), of);
        });
    return classes;
  }

  private Map<Integer, List<TofinoTables.Mark>> marks() {
    Map<Integer, List<TofinoTables.Mark>> marks = new HashMap<>();
    entries("egress.red_profile")
        .filter(entry -> isCall(entry.target(), "egress.mark"))
        .forEach(entry -> {
          int[] depth = range(entry.key().get(1));
          int[] draw = range(entry.key().get(2));
          marks
              .computeIfAbsent((int) exact(entry.key().getFirst()), port -> new ArrayList<>())
              .add(new TofinoTables.Mark(depth[0], depth[1], draw[0], draw[1]));
        });
    return marks;
  }

  private Stream<TableEntry> entries(String table) {
    return messages(table, false).map(codec::decode);
  }

  private Optional<EntryTarget.ActionCall> defaultCall(String table) {
    return messages(table, true)
        .map(entry -> codec.decode(entry.getAction().getAction()))
        .findFirst();
  }

  private Stream<org.p4.v1.TableEntry> messages(String table, boolean defaults) {
    int id = info.tables().named(table).id();
    return entities.stream()
        .map(Entity::getTableEntry)
        .filter(entry -> entry.getTableId() == id && entry.getIsDefaultAction() == defaults);
  }

  private static boolean isCall(EntryTarget target, String action) {
    return target instanceof EntryTarget.ActionCall(String name, List<Bits> _)
        && name.equals(action);
  }

  private static long number(EntryTarget.ActionCall call, int argument) {
    return call.arguments().get(argument).value().longValue();
  }

  private static long exact(MatchValue value) {
    return value instanceof MatchValue.Exact(Bits bits) ? bits.value().longValue() : 0;
  }

  private static int[] range(MatchValue value) {
    return value instanceof MatchValue.Range(Bits low, Bits high)
        ? new int[] {low.value().intValue(), high.value().intValue()}
        : new int[] {0, Integer.MAX_VALUE};
  }

  /** Returns whether what leaves by a port comes in again (open-p4studio bf_pm_intf.c:9520). */
  private static boolean recirculates(int sdkPort) {
    return sdkPort % PORTS_OF_A_PIPE >= FIRST_RECIRCULATION
        && sdkPort % PORTS_OF_A_PIPE <= LAST_RECIRCULATION;
  }
}

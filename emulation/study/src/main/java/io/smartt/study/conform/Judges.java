package io.smartt.study.conform;

import static io.smartt.study.conform.Verdict.either;
import static io.smartt.study.conform.Verdict.failed;
import static io.smartt.study.conform.Verdict.notOffered;
import static io.smartt.study.conform.Verdict.passed;
import static java.util.Map.entry;

import module java.base;

import io.smartt.base.counters.PacketLedger.End;
import io.smartt.base.topology.Host;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.report.RunResult;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.TopologyView;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsNack;
import io.smartt.study.conform.Evidence.Packet;
import io.smartt.study.conform.Evidence.Seen;
import io.smartt.study.conform.Evidence.Trim;

/** The judges of the catalogue's rules: each decides one by what a run left. */
final class Judges {
  private static final DscpPlan DSCPS = DscpPlan.LAST_HOP_APART;
  private static final int ETHERNET = 14;

  /** Headers of Ethernet and IP, and UDP's and the largest of a request (UE's Table 4-1). */
  private static final int LEAST = ETHERNET + Ipv4Header.BYTES + 24;

  private static final Verdict UNCOUNTED = notOffered("nobody counts these here");

  /** By the rule's name. */
  static final Map<String, Function<Evidence, Verdict>> ALL =
      Map.ofEntries(
          entry("trim-size", Judges::trimSize),
          entry("toggled", Judges::trimSize),
          entry("ttl", Judges::timeToLive),
          entry("least-size", run -> each(run, Trim::leftBytes, n -> n >= LEAST, "58 B or more")),
          entry(
              "dscp-symmetric",
              run -> each(run, Trim::dscp, Set.of(DSCPS.trimmed())::contains, "DSCP 48")),
          entry("dscp-asymmetric", Judges::twoDscps),
          entry("last-hop-nack", Judges::nackCodes),
          entry("short-packet", Judges::shortPacket),
          entry("ip-length", Judges::ipLength),
          entry("ip-checksum", Judges::checksum),
          entry("udp-length", Judges::udpLength),
          entry("wrong-checksum", Judges::wrongChecksum),
          entry("once", Judges::once),
          entry("overtakes", Judges::overtakes),
          entry("control-whole", Judges::controlWhole),
          entry("off-drops", Judges::offDrops),
          entry("counter-switch", Judges::countedBySwitch),
          entry("counter-port", Judges::countedByPort),
          entry("counter-queue", Judges::countedByQueue),
          entry("counter-drops", Judges::countedDrops),
          entry("acl-disables", _ -> notOffered("no setting of this program writes ACLs")));

  private Judges() {}

  /** Judges what arrived shorter than it was sent; packets that were too short are no matter. */
  private static Verdict cut(Evidence run, Function<List<Trim>, Verdict> judge) {
    List<Trim> cut = run.trims().stream().filter(Trim::isShorter).toList();
    if (run.trims().stream().anyMatch(one -> one.whole().isEmpty())) {
      return failed("what arrived trimmed was sent by nobody");
    }
    if (cut.isEmpty() && run.trims().stream().anyMatch(one -> one.left().isEmpty())) {
      return notOffered("the capture has headers only, and packet.trim keeps more");
    }
    return cut.isEmpty() ? failed("none arrived trimmed; want some") : judge.apply(cut);
  }

  /** Holds if it does of each. */
  private static Verdict each(
      Evidence run, ToIntFunction<Trim> found, Predicate<Integer> holds, String want) {
    return cut(
        run,
        trims -> each(trims, found::applyAsInt, one -> holds.test(found.applyAsInt(one)), want));
  }

  private static Verdict each(
      List<Trim> trims, Function<Trim, Object> found, Predicate<Trim> holds, String want) {
    return trims.stream()
        .filter(holds.negate())
        .findFirst()
        .map(one -> failed("%s; want %s; headers %s", found.apply(one), want, one.cut().hex()))
        .orElseGet(() -> passed("%s: %,d", want, trims.size()));
  }

  /** Holds if all go the one way, or all the other. */
  private static Verdict ways(
      Evidence run, String one, Predicate<Trim> first, String other, Predicate<Trim> second) {
    return cut(
        run,
        trims ->
            trims.stream().allMatch(first)
                ? passed("%s: %,d", one, trims.size())
                : each(trims, _ -> "neither, or both", second, other));
  }

  private static Verdict trimSize(Evidence run) {
    int keeps = run.spec().trimBytes();
    return each(run, Trim::leftBytes, left -> left == keeps, keeps + " B");
  }

  private static Verdict timeToLive(Evidence run) {
    Set<List<Integer>> ofWhole =
        run.got().stream()
            .filter(one -> one.isRequest() && !Evidence.isTrimmed(one))
            .map(one -> List.of(one.packet().source(), one.timeToLive()))
            .collect(Collectors.toSet());
    return cut(
        run,
        trims ->
            each(
                trims,
                one -> one.cut().timeToLive(),
                one ->
                    ofWhole.contains(List.of(one.cut().packet().source(), one.cut().timeToLive())),
                "that of whole ones"));
  }

  private static Verdict twoDscps(Evidence run) {
    long last = run.trims().stream().filter(one -> one.dscp() == DSCPS.trimmedLastHop()).count();
    Verdict either = each(run, Trim::dscp, Set.of(48, 56)::contains, "DSCP 48 or 56");
    return last == 0 && either.holds() ? failed("none has DSCP 56; want some") : either;
  }

  private static Verdict nackCodes(Evidence run) {
    Set<List<Object>> wanted =
        run.trims().stream()
            .map(one -> List.<Object>of(one.cut().packet(), code(one)))
            .collect(Collectors.toSet());
    List<Seen> nacks =
        run.sent().stream()
            .filter(
                one -> one.refusal() == PdsNack.TRIMMED || one.refusal() == PdsNack.TRIMMED_LASTHOP)
            .toList();
    long wrong =
        nacks.stream()
            .filter(one -> !wanted.contains(List.<Object>of(one.packet(), one.refusal())))
            .count();
    return either(
        !nacks.isEmpty() && wrong == 0,
        "%,d of %,d NACKs not by the code point",
        wrong,
        nacks.size());
  }

  private static int code(Trim trim) {
    return trim.dscp() == DSCPS.trimmedLastHop() ? PdsNack.TRIMMED_LASTHOP : PdsNack.TRIMMED;
  }

  private static Verdict shortPacket(Evidence run) {
    List<Trim> trims = run.trims();
    return trims.isEmpty()
        ? failed("none has the code point of trimmed ones; want some")
        : each(
            trims,
            one ->
                "%d B of IP length %d, DSCP %d"
                    .formatted(one.cut().wireBytes(), one.cut().totalLength(), one.dscp()),
            one -> one.isWhole() && Evidence.isTrimmed(one.cut()),
            "whole, DSCP 48");
  }

  private static Verdict ipLength(Evidence run) {
    return ways(
        run,
        "what is left (SAI)",
        one -> one.cut().totalLength() == one.leftBytes() - ETHERNET,
        "as it was (SONiC)",
        one -> one.cut().totalLength() == one.sent().totalLength());
  }

  private static Verdict checksum(Evidence run) {
    return ways(
        run,
        "right (SAI)",
        one -> one.cut().checksumHolds(),
        "that of before the cut (SONiC)",
        one -> one.cut().checksumIsOf(one.sent()));
  }

  private static Verdict udpLength(Evidence run) {
    return ways(
        run,
        "goes with the IP length",
        one -> one.cut().udpLength() == one.cut().totalLength() - Ipv4Header.BYTES,
        "as it was",
        one -> one.cut().udpLength() == one.sent().udpLength());
  }

  private static Verdict wrongChecksum(Evidence run) {
    Set<Packet> damaged =
        run.trims().stream()
            .map(Trim::cut)
            .filter(one -> !one.checksumHolds())
            .map(Seen::packet)
            .collect(Collectors.toSet());
    if (damaged.isEmpty()) {
      return notOffered("what these switches trim has a right checksum");
    }
    Set<Packet> refused =
        run.sent().stream()
            .filter(one -> one.refusal() != 0)
            .map(Seen::packet)
            .collect(Collectors.toSet());
    boolean asked = refused.containsAll(damaged);
    RunStatus ended = run.result().status();
    return either(
        asked && ended == RunStatus.COMPLETED,
        "%,d arrived, %s asked for again, run %s",
        damaged.size(),
        asked ? "all" : "not all",
        ended.key());
  }

  private static Verdict once(Evidence run) {
    Verdict size = trimSize(run);
    return size.holds() ? countedBySwitch(run) : size;
  }

  /** Judges by the time from card to card over the sender's least: clocks of hosts may differ. */
  private static Verdict overtakes(Evidence run) {
    Map<Packet, TreeSet<Long>> sent = new HashMap<>();
    run.sent().stream()
        .filter(Seen::isRequest)
        .forEach(one -> sent.computeIfAbsent(one.packet(), _ -> new TreeSet<>()).add(one.timeNs()));
    Map<Integer, Long> least = new HashMap<>();
    Map<Seen, Long> took = new IdentityHashMap<>();
    for (Seen one : run.got()) {
      Long at = sent.getOrDefault(one.packet(), new TreeSet<>()).floor(one.timeNs());
      if (at != null) {
        took.put(one, one.timeNs() - at);
        least.merge(one.packet().source(), one.timeNs() - at, Math::min);
      }
    }
    Map<Boolean, List<Long>> waited =
        took.entrySet().stream()
            .collect(
                Collectors.partitioningBy(
                    one -> Evidence.isTrimmed(one.getKey()),
                    Collectors.mapping(
                        one -> one.getValue() - least.get(one.getKey().packet().source()),
                        Collectors.toList())));
    long ofCut = median(waited.get(true));
    long ofWhole = median(waited.get(false));
    return cut(
        run,
        _ -> either(ofCut < ofWhole, "waited %,d ns, whole ones %,d (medians)", ofCut, ofWhole));
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }

  private static Verdict controlWhole(Evidence run) {
    List<Seen> control = run.got().stream().filter(one -> !one.isRequest()).toList();
    return control.stream()
        .filter(one -> one.dscp() != DSCPS.control())
        .findFirst()
        .map(one ->
            failed(
                "%s, DSCP %d; want whole ones, DSCP 46; headers %s",
                one.kind().key(), one.dscp(), one.hex()))
        .orElseGet(() -> passed("whole, DSCP 46: %,d", control.size()));
  }

  private static Verdict offDrops(Evidence run) {
    long counted = run.counted(_ -> true);
    int arrived = run.trims().size();
    long drops = run.result().drops();
    boolean some = drops > 0 || run.result().summary().dropsAreUnknown();
    return either(
        some && counted == 0 && arrived == 0,
        "%,d dropped, %,d trims counted, %,d arrived",
        drops,
        counted,
        arrived);
  }

  private static Verdict countedBySwitch(Evidence run) {
    long counted = run.counted(_ -> true);
    int arrived = run.trims().size();
    long dropped = run.result().drops();
    return run.countsTrims()
        ? either(
            arrived > 0 && counted >= arrived && counted <= arrived + dropped,
            "%,d counted, %,d arrived, %,d packets dropped",
            counted,
            arrived,
            dropped)
        : UNCOUNTED;
  }

  private static Verdict countedByPort(Evidence run) {
    TopologyView.Peers peers = run.result().topology().peers();
    long wrong = 0;
    long all = 0;
    for (Host host : run.spec().buildTopology().hosts()) {
      long counted =
          run.counted(
              queue -> peers.of(queue.switchName(), queue.port()).equals(Optional.of(host.name())));
      long arrived =
          run.trims().stream()
              .filter(one ->
                  one.dscp() == DSCPS.trimmedLastHop()
                      && one.cut().packet().destination() == host.ipv4())
              .count();
      all += arrived;
      wrong += counted < arrived || counted > arrived + run.result().drops() ? 1 : 0;
    }
    return run.countsTrims()
        ? either(
            all > 0 && wrong == 0, "%,d arrived with DSCP 56, %,d ports count others", all, wrong)
        : UNCOUNTED;
  }

  private static Verdict countedByQueue(Evidence run) {
    long counted = run.counted(_ -> true);
    long ofData = run.counted(queue -> queue.queue() == 0);
    return counted > 0 && ofData == 0
        ? notOffered("these switches count them at the queue that trimmed packets enter")
        : either(
            counted > 0 && ofData == counted,
            "%,d of %,d at queue 0, that of data",
            ofData,
            counted);
  }

  private static Verdict countedDrops(Evidence run) {
    RunResult result = run.result();
    long onTheWay =
        result.packets().stream()
            .mapToLong(ends -> ends.to(End.QUEUED) + ends.to(End.IN_FLIGHT))
            .sum();
    long missing = run.sent().size() - run.got().size() - onTheWay;
    return result.summary().dropsAreUnknown()
        ? UNCOUNTED
        : either(
            result.drops() > 0 && result.drops() == missing,
            "%,d dropped, %,d sent that did not arrive",
            result.drops(),
            missing);
  }
}

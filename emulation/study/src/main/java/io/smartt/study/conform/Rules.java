package io.smartt.study.conform;

import static io.smartt.study.conform.Verdict.failed;
import static io.smartt.study.conform.Verdict.notOffered;
import static io.smartt.study.conform.Verdict.passed;

import module java.base;

import io.smartt.base.counters.PacketLedger.End;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.TopologyView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsNack;
import io.smartt.study.conform.Evidence.Packet;
import io.smartt.study.conform.Evidence.Seen;
import io.smartt.study.conform.Evidence.Trim;
import io.smartt.study.conform.Rule.Cited;
import io.smartt.study.conform.Rule.Document;
import io.smartt.study.conform.Rule.Judge;
import io.smartt.study.conform.Rule.Setup;

/** The catalogue: every rule with its sources and its judge. */
public final class Rules {
  /** Table 4-1: UDP's header and the largest of a request. */
  private static final int LEAST_OF_UE = 24;

  private static final int ETHERNET_BYTES = 14;
  private static final DscpPlan DSCPS = DscpPlan.LAST_HOP_APART;

  /** What was seen instead of one trim at least. */
  private static final Verdict NONE = failed("no packet arrived trimmed; want some");

  /** All rules, in the order of the table. */
  public static final List<Rule> ALL =
      List.of(
          rule(
              "trim-size",
              "A full packet leaves with as many bytes as the switch is to keep.",
              Setup.FULL,
              Rules::trimSize,
              Document.PLAN.at("case 2, steps 4 and 5")),
          rule(
              "ttl",
              "A trimmed packet has the TTL that a whole one has on its way.",
              Setup.FULL,
              Rules::timeToLive,
              Document.PLAN.at("case 2, step 5")),
          rule(
              "least-size",
              "At least 24 bytes are left after the IP header.",
              Setup.FULL,
              Rules::leastSize,
              Document.ULTRA_ETHERNET.at("Table 4-1, p. 464")),
          rule(
              "dscp-symmetric",
              "Trimmed packets have the one code point that the switch is to give them.",
              Setup.FULL,
              Rules::oneDscp,
              Document.PLAN.at("case 3, step 4"),
              Document.HLD.at("2.2"),
              Document.ULTRA_ETHERNET.at("4.1, p. 460")),
          rule(
              "dscp-asymmetric",
              "Ports to hosts give trimmed packets another code point than ports to switches.",
              Setup.LAST_HOP,
              Rules::twoDscps,
              Document.PLAN.at("case 3, steps 7 to 11"),
              Document.SAI.at("DSCP from TC")),
          rule(
              "last-hop-nack",
              "A packet with DSCP_TRIMMED_LASTHOP is answered by TRIMMED_LASTHOP, another by"
                  + " TRIMMED.",
              Setup.LAST_HOP,
              Rules::nackCodes,
              Document.ULTRA_ETHERNET.at("Table 3-58, p. 290")),
          rule(
              "short-packet",
              "A packet that is not longer than the trim size passes whole, with the code point of"
                  + " trimmed ones.",
              Setup.SHORT,
              Rules::shortPacket,
              Document.PLAN.at("case 3, steps 5 and 6"),
              Document.HLD.at("2.6, note")),
          rule(
              "ip-length",
              "The IP length is what is left (SAI), or stays (SONiC).",
              Setup.FULL,
              Rules::ipLength,
              Document.SAI.at("DROP_AND_TRIM"),
              Document.PLAN.at("5, limitation 4")),
          rule(
              "ip-checksum",
              "The IP checksum is right (SAI), or that from before the cut (SONiC).",
              Setup.FULL,
              Rules::checksum,
              Document.SAI.at("DROP_AND_TRIM"),
              Document.PLAN.at("5, limitation 4")),
          rule(
              "udp-length",
              "The UDP length goes with the IP length, or stays: no source asks for either.",
              Setup.FULL,
              Rules::udpLength,
              Document.TESTS.at("line 279: do not care")),
          rule(
              "wrong-checksum",
              "Of a cut packet whose IP checksum is wrong receivers place nothing, and ask for it"
                  + " again.",
              Setup.FULL,
              Rules::wrongChecksum,
              Document.PLAN.at("5, limitation 4")),
          rule(
              "once",
              "A trimmed packet is not trimmed again: it is sent or dropped.",
              Setup.LAST_HOP,
              Rules::once,
              Document.SAI_HEADERS.at("saiqueue.h:462")),
          rule(
              "overtakes",
              "Trimmed packets go ahead of the data that waits.",
              Setup.FULL,
              Rules::overtakes,
              Document.HLD.at("2.1"),
              Document.ULTRA_ETHERNET.at("4.1, p. 463")),
          rule(
              "control-whole",
              "ACKs, NACKs and control packets are never trimmed.",
              Setup.FULL,
              Rules::controlWhole,
              Document.ULTRA_ETHERNET.at("4.1, p. 460")),
          rule(
              "off-drops",
              "Without trimming what does not fit is dropped, and nothing is trimmed.",
              Setup.OFF,
              Rules::offDrops,
              Document.PLAN.at("case 9, steps 5 and 6"),
              Document.OPENCONFIG.at("openconfig-qos-mem-mgmt.yang:357")),
          rule(
              "toggled",
              "A switch that trimmed, dropped, and is to trim again does.",
              Setup.AGAIN,
              Rules::trimSize,
              Document.PLAN.at("case 9, steps 7 and 8"),
              Document.PLAN.at("case 10")),
          rule(
              "counter-switch",
              "Switches count as many trims as trimmed packets arrive, and were dropped later.",
              Setup.FULL,
              Rules::countedBySwitch,
              Document.PLAN.at("case 13"),
              Document.SAI_HEADERS.at("saiswitch.h:3680"),
              Document.OPENCONFIG.at("openconfig-qos-elements.yang:1466")),
          rule(
              "counter-port",
              "A port to a host counts the trims of which that host gets the code point.",
              Setup.LAST_HOP,
              Rules::countedByPort,
              Document.PLAN.at("case 13"),
              Document.SAI_HEADERS.at("saiport.h:4008")),
          rule(
              "counter-queue",
              "Trims count at the queue that had no room, not at that of trimmed packets.",
              Setup.FULL,
              Rules::countedByQueue,
              Document.PLAN.at("case 13, step 6"),
              Document.SAI_HEADERS.at("saiqueue.h:465")),
          rule(
              "counter-drops",
              "Without trimming the drops that switches count are the packets that did not arrive.",
              Setup.OFF,
              Rules::countedDrops,
              Document.PLAN.at("case 9, step 12"),
              Document.OPENCONFIG.at("openconfig-qos-elements.yang:1450")),
          new Rule(
              "acl-disables",
              "Packets that match a rule with DISABLE_TRIM are dropped, not trimmed.",
              List.of(Document.PLAN.at("case 7"), Document.SAI.at("PACKET_TRIM_DISABLE")),
              Optional.empty(),
              _ -> notOffered("no setting of this program writes ACLs")));

  private Rules() {}

  private static Rule rule(String name, String says, Setup needs, Judge judge, Cited... sources) {
    return new Rule(name, says, List.of(sources), Optional.of(needs), judge);
  }

  /** The trims that are cut; those of packets that were too short are no matter here. */
  private static Verdict ofCut(Evidence run, Function<List<Trim>, Verdict> judge) {
    List<Trim> trims = run.trims();
    Optional<Trim> stranger = trims.stream().filter(one -> one.whole().isEmpty()).findFirst();
    if (stranger.isPresent()) {
      return failed("%s arrived trimmed, which nobody sent", stranger.get().cut().hex());
    }
    List<Trim> cut = trims.stream().filter(Trim::isShorter).toList();
    if (cut.isEmpty() && !trims.isEmpty() && trims.stream().allMatch(one -> one.left().isEmpty())) {
      return notOffered(
          "the capture has %d B of each packet, and packet.trim is more",
          trims.getFirst().cut().captured());
    }
    return cut.isEmpty() ? NONE : judge.apply(cut);
  }

  /** Holds if no trim is against it. */
  private static Verdict each(
      List<Trim> trims, Predicate<Trim> holds, String want, Function<Trim, Object> found) {
    return trims.stream()
        .filter(holds.negate())
        .findFirst()
        .map(
            wrong -> failed("%s where %s; headers %s", found.apply(wrong), want, wrong.cut().hex()))
        .orElseGet(() -> passed("%s, %,d packets", want, trims.size()));
  }

  private static Verdict trimSize(Evidence run) {
    int keeps = run.spec().trimBytes();
    return ofCut(
        run,
        trims ->
            each(
                trims,
                one -> one.left().orElse(0) == keeps,
                keeps + " B",
                one -> one.left().orElse(0) + " B"));
  }

  private static Verdict timeToLive(Evidence run) {
    Map<Integer, Set<Integer>> ofWhole = new HashMap<>();
    run.got().stream()
        .filter(one -> one.kind() == FrameKind.DATA)
        .forEach(one ->
            ofWhole
                .computeIfAbsent(one.packet().source(), _ -> new TreeSet<>())
                .add(one.timeToLive()));
    return ofCut(
        run,
        trims ->
            each(
                trims,
                one ->
                    ofWhole
                        .getOrDefault(one.cut().packet().source(), Set.of())
                        .contains(one.cut().timeToLive()),
                "that of whole ones",
                one -> "TTL " + one.cut().timeToLive()));
  }

  private static Verdict leastSize(Evidence run) {
    int least = ETHERNET_BYTES + Ipv4Header.BYTES + LEAST_OF_UE;
    return ofCut(
        run,
        trims ->
            each(
                trims,
                one -> one.left().orElse(0) >= least,
                "at least " + least + " B",
                one -> one.left().orElse(0) + " B"));
  }

  private static Verdict oneDscp(Evidence run) {
    return ofCut(
        run,
        trims ->
            each(
                trims,
                one -> one.cut().dscp() == DSCPS.trimmed(),
                "DSCP " + DSCPS.trimmed(),
                one -> "DSCP " + one.cut().dscp()));
  }

  private static Verdict twoDscps(Evidence run) {
    return ofCut(
        run,
        trims -> {
          if (trims.stream().noneMatch(one -> one.cut().dscp() == DSCPS.trimmedLastHop())) {
            return failed("no DSCP %d among %,d; want some", DSCPS.trimmedLastHop(), trims.size());
          }
          return each(
              trims,
              one -> Evidence.isTrimmed(one.cut()),
              "DSCP %d or %d".formatted(DSCPS.trimmed(), DSCPS.trimmedLastHop()),
              one -> "DSCP " + one.cut().dscp());
        });
  }

  private static Verdict nackCodes(Evidence run) {
    return ofCut(
        run,
        trims -> {
          Map<Packet, Set<Integer>> codes = new HashMap<>();
          trims.forEach(one ->
              codes
                  .computeIfAbsent(one.cut().packet(), _ -> new TreeSet<>())
                  .add(
                      one.cut().dscp() == DSCPS.trimmedLastHop()
                          ? PdsNack.TRIMMED_LASTHOP
                          : PdsNack.TRIMMED));
          List<Seen> nacks =
              run.sent().stream()
                  .filter(one ->
                      one.refusal() == PdsNack.TRIMMED || one.refusal() == PdsNack.TRIMMED_LASTHOP)
                  .toList();
          return nacks.stream()
              .filter(one -> !codes.getOrDefault(one.packet(), Set.of()).contains(one.refusal()))
              .findFirst()
              .map(wrong ->
                  failed(
                      "NACK code %d for PSN %d; want one of %s",
                      wrong.refusal(),
                      wrong.packet().psn(),
                      codes.getOrDefault(wrong.packet(), Set.of())))
              .orElseGet(() ->
                  nacks.isEmpty()
                      ? failed("no NACK for %,d trimmed packets", trims.size())
                      : passed("%,d NACKs by the code points", nacks.size()));
        });
  }

  private static Verdict shortPacket(Evidence run) {
    List<Trim> trims = run.trims();
    if (trims.isEmpty()) {
      return failed("no short packet has the code point of trimmed ones; want some");
    }
    return each(
        trims,
        one ->
            one.whole().isPresent()
                && !one.isShorter()
                && one.cut().totalLength() == one.whole().get().totalLength()
                && Evidence.isTrimmed(one.cut()),
        "whole, DSCP " + DSCPS.trimmed(),
        one ->
            "%d B of IP length %d, DSCP %d"
                .formatted(one.cut().wireBytes(), one.cut().totalLength(), one.cut().dscp()));
  }

  /** Holds if all trims go the one way, or all the other. */
  private static Verdict either(
      Evidence run,
      String one,
      Predicate<Trim> first,
      String other,
      Predicate<Trim> second,
      Function<Trim, Object> found) {
    return ofCut(
        run,
        trims ->
            trims.stream().allMatch(first)
                ? passed("%s, %,d packets", one, trims.size())
                : each(trims, second, other, found));
  }

  private static Verdict ipLength(Evidence run) {
    return either(
        run,
        "what is left (SAI)",
        one -> one.cut().totalLength() == one.left().orElse(0) - ETHERNET_BYTES,
        "as it was (SONiC)",
        one -> one.cut().totalLength() == one.whole().orElseThrow().totalLength(),
        one -> "%d of %d B".formatted(one.cut().totalLength(), one.left().orElse(0)));
  }

  private static Verdict checksum(Evidence run) {
    return either(
        run,
        "right (SAI)",
        one -> one.cut().checksumHolds(),
        "that of before the cut (SONiC)",
        one -> one.cut().checksumIsOf(one.whole().orElseThrow()),
        _ -> "neither right nor that of before");
  }

  private static Verdict udpLength(Evidence run) {
    return either(
        run,
        "with the IP length",
        one -> one.cut().udpLength() == one.cut().totalLength() - Ipv4Header.BYTES,
        "as it was",
        one -> one.cut().udpLength() == one.whole().orElseThrow().udpLength(),
        one -> "%d with IP length %d".formatted(one.cut().udpLength(), one.cut().totalLength()));
  }

  private static Verdict wrongChecksum(Evidence run) {
    Set<Packet> damaged =
        run.trims().stream()
            .map(Trim::cut)
            .filter(one -> !one.checksumHolds())
            .map(Seen::packet)
            .collect(Collectors.toSet());
    if (damaged.isEmpty()) {
      return notOffered("what switches trim has a right checksum");
    }
    long asked =
        run.sent().stream()
            .filter(one -> one.refusal() != 0 && damaged.contains(one.packet()))
            .map(Seen::packet)
            .distinct()
            .count();
    boolean done = run.result().status() == RunStatus.COMPLETED;
    String seen = "%,d of %,d asked for again, run %s";
    return (asked == damaged.size() && done
        ? passed(seen, asked, damaged.size(), "completed")
        : failed(seen, asked, damaged.size(), run.result().status().key()));
  }

  private static Verdict once(Evidence run) {
    return ofCut(
        run,
        trims -> {
          Verdict size = trimSize(run);
          return size.outcome() == Verdict.Outcome.PASSED ? countedBySwitch(run) : size;
        });
  }

  private static Verdict overtakes(Evidence run) {
    return ofCut(
        run,
        trims -> {
          Map<Packet, TreeSet<Long>> sent = new HashMap<>();
          run.sent().stream()
              .filter(Seen::isRequest)
              .forEach(one ->
                  sent.computeIfAbsent(one.packet(), _ -> new TreeSet<>()).add(one.timeNs()));
          // By sender, over its least: clocks of two hosts may differ.
          Map<Integer, Long> least = new HashMap<>();
          Map<Boolean, List<Long>> waited = new HashMap<>();
          List<Map.Entry<Seen, Long>> times = new ArrayList<>();
          for (Seen one : run.got()) {
            Long at =
                one.isRequest() && sent.containsKey(one.packet())
                    ? sent.get(one.packet()).floor(one.timeNs())
                    : null;
            if (at != null) {
              times.add(Map.entry(one, one.timeNs() - at));
              least.merge(one.packet().source(), one.timeNs() - at, Math::min);
            }
          }
          Set<Seen> cut = trims.stream().map(Trim::cut).collect(Collectors.toSet());
          times.forEach(one ->
              waited
                  .computeIfAbsent(cut.contains(one.getKey()), _ -> new ArrayList<>())
                  .add(one.getValue() - least.get(one.getKey().packet().source())));
          long ofCut = median(waited.getOrDefault(true, List.of(0L)));
          long ofWhole = median(waited.getOrDefault(false, List.of(0L)));
          String seen = "waited %,d ns, whole ones %,d (medians)";
          return ofCut < ofWhole
              ? passed(seen, ofCut, ofWhole)
              : failed(seen + "; want less", ofCut, ofWhole);
        });
  }

  private static long median(List<Long> values) {
    return values.stream().sorted().skip(values.size() / 2).findFirst().orElse(0L);
  }

  private static Verdict controlWhole(Evidence run) {
    List<Seen> control = run.got().stream().filter(one -> !one.isRequest()).toList();
    return control.stream()
        .filter(one -> one.dscp() != DSCPS.control())
        .findFirst()
        .map(wrong ->
            failed(
                "%s of %d B, DSCP %d; want whole ones, DSCP %d; headers %s",
                wrong.kind().key(), wrong.wireBytes(), wrong.dscp(), DSCPS.control(), wrong.hex()))
        .orElseGet(() -> passed("%,d whole, DSCP %d", control.size(), DSCPS.control()));
  }

  private static Verdict offDrops(Evidence run) {
    int arrived = run.trims().size();
    long counted = run.counted(_ -> true);
    long drops = run.result().drops();
    String seen = "%,d dropped, %,d trims counted, %,d arrived";
    return arrived == 0 && counted == 0 && (drops > 0 || run.result().summary().dropsAreUnknown())
        ? passed(seen, drops, counted, arrived)
        : failed(seen + "; want some, none, none", drops, counted, arrived);
  }

  private static Verdict countedBySwitch(Evidence run) {
    if (run.result().summary().number("trims").isEmpty()) {
      return notOffered("nobody counts trims here");
    }
    long counted = run.counted(_ -> true);
    long arrived = run.trims().size();
    long dropped = run.result().drops();
    String seen = "%,d counted, %,d arrived, %,d packets dropped";
    boolean holds = arrived > 0 && counted >= arrived && counted <= arrived + dropped;
    return holds
        ? passed(seen, counted, arrived, dropped)
        : failed(seen, counted, arrived, dropped);
  }

  private static Verdict countedByPort(Evidence run) {
    if (run.result().summary().number("trims").isEmpty()) {
      return notOffered("nobody counts trims here");
    }
    Map<Integer, Long> arrived =
        run.trims().stream()
            .filter(one -> one.cut().dscp() == DSCPS.trimmedLastHop())
            .collect(
                Collectors.groupingBy(
                    one -> one.cut().packet().destination(), Collectors.counting()));
    TopologyView.Peers peers = run.result().topology().peers();
    List<String> wrong = new ArrayList<>();
    long sum = 0;
    for (var host : run.spec().buildTopology().hosts()) {
      long counted =
          run.counted(
              queue -> peers.of(queue.switchName(), queue.port()).equals(Optional.of(host.name())));
      long got = arrived.getOrDefault(host.ipv4(), 0L);
      sum += got;
      if (counted < got || counted > got + run.result().drops()) {
        wrong.add("%s: %,d counted, %,d arrived".formatted(host.name(), counted, got));
      }
    }
    return wrong.isEmpty() && sum > 0
        ? passed("the same at each port, %,d in all", sum)
        : failed(sum == 0 ? "no packet has DSCP 56" : String.join("; ", wrong));
  }

  private static Verdict countedByQueue(Evidence run) {
    long counted = run.counted(_ -> true);
    long ofData = run.counted(queue -> queue.queue() == 0);
    if (counted > 0 && ofData == 0) {
      return notOffered("these switches count them at the queue that trimmed packets enter");
    }
    String seen = "%,d of %,d at queue 0, that of data";
    return counted > 0 && ofData == counted
        ? passed(seen, ofData, counted)
        : failed(seen + "; want all", ofData, counted);
  }

  private static Verdict countedDrops(Evidence run) {
    if (run.result().summary().dropsAreUnknown()) {
      return notOffered("nobody counts drops here");
    }
    long missing =
        run.sent().stream().filter(one -> one.kind().isTransport()).count()
            - run.got().stream().filter(one -> one.kind().isTransport()).count()
            - run.result().packets().stream()
                .mapToLong(ends -> ends.to(End.QUEUED) + ends.to(End.IN_FLIGHT))
                .sum();
    long drops = run.result().drops();
    String seen = "%,d dropped, %,d sent that did not arrive";
    return drops > 0 && drops == missing
        ? passed(seen, drops, missing)
        : failed(seen, drops, missing);
  }
}

package io.smartt.study.conform;

import static io.smartt.study.conform.Verdict.either;
import static io.smartt.study.conform.Verdict.notOffered;

import module java.base;

import io.smartt.base.counters.PacketLedger.End;
import io.smartt.base.topology.Host;
import io.smartt.controller.address.Ipv4;
import io.smartt.controller.address.Ipv4Prefix;
import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.experiment.report.RunResult.RunStatus;
import io.smartt.experiment.report.TopologyView;
import io.smartt.experiment.trace.analysis.FrameView.FrameKind;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsNack;
import io.smartt.study.conform.Evidence.Packet;
import io.smartt.study.conform.Evidence.Seen;
import io.smartt.view.gnmi.GnmiServer;

/** The judges of the catalogue's rules: each decides one by what a run left. */
final class Judges {
  private static final DscpPlan DSCPS = DscpPlan.LAST_HOP_APART;

  /** The key of the sources that an ACL names. */
  static final String NO_TRIM_FROM = "sonic.no-trim-from";

  private static final int ETHERNET = 14;

  /** Headers of Ethernet and IP, and UDP's and the largest of a request (UE's Table 4-1). */
  private static final int LEAST = ETHERNET + Ipv4Header.BYTES + 24;

  private Judges() {}

  /** Judges the rule of a name. */
  static Verdict judge(String rule, Evidence run) {
    int keeps = run.spec().trimBytes();
    return switch (rule) {
      case "trim-size", "toggled" -> cut(run, keeps + " B", one -> one.bytes() == keeps);
      case "least-size" -> cut(run, LEAST + " B or more", one -> one.bytes() >= LEAST);
      case "ttl" -> timeToLive(run);
      case "dscp-symmetric" -> cut(run, "DSCP 48", one -> one.dscp() == DSCPS.trimmed());
      case "dscp-asymmetric" -> twoDscps(run);
      case "last-hop-nack" -> nackCodes(run);
      case "short-packet" ->
          each(
              run.trims(),
              "whole, DSCP 48",
              one ->
                  !one.isShorter()
                      && one.ipLength() == one.before().ipLength()
                      && one.dscp() == DSCPS.trimmed());
      case "ip-length" ->
          ways(
              run,
              "what is left (SAI)",
              one -> one.ipLength() == one.bytes() - ETHERNET,
              "as it was (SONiC)",
              one -> one.ipLength() == one.before().ipLength());
      case "ip-checksum" ->
          ways(
              run,
              "right (SAI)",
              Seen::checksumHolds,
              "that of before the cut (SONiC)",
              Seen::checksumIsOld);
      case "udp-length" ->
          ways(
              run,
              "goes with the IP length",
              one -> one.udpLength() == one.ipLength() - Ipv4Header.BYTES,
              "as it was",
              one -> one.udpLength() == one.before().udpLength());
      case "wrong-checksum" -> wrongChecksum(run);
      case "once" -> {
        Verdict size = judge("trim-size", run);
        yield size.holds() ? countedBySwitch(run) : size;
      }
      case "overtakes" -> overtakes(run);
      case "control-whole" ->
          run.trims().isEmpty()
              ? Verdict.failed("nothing was trimmed")
              : each(
                  run.got().stream().filter(one -> !one.isRequest()).toList(),
                  "whole, DSCP 46",
                  one -> one.dscp() == DSCPS.control());
      case "off-drops" -> offDrops(run);
      case "counter-switch" -> countedBySwitch(run);
      case "counter-sent" ->
          counted(run, GnmiServer.sum(run.result(), "out-trim-pkts"), run.trims().size(), "");
      case "counter-port" -> countedByPort(run);
      case "counter-queue" -> countedByQueue(run);
      case "counter-drops" -> countedDrops(run);
      case "acl-disables" -> aclDisables(run);
      default -> throw new IllegalArgumentException(rule);
    };
  }

  private static Verdict aclDisables(Evidence run) {
    Ipv4Prefix named = Ipv4Prefix.parse(run.spec().settings().textOf(NO_TRIM_FROM));
    ToLongFunction<List<Seen>> of =
        frames ->
            frames.stream()
                .filter(one -> one.isRequest() && named.contains(new Ipv4(one.packet().source())))
                .count();
    long trims = of.applyAsLong(run.trims());
    long others = run.trims().size() - trims;
    long lost = of.applyAsLong(run.sent()) - of.applyAsLong(run.got());
    String seen = "of {0} {1} trimmed, {2} did not arrive; of others {3} trimmed";
    return either(trims == 0 && lost > 0 && others > 0, seen, named, trims, lost, others);
  }

  private static Verdict each(List<Seen> frames, String want, Predicate<Seen> holds) {
    List<Seen> wrong = frames.stream().filter(holds.negate()).toList();
    String one =
        wrong.stream()
            .findFirst()
            .map(seen ->
                "; one of %s, DSCP %d, headers %s"
                    .formatted(
                        seen.bytes() < 0 ? "unknown length" : seen.bytes() + " B",
                        seen.dscp(),
                        seen.hex()))
            .orElse("");
    return either(
        wrong.isEmpty() && !frames.isEmpty(),
        "{0}: {1} of {2}{3}",
        want,
        frames.size() - wrong.size(),
        frames.size(),
        one);
  }

  /** Judges what arrived shorter than it was sent; packets that were too short are no matter. */
  private static Verdict cut(Evidence run, String want, Predicate<Seen> holds) {
    List<Seen> trims = run.trims();
    return trims.stream().anyMatch(one -> one.bytes() < 0 && one.whole().isPresent())
        ? notOffered("the capture has headers only, and packet.trim keeps more")
        : each(
            trims.stream().filter(one -> one.isShorter() || one.whole().isEmpty()).toList(),
            want,
            holds.and(one -> one.whole().isPresent()));
  }

  /** Holds if all go the one way, or all the other. */
  private static Verdict ways(
      Evidence run, String one, Predicate<Seen> first, String other, Predicate<Seen> second) {
    Verdict all = cut(run, one, first);
    return all.outcome() == Verdict.Outcome.FAILED ? cut(run, other, second) : all;
  }

  private static Verdict timeToLive(Evidence run) {
    Set<List<Integer>> ofWhole =
        run.got().stream()
            .filter(one -> !one.saysTrimmed())
            .map(Judges::sourceAndTtl)
            .collect(Collectors.toSet());
    return cut(run, "TTL of whole ones", one -> ofWhole.contains(sourceAndTtl(one)));
  }

  private static List<Integer> sourceAndTtl(Seen one) {
    return List.of(one.frame().source(), one.frame().timeToLive());
  }

  private static Verdict twoDscps(Evidence run) {
    long last = run.trims().stream().filter(Judges::isLastHop).count();
    Verdict all = cut(run, "DSCP 48 or 56", one -> isLastHop(one) || one.dscp() == DSCPS.trimmed());
    return all.holds() ? either(last > 0, "{0}, 56: {1}", all.seen(), last) : all;
  }

  private static boolean isLastHop(Seen one) {
    return one.dscp() == DSCPS.trimmedLastHop();
  }

  private static Verdict nackCodes(Evidence run) {
    Map<Boolean, Set<Packet>> byHop =
        run.trims().stream()
            .collect(
                Collectors.partitioningBy(
                    Judges::isLastHop, Collectors.mapping(Seen::packet, Collectors.toSet())));
    List<Seen> nacks =
        run.sent().stream()
            .filter(
                one -> refusal(one) == PdsNack.TRIMMED || refusal(one) == PdsNack.TRIMMED_LASTHOP)
            .toList();
    return each(
        nacks,
        "NACKs by the code point",
        one ->
            byHop
                .getOrDefault(refusal(one) == PdsNack.TRIMMED_LASTHOP, Set.of())
                .contains(one.packet()));
  }

  private static int refusal(Seen one) {
    return one.frame().kind() == FrameKind.NACK ? one.frame().refusal() : 0;
  }

  private static Verdict wrongChecksum(Evidence run) {
    Set<Packet> damaged =
        run.trims().stream()
            .filter(one -> !one.checksumHolds())
            .map(Seen::packet)
            .collect(Collectors.toSet());
    Set<Packet> refused =
        run.sent().stream()
            .filter(one -> refusal(one) != 0)
            .map(Seen::packet)
            .collect(Collectors.toSet());
    RunStatus ended = run.result().status();
    refused.retainAll(damaged);
    return damaged.isEmpty()
        ? notOffered("what these switches trim has a right checksum")
        : either(
            refused.size() == damaged.size() && ended == RunStatus.COMPLETED,
            "{0} of {1} asked for again, run {2}",
            refused.size(),
            damaged.size(),
            ended.key());
  }

  /** Judges by the time from card to card over the sender's least: clocks of hosts may differ. */
  private static Verdict overtakes(Evidence run) {
    List<Seen> once =
        run.got().stream()
            .filter(one -> one.whole().isPresent() && !one.frame().isSentAgain())
            .toList();
    Map<Integer, Long> least =
        once.stream()
            .collect(Collectors.toMap(one -> one.packet().source(), Judges::took, Math::min));
    List<Long> medians = new ArrayList<>();
    for (boolean trimmed : List.of(true, false)) {
      List<Long> waited =
          once.stream()
              .filter(one -> one.saysTrimmed() == trimmed)
              .map(one -> took(one) - least.getOrDefault(one.packet().source(), 0L))
              .sorted()
              .toList();
      if (waited.isEmpty()) {
        return Verdict.failed("no " + (trimmed ? "trimmed" : "whole") + " packet to compare");
      }
      medians.add(waited.get(waited.size() / 2));
    }
    return either(
        medians.getFirst() < medians.getLast(),
        "waited {0} ns, whole ones {1} (medians)",
        medians.toArray());
  }

  private static long took(Seen one) {
    return one.timeNs() - one.before().timeNs();
  }

  private static Verdict offDrops(Evidence run) {
    long counted = run.counted(_ -> true);
    int arrived = run.trims().size();
    // Where nobody counts drops, hosts have seen them all the same.
    long drops = run.result().summary().dropsAreUnknown() ? missing(run) : run.result().drops();
    return either(
        counted == 0 && arrived == 0 && drops > 0,
        "{0} dropped, {1} trims counted, {2} arrived",
        drops,
        counted,
        arrived);
  }

  private static Verdict countedBySwitch(Evidence run) {
    return counted(run, run.counted(_ -> true), run.trims().size(), "");
  }

  /** Judges a count of trims: it may have those that were dropped later. */
  private static Verdict counted(Evidence run, long counted, long arrived, String where) {
    long dropped = run.result().drops();
    return run.result().summary().number("trims").isEmpty()
        ? notOffered("nobody counts trims here")
        : either(
            arrived > 0 && counted >= arrived && counted <= arrived + dropped,
            "{0} counted, {1} arrived, {2} packets dropped{3}",
            counted,
            arrived,
            dropped,
            where);
  }

  /** Judges the port of the host for which most were trimmed. */
  private static Verdict countedByPort(Evidence run) {
    TopologyView.Peers peers = run.result().topology().peers();
    Map<Integer, Long> arrived =
        run.trims().stream()
            .filter(Judges::isLastHop)
            .collect(
                Collectors.groupingBy(one -> one.packet().destination(), Collectors.counting()));
    Host host =
        Collections.max(
            run.spec().buildTopology().hosts(),
            Comparator.comparing(one -> arrived.getOrDefault(one.ipv4(), 0L)));
    Optional<String> name = Optional.of(host.name());
    long counted = run.counted(queue -> peers.of(queue.switchName(), queue.port()).equals(name));
    return counted(run, counted, arrived.getOrDefault(host.ipv4(), 0L), " (" + host.name() + ")");
  }

  private static Verdict countedByQueue(Evidence run) {
    OptionalInt data = run.countsTrimsAt();
    long counted = run.counted(_ -> true);
    long ofData = run.counted(queue -> OptionalInt.of(queue.queue()).equals(data));
    return data.isEmpty()
        ? notOffered("these switches count them at the queue that trimmed packets enter")
        : either(
            counted > 0 && ofData == counted,
            "{0} of {1} at queue {2}, that of data",
            ofData,
            counted,
            data.getAsInt());
  }

  /** Returns how many packets were sent, did not arrive and are not on their way. */
  private static long missing(Evidence run) {
    long onTheWay =
        run.result().packets().stream()
            .mapToLong(ends -> ends.to(End.QUEUED) + ends.to(End.IN_FLIGHT))
            .sum();
    return run.sent().size() - run.got().size() - onTheWay;
  }

  private static Verdict countedDrops(Evidence run) {
    long missing = missing(run);
    long drops = run.result().drops();
    return run.result().summary().dropsAreUnknown()
        ? notOffered("nobody counts drops here")
        : either(
            drops > 0 && drops == missing,
            "{0} dropped, {1} sent that did not arrive",
            drops,
            missing);
  }
}

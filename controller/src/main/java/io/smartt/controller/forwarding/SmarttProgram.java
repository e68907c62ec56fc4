package io.smartt.controller.forwarding;

import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.pipeline.WeightedMember;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The control-plane surface of smartt.p4, or of any program with the same tables and actions. */
final class SmarttProgram {
  static final String ROUTES = "ingress.ipv4_lpm";
  static final String SELECTOR = "ingress.ecmp";
  static final String SALT = "ingress.ecmp_salt";
  static final String CLASSES = "ingress.traffic_class";
  static final String TRIM_LIMITS = "ingress.trim_limit";
  static final String RED_PROFILES = "egress.red_profile";

  private static final int PROBABILITY_ONE = 1 << 16;

  private final P4InfoIndex info;

  SmarttProgram(P4InfoIndex info) {
    this.info = info;
  }

  Set<String> tables() {
    return Set.of(ROUTES, SALT, CLASSES, TRIM_LIMITS, RED_PROFILES);
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

  P4Entity controlClass(int dscp) {
    return trafficClass(dscp, "ingress.control_class");
  }

  P4Entity dataClass(int dscp) {
    return trafficClass(dscp, "ingress.data_class");
  }

  private P4Entity trafficClass(int dscp, String action) {
    return EntryBuilder.of(info, CLASSES)
        .exact("hdr.ipv4.dscp", dscp)
        .action(action, Map.of())
        .entry();
  }

  P4Entity trimLimit(int port, AqmSettings queue, int trimmedDscp) {
    return EntryBuilder.of(info, TRIM_LIMITS)
        .exact("standard_metadata.egress_spec", port)
        .action(
            "ingress.trim_above",
            Map.of(
                "queue_packets", FieldValue.of(queue.queuePackets()),
                "trim_bytes", FieldValue.of(queue.trimBytes()),
                "trimmed_dscp", FieldValue.of(trimmedDscp)))
        .entry();
  }

  P4Entity redProfile(int port, AqmSettings queue) {
    EntryBuilder profile =
        EntryBuilder.of(info, RED_PROFILES).exact("standard_metadata.egress_port", port);
    FieldValue kmin = FieldValue.of(queue.kminPackets());
    FieldValue kmax = FieldValue.of(queue.kmaxPackets());
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

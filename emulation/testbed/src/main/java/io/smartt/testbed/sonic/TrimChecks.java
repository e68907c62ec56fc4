package io.smartt.testbed.sonic;

import module java.base;

/** Checks of packet trimming on SONiC, of which much is refused with a line of syslog only. */
record TrimChecks(SwitchPlan plan, ConfigDb before, ConfigDb after, SwitchState state) {
  private static final String DISCARD = "packet_discard_action";

  /** Tables in whose queues SONiC's buffer manager refuses profiles that trim. */
  private static final List<String> NOT_FOR_TRIMMING =
      List.of("BUFFER_PG", "BUFFER_PORT_INGRESS_PROFILE_LIST", "BUFFER_PORT_EGRESS_PROFILE_LIST");

  List<Finding> findings(ConfigPatch patch) {
    List<Finding> findings = new ArrayList<>(singleFields(patch));
    findings.addAll(references());
    Optional<SwitchPlan.QosPlan.Trim> trim = plan.qos().trim();
    if (trim.isEmpty()) {
      return findings;
    }
    findings.addAll(capabilities());
    if (isBroadcom()) {
      findings.add(
          Finding.warning(
              "trim-fixed-by-sai",
              ("Broadcom's SAI may fix the size of trimmed packets and their queue in the .bcm file"
                      + " and ignore %d bytes and queue %d; where it does, give its values as"
                      + " packet.trim and sonic.control-queue")
                  .formatted(trim.get().bytes(), plan.qos().controlQueue())));
    }
    findings.add(
        Finding.warning(
            "trim-keeps-length",
            "trimmed packets keep their IP length and checksum, so sockets of the kernel discard"
                + " them; hosts must read raw frames, as this harness's agents do, and take a"
                + " length beyond the frame's end for a trim"));
    if (before.object(ConfigPlanner.TRIMMING, "GLOBAL").isEmpty()) {
      findings.add(
          Finding.warning(
              "trim-stays",
              "the switch can change trimming once it is set but not forget it: after a revert"
                  + " CONFIG_DB is without it and no queue trims, yet the ASIC keeps its settings"
                  + " until config reload"));
    }
    return findings;
  }

  /** GCU's allow-list of single fields has spc4, spc5, spc6, th5 and th6 only. */
  static List<Finding> singleFields(ConfigPatch patch) {
    return patch.operations().stream()
        .filter(op -> op.path().size() > 2 && op.path().get(2).equals(DISCARD))
        .map(op ->
            Finding.error(
                "trim-single-field",
                op.pointer()
                    + ": SONiC refuses this field alone on Trident 4 (its allow-list has spc4,"
                    + " spc5, spc6, th5, th6); send the whole BUFFER_PROFILE"))
        .toList();
  }

  private List<Finding> references() {
    List<String> trimming =
        after.keys("BUFFER_PROFILE").stream()
            .filter(name ->
                after.field("BUFFER_PROFILE", name, DISCARD).filter("trim"::equals).isPresent())
            .toList();
    List<Finding> findings = new ArrayList<>();
    for (String table : NOT_FOR_TRIMMING) {
      for (String key : after.keys(table)) {
        String named =
            after
                .field(table, key, "profile")
                .or(() -> after.field(table, key, "profile_list"))
                .orElse("");
        List.of(named.split("\\s*,\\s*", -1)).stream()
            .filter(trimming::contains)
            .forEach(profile ->
                findings.add(
                    Finding.error(
                        "trim-not-at-ingress",
                        ("%s|%s uses %s, which trims: SONiC lets only lossy egress queues"
                                + " (BUFFER_QUEUE) trim and rejects the profile with a line of"
                                + " syslog alone")
                            .formatted(table, key, profile))));
      }
    }
    return findings;
  }

  private List<Finding> capabilities() {
    List<Finding> findings = new ArrayList<>();
    if (!state.known()) {
      findings.add(
          Finding.warning(
              "trim-unknown",
              "whether the switch can trim was not asked; on the switch: sonic-db-cli STATE_DB"
                  + " hgetall 'SWITCH_CAPABILITY|switch'"));
      return findings;
    }
    if (!state.canTrim()) {
      findings.add(
          Finding.error(
              "trim-not-capable",
              "SWITCH_CAPABILITY says that this switch cannot trim (SWITCH_TRIMMING_CAPABLE is "
                  + state.capabilities().getOrDefault("SWITCH_TRIMMING_CAPABLE", "not there")
                  + "); use --set trimming=off, or an image whose SAI can"));
      return findings;
    }
    lacking("DSCP", "DSCP_VALUE", "a DSCP of trimmed packets").ifPresent(findings::add);
    lacking("QUEUE", "STATIC", "a queue of trimmed packets").ifPresent(findings::add);
    return findings;
  }

  private Optional<Finding> lacking(String kind, String mode, String what) {
    return state
        .trimModes(kind)
        .filter(modes -> !modes.contains(mode))
        .map(modes ->
            Finding.error(
                "trim-mode",
                "this switch cannot be given %s: PACKET_TRIMMING_%s_RESOLUTION_MODE has %s but not %s"
                    .formatted(what, kind, String.join(", ", modes), mode)));
  }

  private boolean isBroadcom() {
    return before
        .field("DEVICE_METADATA", "localhost", "asic_type")
        .or(() -> before.field("DEVICE_METADATA", "localhost", "platform"))
        .filter(text -> !text.contains("vpp") && !text.contains("mlnx"))
        .isPresent();
  }
}

package io.smartt.testbed.sonic;

import module java.base;

/**
 * Finds what SONiC would refuse or silently do otherwise before anything is sent: one check a known
 * trap. Nothing here talks to a switch.
 *
 * @param after what the plan makes of {@code before}
 */
public record PlanChecks(SwitchPlan plan, ConfigDb before, ConfigDb after, SwitchState state) {
  /** Parts of names of the Trident 4 SKUs in sonic-buildimage. */
  private static final Pattern TRIDENT_4 =
      Pattern.compile("(?i).*(S5448F|Z9432F|7220.?(IXR.?)?D4|S9300|S9301|7050DX4|MICAS|TD4).*");

  /**
   * The Trident 4 boxes on which PFC_WD may be changed (sonic-utilities,
   * gcu_field_operation_validators.conf.json:41; the name may be part of the SKU's).
   */
  private static final Pattern WATCHDOG = Pattern.compile("(?i).*Nokia-IXR7220-D4-36D.*");

  private static final int MBPS_PER_GBPS = 1000;

  /**
   * The ways in which the Trident 4 boxes that SONiC has break a cage out, which SONiC's own
   * command does and no patch, by a part of the platform's name; boxes without a list are not here.
   * From the {@code platform.json} of each in sonic-buildimage 086b03bd, folder {@code device}.
   */
  private static final Map<String, List<String>> BREAKOUTS =
      Map.of(
          "nokia_ixr7220_d4", List.of("1x400G", "4x100G", "1x100G", "4x25G"),
          "ufispace_s9300_32d",
              List.of(
                  "1x400G", "2x200G", "4x100G", "8x50G", "2x100G", "2x50G", "1x50G", "8x25G",
                  "4x25G"),
          "ufispace_s9301_32d", List.of("1x400G", "2x200G", "4x100G", "8x50G"));

  /** Errors first. */
  public List<Finding> findings(ConfigPatch patch) {
    List<Finding> findings = new ArrayList<>(ports());
    findings.addAll(new LineChecks(plan, after, state).findings());
    findings.addAll(watchdogs(patch));
    findings.addAll(pool());
    findings.addAll(queues());
    findings.addAll(new PauseChecks(plan, before).findings());
    findings.addAll(hardware());
    findings.addAll(new TrimChecks(plan, before, after, state).findings(patch));
    ConfigValidator validator = new ConfigValidator(after);
    patch.changes().stream()
        .filter(change -> change.after().isPresent())
        .flatMap(change -> validator.problems(change.table(), change.key()).stream())
        .forEach(problem -> findings.add(Finding.error("schema", problem)));
    findings.sort((a, b) -> Boolean.compare(b.error(), a.error()));
    return findings;
  }

  private List<Finding> ports() {
    List<Finding> findings = new ArrayList<>();
    if (before.keys("PORT").isEmpty()) {
      return List.of(
          Finding.error("no-ports", "the switch's configuration has no table PORT, so no port"));
    }
    for (SwitchPlan.RoutedPort port : plan.ports()) {
      if (before.object("PORT", port.name()).isEmpty()) {
        findings.add(
            Finding.error(
                "no-such-port",
                "there is no port %s; the switch has %s (%s)"
                    .formatted(
                        port.name(),
                        String.join(", ", before.keys("PORT")),
                        breakoutHint(
                            before.field("DEVICE_METADATA", "localhost", "platform").orElse(""),
                            port.speedMbps()))));
      }
      for (String table : List.of("VLAN_MEMBER", "PORTCHANNEL_MEMBER")) {
        before.keys(table).stream()
            .filter(key -> key.endsWith("|" + port.name()))
            .forEach(key ->
                findings.add(
                    Finding.error(
                        "not-routed",
                        "%s|%s is in the way: SONiC gives no address to a port that is a member; remove it first"
                            .formatted(table, key))));
      }
      for (String table : List.of("QUEUE", "BUFFER_QUEUE")) {
        before.keys(table).stream()
            .filter(key -> List.of(key.split("\\|", -1)[0].split(",", -1)).contains(port.name()))
            .filter(key -> key.contains(","))
            .forEach(key ->
                findings.add(
                    Finding.error(
                        "shared-key",
                        table + "|" + key + " is for several ports; write one key a port first")));
      }
    }
    return findings;
  }

  /** SONiC lets its patches change the watchdog on boxes only whose ASIC its list knows. */
  private List<Finding> watchdogs(ConfigPatch patch) {
    String sku = before.field("DEVICE_METADATA", "localhost", "hwsku").orElse("");
    List<String> ports =
        patch.changes().stream()
            .filter(change -> change.table().equals("PFC_WD"))
            .map(ConfigPatch.ConfigChange::key)
            .toList();
    return ports.isEmpty() || WATCHDOG.matcher(sku).matches()
        ? List.of()
        : List.of(
            Finding.error(
                "pfc-watchdog",
                "the PFC watchdog runs on %s, and on hwsku '%s' SONiC refuses patches that change it; on the switch: sudo pfcwd stop %s"
                    .formatted(String.join(", ", ports), sku, String.join(" ", ports))));
  }

  private List<Finding> pool() {
    String pool = plan.qos().pool();
    if (before.object("BUFFER_POOL", pool).isPresent()) {
      return before.keys("BUFFER_PROFILE").isEmpty()
          ? List.of(
              Finding.error(
                  "no-profiles",
                  "the switch has no BUFFER_PROFILE, and SONiC refuses a patch that adds that table"
                      + " as a whole; on the switch: config qos reload"))
          : plan.qos().shared().stream().flatMap(part -> poolSize(pool, part).stream()).toList();
    }
    return List.of(
        Finding.error(
            "no-such-pool",
            "there is no BUFFER_POOL|%s; the switch has %s; sonic.pool names it"
                .formatted(
                    pool,
                    before.keys("BUFFER_POOL").isEmpty()
                        ? "none (config qos reload makes them)"
                        : String.join(", ", before.keys("BUFFER_POOL")))));
  }

  private Optional<Finding> poolSize(String pool, SwitchPlan.QosPlan.Shared part) {
    String size = before.field("BUFFER_POOL", pool, "size").orElse("not said");
    return size.equals(Long.toString(part.poolBytes()))
        ? Optional.empty()
        : Optional.of(
            Finding.error(
                "pool-size",
                "the size of BUFFER_POOL|%s is %s, but buffer.size is %d: the memory of a chip is what it is, say its size"
                    .formatted(pool, size, part.poolBytes())));
  }

  private List<Finding> queues() {
    SwitchPlan.QosPlan qos = plan.qos();
    List<Finding> findings = new ArrayList<>();
    List<Integer> data = qos.data().stream().map(SwitchPlan.QosPlan.DataQueue::number).toList();
    if (data.contains(qos.otherQueue())) {
      findings.add(
          Finding.error(
              "red-drops-others",
              "queue "
                  + qos.otherQueue()
                  + " would hold data and other traffic: RED marks what is ECN-capable and drops"
                  + " all else, so give sonic.other-queue another number"));
    }
    for (int queue : Stream.concat(data.stream(), Stream.of(qos.controlQueue())).toList()) {
      lossless(queue)
          .ifPresent(why ->
              findings.add(
                  Finding.error(
                      "lossless-queue",
                      "queue %d is lossless here (%s), where SONiC neither trims nor lets RED act as asked; choose another by sonic.data-queue or sonic.control-queue"
                          .formatted(queue, why))));
    }
    if (qos.controlQueue() <= Math.max(Collections.max(data), qos.otherQueue())) {
      findings.add(
          Finding.error(
              "queue-order",
              "queue "
                  + qos.controlQueue()
                  + " for control must have the highest number: strict queues are served from the"
                  + " highest down"));
    }
    return findings;
  }

  private Optional<String> lossless(int queue) {
    String text = Integer.toString(queue);
    if (SwitchPlan.QosPlan.LOSSLESS.contains(queue)) {
      return Optional.of("SONiC's templates give queues 3 and 4 the profile AZURE_LOSSLESS");
    }
    return before.keys("PORT_QOS_MAP").stream()
        .filter(port ->
            List.of(before.field("PORT_QOS_MAP", port, "pfc_enable").orElse("").split(",", -1))
                .contains(text))
        .filter(port -> plan.ports().stream().noneMatch(own -> own.name().equals(port)))
        .findFirst()
        .map(port -> "PORT_QOS_MAP|" + port + " has pfc_enable for it");
  }

  private List<Finding> hardware() {
    String sku = before.field("DEVICE_METADATA", "localhost", "hwsku").orElse("");
    String platform = before.field("DEVICE_METADATA", "localhost", "platform").orElse("");
    if (platform.contains("vpp") || sku.contains("vpp") || sku.contains("VPP")) {
      return List.of(
          Finding.warning(
              "vpp",
              "this is SONiC in software (VPP): the same configuration without an ASIC; rates and"
                  + " trimming are not those of Trident 4"));
    }
    return TRIDENT_4.matcher(sku).matches()
        ? List.of()
        : List.of(
            Finding.warning(
                "not-trident-4",
                "hwsku '"
                    + sku
                    + "' is none of the Trident 4 switches that SONiC knows (Dell S5448F and"
                    + " Z9432F, Nokia IXR7220-D4, Ufispace S9300 and S9301, Arista 7050DX4,"
                    + " Micas); limits may differ"));
  }

  /** Returns what to do where a port is not there. */
  private static String breakoutHint(String platform, long speedMbps) {
    String speed = "x" + speedMbps / MBPS_PER_GBPS + "G";
    return BREAKOUTS.entrySet().stream()
        .filter(entry -> platform.contains(entry.getKey()))
        .findFirst()
        .map(entry -> breakoutHint(entry.getValue(), speed))
        .orElse("other breakouts, where the box has them: config interface breakout");
  }

  private static String breakoutHint(List<String> modes, String speed) {
    List<String> fitting = modes.stream().filter(mode -> mode.endsWith(speed)).toList();
    return fitting.isEmpty()
        ? "this platform breaks cages out into %s, of which none is N%s"
            .formatted(String.join(", ", modes), speed)
        : "config interface breakout PORT "
            + String.join(" | ", fitting)
            + ", a mode of this platform";
  }

  /** Checks of speeds and error correction against what STATE_DB says that each port can. */
  private record LineChecks(SwitchPlan plan, ConfigDb after, SwitchState state) {
    /** The modes that SONiC takes where a port does not say (field_operation_validators.py:14). */
    private static final List<String> USUAL_FECS = List.of("rs", "fc", "none", "auto");

    private static final String NO_FEC = "N/A";

    List<Finding> findings() {
      List<Finding> findings = new ArrayList<>();
      for (SwitchPlan.RoutedPort port : plan.ports()) {
        speed(port).ifPresent(findings::add);
        fec(port).ifPresent(findings::add);
      }
      return findings;
    }

    private Optional<Finding> speed(SwitchPlan.RoutedPort port) {
      List<String> speeds = state.speeds().getOrDefault(port.name(), List.of());
      return speeds.isEmpty() || speeds.contains(Long.toString(port.speedMbps()))
          ? Optional.empty()
          : Optional.of(
              Finding.error(
                  "speed",
                  "%s cannot run at %d Mbps; its supported_speeds are %s"
                      .formatted(port.name(), port.speedMbps(), String.join(", ", speeds))));
    }

    private Optional<Finding> fec(SwitchPlan.RoutedPort port) {
      Optional<String> fec =
          plan.line().fec(port.speedMbps(), ConfigPlanner.lanes(after, port.name()));
      List<String> can = state.fecs().getOrDefault(port.name(), USUAL_FECS);
      return fec.filter(wanted -> can.contains(NO_FEC) || !can.contains(wanted))
          .map(wanted ->
              Finding.error(
                  "fec",
                  "%s cannot have fec %s; its supported_fecs are %s; sonic.fec chooses"
                      .formatted(port.name(), wanted, String.join(", ", can))));
    }
  }
}

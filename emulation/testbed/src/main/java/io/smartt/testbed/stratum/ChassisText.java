package io.smartt.testbed.stratum;

/**
 * Writes Stratum's ChassisConfig as text: ports, shaping, queues (data below control in strict
 * priority, bounded in cells without dynamic sharing) and the deflect-on-drop targets. Keys and
 * enum words are those of Stratum's common.proto and its vendor configuration for Tofino.
 */
public final class ChassisText {
  private static final int DATA = 0;
  private static final int CONTROL = 1;

  /**
   * The cut queue of a deflection port. Stratum's mirror sessions always use queue 0
   * (bfrt_pre_manager.cc:276).
   */
  private static final int CUT = 0;

  private static final int WHOLE = 1;

  /** Bursts of two full packets let a shaper keep its rate. */
  private static final int BURST_BYTES = 18_000;

  private static final int MTU = 9_400;
  private static final String POOL = "EGRESS_APP_POOL_0";

  private final ChassisPlan plan;
  private final StringBuilder text = new StringBuilder();
  private int depth;

  private ChassisText(ChassisPlan plan) {
    this.plan = plan;
  }

  /** The text of a plan. */
  public static String of(ChassisPlan plan) {
    return new ChassisText(plan).write();
  }

  private String write() {
    field("description", quoted("SMaRTT testbed: " + plan.name()));
    block(
        "chassis",
        () -> {
          field("platform", "PLT_GENERIC_BAREFOOT_TOFINO");
          field("name", quoted(plan.name()));
        });
    block(
        "nodes",
        () -> {
          field("id", 1);
          field("slot", 1);
          field("index", 1);
        });
    plan.queues().forEach(queue -> block("singleton_ports", () -> port(queue)));
    block("vendor_config", () -> block("tofino_config", this::tofino));
    return text.toString();
  }

  private void port(ChassisPlan.TofinoQueue queue) {
    ChassisPlan.TofinoPort port = queue.port();
    field("id", port.id());
    field("name", quoted(port.cage() + (port.channel() == 0 ? "" : "/" + port.channel())));
    field("slot", 1);
    field("port", port.cage());
    if (port.channel() > 0) {
      field("channel", port.channel());
    }
    field("speed_bps", queue.speedBps());
    block(
        "config_params",
        () -> {
          field("admin_state", "ADMIN_STATE_ENABLED");
          field("mtu", MTU);
          field("autoneg", plan.line().autonegState());
          field("fec_mode", plan.line().fecMode());
        });
    field("node", 1);
  }

  private void tofino() {
    entry(
        "node_id_to_port_shaping_config",
        () ->
            plan.queues()
                .forEach(queue ->
                    block(
                        "per_port_shaping_configs",
                        () -> {
                          field("key", queue.port().id());
                          block(
                              "value",
                              () ->
                                  block(
                                      "byte_shaping",
                                      () -> {
                                        field("rate_bps", queue.rateBps());
                                        field("burst_bytes", BURST_BYTES);
                                      }));
                        })));
    if (!plan.deflectPorts().isEmpty()) {
      entry(
          "node_id_to_deflect_on_drop_configs",
          () ->
              plan.deflectPorts()
                  .forEach(port ->
                      block(
                          "drop_targets",
                          () -> {
                            field("sdk_port", port);
                            field("queue", WHOLE);
                          })));
    }
    entry(
        "node_id_to_qos_config",
        () -> {
          block(
              "pool_configs",
              () -> {
                field("pool", POOL);
                field("pool_size", plan.poolCells());
                field("enable_color_drop", "false");
              });
          plan.queues()
              .forEach(queue ->
                  block(
                      "queue_configs",
                      () -> {
                        field("port", queue.port().id());
                        long cells =
                            ChassisPlan.TofinoQueue.cells(queue.sizeBytes(), plan.cellBytes());
                        block("queue_mapping", () -> queue(DATA, "PRIO_0", cells));
                        block("queue_mapping", () -> queue(CONTROL, "PRIO_7", 2 * cells));
                      }));
          // Cut copies go round before the next whole packet comes to be cut.
          plan.deflectPorts()
              .forEach(port ->
                  block(
                      "queue_configs",
                      () -> {
                        field("sdk_port", port);
                        block("queue_mapping", () -> queue(CUT, "PRIO_7", ChassisPlan.COPY_CELLS));
                        block("queue_mapping", () -> queue(WHOLE, "PRIO_0", plan.deflectCells()));
                      }));
        });
  }

  private void queue(int id, String priority, long cells) {
    field("queue_id", id);
    field("priority", priority);
    field("weight", 1);
    field("minimum_guaranteed_cells", 0);
    field("pool", POOL);
    field("base_use_limit", cells);
    field("baf", "DISABLE_BAF");
    field("hysteresis", 0);
  }

  private void entry(String map, Runnable value) {
    block(
        map,
        () -> {
          field("key", 1);
          block("value", value);
        });
  }

  private void block(String name, Runnable body) {
    indent().append(name).append(" {\n");
    depth++;
    body.run();
    depth--;
    indent().append("}\n");
  }

  private void field(String name, long value) {
    field(name, Long.toString(value));
  }

  private void field(String name, String value) {
    indent().append(name).append(": ").append(value).append('\n');
  }

  private static String quoted(String value) {
    return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private StringBuilder indent() {
    return text.append("  ".repeat(depth));
  }
}

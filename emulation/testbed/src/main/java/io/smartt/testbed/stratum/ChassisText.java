package io.smartt.testbed.stratum;

import com.google.protobuf.TextFormat;
import io.smartt.controller.stratum.ChassisFile;
import io.smartt.controller.stratum.TofinoConfig;

/**
 * Writes Stratum's ChassisConfig as text: ports, shaping, queues (data below control in strict
 * priority, bounded in cells without dynamic sharing) and the deflect-on-drop targets.
 */
public final class ChassisText {
  private static final int NODE = 1;
  private static final int SLOT = 1;
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
  private static final TofinoConfig.Pool POOL = TofinoConfig.Pool.EGRESS_APP_POOL_0;

  private ChassisText() {}

  /** The text of a plan. */
  public static String of(ChassisPlan plan) {
    ChassisFile.Builder file = ChassisFile.newBuilder();
    file.setDescription("SMaRTT testbed: " + plan.name());
    file.getChassisBuilder()
        .setPlatform(ChassisFile.Platform.PLT_GENERIC_BAREFOOT_TOFINO)
        .setName(plan.name());
    file.addNodesBuilder().setId(NODE).setSlot(SLOT).setIndex(1);
    plan.queues().forEach(queue -> port(file.addSingletonPortsBuilder(), queue, plan.line()));
    TofinoConfig.Builder tofino = file.getVendorConfigBuilder().getTofinoConfigBuilder();
    tofino.putNodeIdToPortShapingConfig(NODE, shaping(plan));
    if (!plan.deflectPorts().isEmpty()) {
      tofino.putNodeIdToDeflectOnDropConfigs(NODE, deflection(plan));
    }
    tofino.putNodeIdToQosConfig(NODE, queues(plan));
    return TextFormat.printer().escapingNonAscii(false).printToString(file);
  }

  private static void port(
      ChassisFile.SingletonPort.Builder to,
      ChassisPlan.TofinoQueue queue,
      ChassisPlan.PortLine line) {
    ChassisPlan.TofinoPort port = queue.port();
    to.setId(port.id())
        .setName(port.cage() + (port.channel() == 0 ? "" : "/" + port.channel()))
        .setSlot(SLOT)
        .setPort(port.cage())
        .setChannel(port.channel())
        .setSpeedBps(queue.speedBps())
        .setNode(NODE)
        .getConfigParamsBuilder()
        .setAdminState(ChassisFile.AdminState.ADMIN_STATE_ENABLED)
        .setMtu(MTU)
        .setAutoneg(line.autonegState())
        .setFecMode(line.fecMode());
  }

  private static TofinoConfig.PortShaping shaping(ChassisPlan plan) {
    TofinoConfig.PortShaping.Builder shaping = TofinoConfig.PortShaping.newBuilder();
    for (ChassisPlan.TofinoQueue queue : plan.queues()) {
      TofinoConfig.Shape.Builder shape = TofinoConfig.Shape.newBuilder();
      shape.getByteShapingBuilder().setRateBps(queue.rateBps()).setBurstBytes(BURST_BYTES);
      shaping.putPerPortShapingConfigs(queue.port().id(), shape.build());
    }
    return shaping.build();
  }

  private static TofinoConfig.Deflection deflection(ChassisPlan plan) {
    TofinoConfig.Deflection.Builder deflection = TofinoConfig.Deflection.newBuilder();
    plan.deflectPorts()
        .forEach(port -> deflection.addDropTargetsBuilder().setSdkPort(port).setQueue(WHOLE));
    return deflection.build();
  }

  private static TofinoConfig.Qos queues(ChassisPlan plan) {
    TofinoConfig.Qos.Builder qos = TofinoConfig.Qos.newBuilder();
    qos.addPoolConfigsBuilder()
        .setPool(POOL)
        .setPoolSize((int) plan.poolCells())
        .setEnableColorDrop(false);
    for (ChassisPlan.TofinoQueue queue : plan.queues()) {
      long cells = ChassisPlan.TofinoQueue.cells(queue.sizeBytes(), plan.cellBytes());
      qos.addQueueConfigsBuilder()
          .setPort(queue.port().id())
          .addQueueMapping(queue(DATA, TofinoConfig.Priority.PRIO_0, cells))
          .addQueueMapping(queue(CONTROL, TofinoConfig.Priority.PRIO_7, 2 * cells));
    }
    // Cut copies go round before the next whole packet comes to be cut.
    for (int port : plan.deflectPorts()) {
      qos.addQueueConfigsBuilder()
          .setSdkPort(port)
          .addQueueMapping(queue(CUT, TofinoConfig.Priority.PRIO_7, ChassisPlan.COPY_CELLS))
          .addQueueMapping(queue(WHOLE, TofinoConfig.Priority.PRIO_0, plan.deflectCells()));
    }
    return qos.build();
  }

  private static TofinoConfig.QueueMapping.Builder queue(
      int id, TofinoConfig.Priority priority, long cells) {
    return TofinoConfig.QueueMapping.newBuilder()
        .setQueueId(id)
        .setPriority(priority)
        .setWeight(1)
        .setMinimumGuaranteedCells(0)
        .setPool(POOL)
        .setBaseUseLimit((int) cells)
        .setBaf(TofinoConfig.Baf.DISABLE_BAF)
        .setHysteresis(0);
  }
}

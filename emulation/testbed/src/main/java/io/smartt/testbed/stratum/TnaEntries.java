package io.smartt.testbed.stratum;

import module java.base;

import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.EntryBuilder;
import io.smartt.controller.p4runtime.FieldValue;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import io.smartt.testbed.stratum.ChassisPlan.TofinoQueue;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;
import org.p4.v1.PacketReplicationEngineEntry;
import org.p4.v1.Replica;

/**
 * Entries that smartt_tna.p4 needs besides routes, salts and classes: RED as ranges of depth and
 * draw, which ports deflect, what trimmed packets look like, and the mirror session of each pipe
 * that cuts them.
 *
 * @param trimBytes what a trimmed packet keeps, from its Ethernet header on
 */
public record TnaEntries(P4InfoIndex info, ChassisPlan plan, DscpPlan dscp, int trimBytes) {
  /** The session of pipe 0; Stratum takes none of id 0 (bfrt_pre_manager.cc:253). */
  private static final int FIRST_SESSION = 1;

  private static final String RED = "egress.red_profile";
  private static final String DEFLECTING = "ingress.trim_limit";
  private static final String TRIM_SIZE = "egress.trim_size";
  private static final int RED_STEPS = 8;
  private static final int DRAWS = 256;
  private static final int MOST_CELLS = (1 << 19) - 1;
  private static final int ETHERNET = 14;
  private static final int ETHERNET_AND_IPV4 = 34;

  /**
   * The bytes that the mirror puts in front of a copy. Its length counts them, and no frame check
   * sequence: of a length of 64 Tofino 1 leaves 63 bytes behind a header of 1 (open-p4studio
   * 1f97778f p4_16_programs/tna_mirror/test.py:48).
   */
  private static final int MIRROR_HEADER = 2;

  /** The routes of a plan for smartt.p4 with this program's entries in the place of its queues'. */
  public DesiredState with(DesiredState routes) {
    Set<String> tables = new HashSet<>(routes.tables());
    tables.add(RED);
    tables.add(DEFLECTING);
    List<P4Entity> entities = new ArrayList<>(routes.entities());
    for (TofinoQueue queue : plan.queues()) {
      entities.addAll(red(queue));
      if (!plan.deflectPorts().isEmpty()) {
        entities.add(deflecting(queue));
      }
    }
    if (!plan.deflectPorts().isEmpty()) {
      tables.add(TRIM_SIZE);
      plan.deflectPorts().forEach(port -> entities.add(trimSize(port)));
    }
    return new DesiredState(tables, routes.profiles(), entities);
  }

  /** RED in steps: in each, as many of 256 draws mark as its middle asks for. */
  List<P4Entity> red(TofinoQueue queue) {
    long kmin = TofinoQueue.cells(queue.kminBytes(), plan.cellBytes());
    long kmax = Math.max(kmin + 1, TofinoQueue.cells(queue.kmaxBytes(), plan.cellBytes()));
    List<P4Entity> entries = new ArrayList<>();
    long from = kmin + 1;
    for (int step = 0; step < RED_STEPS; step++) {
      long to = kmin + (kmax - kmin) * (step + 1) / RED_STEPS - (step == RED_STEPS - 1 ? 1 : 0);
      if (to >= from) {
        double middle = ((from + to) / 2.0 - kmin) / (kmax - kmin);
        int draws = Math.clamp(Math.round(queue.pmax() * middle * DRAWS), 1, DRAWS);
        entries.add(mark(queue.port(), from, to, draws));
        from = to + 1;
      }
    }
    entries.add(mark(queue.port(), kmax, MOST_CELLS, DRAWS));
    return entries;
  }

  private P4Entity mark(TofinoPort port, long from, long to, int draws) {
    return EntryBuilder.of(info, RED)
        .exact("intrinsic.egress_port", port.id())
        .range("intrinsic.deq_qdepth", FieldValue.of(from), FieldValue.of(to))
        .range("meta.draw", FieldValue.of(0), FieldValue.of(draws - 1L))
        .priority(1)
        .action("egress.mark", Map.of())
        .entry();
  }

  private P4Entity deflecting(TofinoQueue queue) {
    return EntryBuilder.of(info, DEFLECTING)
        .exact("for_tm.ucast_egress_port", queue.port().id())
        .exact("meta.bridge.data", 1)
        .action("ingress.deflect", Map.of())
        .entry();
  }

  private P4Entity trimSize(int deflectPort) {
    return EntryBuilder.of(info, TRIM_SIZE)
        .exact("pipe", TofinoPort.pipe(deflectPort))
        .action(
            "egress.trim_to",
            Map.of(
                "total_len", FieldValue.of(trimBytes - ETHERNET),
                "udp_length", FieldValue.of(trimBytes - ETHERNET_AND_IPV4),
                "trimmed_dscp", FieldValue.of(dscp.trimmed()),
                "session", FieldValue.of(session(deflectPort))))
        .entry();
  }

  private static int session(int deflectPort) {
    return FIRST_SESSION + TofinoPort.pipe(deflectPort);
  }

  /**
   * The mirror sessions, one a pipe, that cut packets and send them round the pipe again in which
   * they did not fit: a pipe deflects to a port of its own (open-p4studio 1f97778f
   * tm_api_queue.c:639). Stratum takes exactly one replica, of instance 0, and a class of service
   * below 8, and makes the length the session's {@code $max_pkt_len} (bfrt_pre_manager.cc:262). The
   * class is the copy's {@code $ingress_cos} and chooses no queue at egress: copies wait in queue
   * 0. Stratum reads the older of the two fields for a replica's port.
   */
  @SuppressWarnings("deprecation")
  public List<Entity> truncatingSessions() {
    return plan.deflectPorts().stream()
        .map(port ->
            Entity.newBuilder()
                .setPacketReplicationEngineEntry(
                    PacketReplicationEngineEntry.newBuilder()
                        .setCloneSessionEntry(
                            CloneSessionEntry.newBuilder()
                                .setSessionId(session(port))
                                .setPacketLengthBytes(trimBytes + MIRROR_HEADER)
                                .addReplicas(Replica.newBuilder().setEgressPort(port))))
                .build())
        .toList();
  }
}

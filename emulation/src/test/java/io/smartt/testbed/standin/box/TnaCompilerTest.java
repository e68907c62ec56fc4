package io.smartt.testbed.standin.box;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.EntityCodec;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.testbed.standin.stratum.StandInProgram;
import io.smartt.testbed.stratum.ChassisPlan;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import io.smartt.testbed.stratum.TnaEntries;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.p4.v1.CloneSessionEntry;
import org.p4.v1.Entity;

/** Tests of {@link TnaCompiler}: each pipe cuts by a mirror session of its own. */
class TnaCompilerTest {
  private static final P4InfoIndex INFO =
      P4InfoIndex.of(P4InfoReader.parse(StandInProgram.info(), StandInProgram.P4INFO));

  /** Ports in pipes 0 and 1, of which each cuts to 64 bytes. */
  private static List<Entity> entities() {
    ChassisPlan chassis =
        new ChassisPlan(
            "leaf1",
            Stream.of("4@1/1", "132@2/1")
                .map(port ->
                    new ChassisPlan.TofinoQueue(
                        TofinoPort.parse(port),
                        50_000_000_000L,
                        50_000_000_000L,
                        80_000,
                        16_000,
                        64_000,
                        1))
                .toList(),
            80,
            20_000,
            List.of(68, 196),
            new ChassisPlan.PortLine(true, ChassisPlan.PortLine.Autoneg.ON));
    TnaEntries tna = new TnaEntries(INFO, chassis, DscpPlan.DEFAULT, 64);
    EntityCodec codec = new EntityCodec(INFO);
    List<Entity> entities =
        new ArrayList<>(
            tna.with(new DesiredState(Set.of(), Set.of(), List.of())).entities().stream()
                .map(codec::encode)
                .toList());
    entities.addAll(tna.truncatingSessions());
    return entities;
  }

  private static List<Entity> without(Predicate<CloneSessionEntry> session) {
    return entities().stream()
        .filter(entity ->
            !session.test(entity.getPacketReplicationEngineEntry().getCloneSessionEntry()))
        .toList();
  }

  @Test
  void eachPipeCutsByItsOwnSession() {
    TnaCompiler compiler = new TnaCompiler(INFO, entities());
    TnaCompiler.Cut cut = new TnaCompiler.Cut(66, DscpPlan.DEFAULT.trimmed());
    assertThat(compiler.cuts()).containsOnlyKeys(0, 1).containsEntry(0, cut).containsEntry(1, cut);
    assertThat(compiler.deflecting()).containsExactly(4, 132);
  }

  @Test
  void aPipeWhoseSessionIsMissingCutsNothing() {
    List<Entity> entities = without(session -> session.getSessionId() == 2);
    assertThat(new TnaCompiler(INFO, entities).cuts()).containsOnlyKeys(0);
  }

  @Test
  @SuppressWarnings("deprecation") // Stratum reads this field
  void copiesThatDoNotComeRoundAgainAreLost() {
    List<Entity> entities = new ArrayList<>(without(session -> session.getSessionId() == 1));
    Entity.Builder away = tnaSession(entities).toBuilder();
    away.getPacketReplicationEngineEntryBuilder()
        .getCloneSessionEntryBuilder()
        .setSessionId(1)
        .getReplicasBuilder(0)
        .setEgressPort(132);
    entities.add(away.build());
    assertThat(new TnaCompiler(INFO, entities).cuts()).containsOnlyKeys(1);
  }

  private static Entity tnaSession(List<Entity> entities) {
    return entities.stream()
        .filter(Entity::hasPacketReplicationEngineEntry)
        .findFirst()
        .orElseThrow();
  }
}

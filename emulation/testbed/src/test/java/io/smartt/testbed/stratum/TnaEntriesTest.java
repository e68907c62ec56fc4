package io.smartt.testbed.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.smartt.controller.forwarding.FabricModel.DscpPlan;
import io.smartt.controller.forwarding.ForwardingPlanner.DesiredState;
import io.smartt.controller.p4runtime.P4Entity;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.pipeline.Bits;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.p4.pipeline.TableEntry.EntryTarget;
import io.smartt.p4.pipeline.TableEntry.MatchValue;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.p4.v1.CloneSessionEntry;

/** Tests of {@link TnaEntries}. */
class TnaEntriesTest {
  private static final int TRIM_BYTES = 64;

  private final P4InfoIndex info = info();
  private final ChassisPlan chassis =
      new ChassisPlan(
          "leaf1",
          List.of(
              new ChassisPlan.TofinoQueue(
                  TofinoPort.parse("132@1/1"),
                  50_000_000_000L,
                  50_000_000_000L,
                  80_000,
                  16_000,
                  64_000,
                  1)),
          80,
          20_000,
          List.of(68, 196),
          new ChassisPlan.PortLine(true, ChassisPlan.PortLine.Autoneg.ON));
  private final TnaEntries tna = new TnaEntries(info, chassis, DscpPlan.DEFAULT, TRIM_BYTES);

  private static P4InfoIndex info() {
    try (InputStream in =
        Objects.requireNonNull(
            P4InfoIndex.class.getResourceAsStream(
                "/io/smartt/p4/programs/smartt_tna.p4info.txtpb"))) {
      return P4InfoIndex.of(P4InfoReader.parse(in.readAllBytes(), "tna.p4info.txtpb"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @SuppressWarnings("deprecation") // Stratum reads this field
  void eachPipeHasAMirrorSessionThatCutsAndSendsRoundThatPipe() {
    List<CloneSessionEntry> sessions =
        tna.truncatingSessions().stream()
            .map(entity -> entity.getPacketReplicationEngineEntry().getCloneSessionEntry())
            .toList();
    assertThat(sessions)
        .extracting(CloneSessionEntry::getSessionId, session -> port(session))
        .containsExactly(tuple(1, 68), tuple(2, 196));
    assertThat(sessions)
        .allSatisfy(session -> {
          // 64 of the packet, 2 of the header before it, 4 of the check sequence behind it.
          assertThat(session.getPacketLengthBytes()).isEqualTo(66);
          assertThat(session.getReplicasList())
              .singleElement()
              .satisfies(replica -> assertThat(replica.getInstance()).isZero());
        });
  }

  @SuppressWarnings("deprecation") // Stratum reads this field
  private static int port(CloneSessionEntry session) {
    return session.getReplicas(0).getEgressPort();
  }

  @Test
  void whatIsDeflectedInAPipeGoesToItsSession() {
    DesiredState none = new DesiredState(Set.of(), Set.of(), List.of());
    List<TableEntry> entries =
        tna.with(none).entities().stream()
            .filter(P4Entity.Entry.class::isInstance)
            .map(entity -> ((P4Entity.Entry) entity).entry())
            .filter(entry -> entry.table().equals("egress.trim_size"))
            .toList();
    assertThat(entries)
        .extracting(
            TableEntry::key,
            entry ->
                ((EntryTarget.ActionCall) entry.target()).arguments().get(3).value().intValue())
        .containsExactly(
            tuple(List.of(new MatchValue.Exact(Bits.of(0, 2))), 1),
            tuple(List.of(new MatchValue.Exact(Bits.of(1, 2))), 2));
  }

  @Test
  void redMarksNothingUpToKminAndAllFromKmax() {
    // 16,000 and 64,000 bytes are 200 and 800 cells of 80; eight steps of 75 between them.
    List<P4Entity> red = tna.red(chassis.queues().getFirst());
    assertThat(red).hasSize(9);
    assertThat(red.getFirst().toString()).contains("201").contains("275");
    assertThat(red.getLast().toString()).contains("800").contains("524287");
  }
}

package io.smartt.softswitch;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl.CloneSession;
import io.smartt.softswitch.p4runtime.DevicePipeline.ReplicationControl.Replica;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests of {@link ReplicationEngine}. */
class ReplicationEngineTest {
  private static final Replica TO_1 = new Replica(1, 0);
  private static final Replica TO_2 = new Replica(2, 7);
  private static final Replica TO_3 = new Replica(3, 0);

  private final ReplicationEngine engine = new ReplicationEngine();

  @Test
  void aGroupHasItsCopiesUntilItIsRemoved() {
    assertThat(engine.group(4)).isEmpty();
    engine.putMulticastGroup(4, List.of(TO_1, TO_2));
    engine.putMulticastGroup(5, List.of(TO_3));
    assertThat(engine.group(4)).containsExactly(TO_1, TO_2);
    engine.putMulticastGroup(4, List.of(TO_2));
    assertThat(engine.group(4)).as("replaced").containsExactly(TO_2);
    engine.removeMulticastGroup(4);
    assertThat(engine.group(4)).isEmpty();
    assertThat(engine.group(5)).containsExactly(TO_3);
  }

  @Test
  void aSessionHasItsCopiesClassAndLengthUntilItIsRemoved() {
    CloneSession session = new CloneSession(List.of(TO_1, TO_2), 3, 128);
    engine.putCloneSession(9, session);
    assertThat(engine.session(9)).isEqualTo(session);
    engine.removeCloneSession(9);
    assertThat(engine.session(9)).isEqualTo(new CloneSession(List.of(), 0, 0));
  }

  @Test
  void aSessionWithAGroupHasTheGroupsCopiesAsTheyAreAtTheTime() {
    engine.putCloneSession(9, new CloneSession(List.of(TO_3), 3, 128, 4));
    assertThat(engine.session(9)).isEqualTo(new CloneSession(List.of(TO_3), 3, 128));
    engine.putMulticastGroup(4, List.of(TO_1));
    assertThat(engine.session(9)).isEqualTo(new CloneSession(List.of(TO_1, TO_3), 3, 128));
    engine.putMulticastGroup(4, List.of(TO_2));
    assertThat(engine.session(9).replicas()).containsExactly(TO_2, TO_3);
    engine.removeMulticastGroup(4);
    assertThat(engine.session(9).replicas()).containsExactly(TO_3);
  }

  @Test
  void aSessionThatWasRemovedDoesNotComeBackWithItsGroup() {
    engine.putCloneSession(9, new CloneSession(List.of(TO_3), 0, 0, 4));
    engine.removeCloneSession(9);
    engine.putMulticastGroup(4, List.of(TO_1));
    assertThat(engine.session(9).replicas()).isEmpty();
  }
}

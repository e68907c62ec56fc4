package io.smartt.testbed.sonic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests of {@link ConfigPatch}. */
class ConfigPatchTest {
  private static final ConfigDb ONE = SonicFixture.EMPTY.with("A", "k", Map.of("f", "1"));

  private static String json(ConfigDb before, ConfigDb after) {
    return ConfigPatch.between(before, after).toJson().toString();
  }

  @Test
  void aNewTableComesWithItsObjects() {
    assertThat(json(SonicFixture.EMPTY, ONE.with("A", "l", Map.of())))
        .isEqualTo("[{\"op\":\"add\",\"path\":\"/A\",\"value\":{\"k\":{\"f\":\"1\"},\"l\":{}}}]");
  }

  @Test
  void aTableGoesWithItsLastObject() {
    assertThat(json(ONE, SonicFixture.EMPTY)).isEqualTo("[{\"op\":\"remove\",\"path\":\"/A\"}]");
    assertThat(json(ONE.with("A", "l", Map.of()), ONE))
        .isEqualTo("[{\"op\":\"remove\",\"path\":\"/A/l\"}]");
  }

  @Test
  void aChangedFieldReplacesTheWholeObject() {
    assertThat(json(ONE, ONE.merged("A", "k", Map.of("g", "2"))))
        .isEqualTo("[{\"op\":\"replace\",\"path\":\"/A/k\",\"value\":{\"f\":\"1\",\"g\":\"2\"}}]");
  }

  @Test
  void slashesAndTildesInKeysAreEscaped() {
    assertThat(json(ONE, ONE.with("A", "Ethernet0|10.0.0.0/31", Map.of()).with("A", "~", Map.of())))
        .contains("\"/A/Ethernet0|10.0.0.0~131\"", "\"/A/~0\"");
  }

  @Test
  void removalsComeFirstAndAdditionsLast() {
    ConfigDb before = ONE.with("A", "gone", Map.of()).with("B", "b", Map.of("f", "1"));
    ConfigDb after = ONE.with("A", "new", Map.of()).with("B", "b", Map.of("f", "2"));
    assertThat(ConfigPatch.between(before, after).operations())
        .extracting(operation -> operation.verb().word())
        .containsExactly("remove", "replace", "add");
  }

  @Test
  void takenBackLeavesWhatOthersChanged() {
    ConfigDb after = ONE.with("A", "k", Map.of("f", "2")).with("B", "b", Map.of());
    ConfigPatch patch = ConfigPatch.between(ONE, after);
    ConfigDb now = after.with("C", "others", Map.of());
    assertThat(patch.takenBack(now)).isEqualTo(ONE.with("C", "others", Map.of()));
  }

  @Test
  void equalStatesNeedNothing() {
    assertThat(ConfigPatch.between(ONE, ONE).operations()).isEmpty();
  }
}

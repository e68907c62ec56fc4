package io.smartt.study.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(10)
class SweepFileTest {
  private final SettingsCatalog catalog = Fabrics.builtIn().settings();
  @TempDir private Path temp;

  private Sweep sweep(String scheme, String... seeds) {
    return new Sweep(catalog, "virtual", Map.of("scheme", scheme), Map.of("seed", List.of(seeds)));
  }

  @Test
  void isWhatASweepReads() {
    Sweep sweep = sweep("swift", "1", "2");

    assertThat(Sweep.parse(catalog, "sweep.yaml", SweepFile.format(sweep))).isEqualTo(sweep);
  }

  @Test
  void aFileThatContradictsItselfOrAsksForTooMuchIsNamed() {
    assertThatThrownBy(() -> Sweep.parse(catalog, "s.yaml", "seed: 1\nvary: {seed: [2]}"))
        .hasMessage("s.yaml: seed: is both set and varied");
    String many = "vary: {seed: 1..2000, link.loss: [%s]}";
    assertThatThrownBy(() -> Sweep.parse(catalog, "s.yaml", many.formatted(losses(501))))
        .hasMessage("s.yaml: more than 1000000 runs");
    assertThat(Sweep.parse(catalog, "s.yaml", many.formatted(losses(500))).varied()).hasSize(2);
  }

  private static String losses(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> Double.toString(i / 1000.0))
        .collect(Collectors.joining(", "));
  }

  @Test
  void moreValuesGoOnAndAnotherSweepIsRefused() throws IOException {
    Files.writeString(temp.resolve(SweepFile.NAME), SweepFile.format(sweep("swift", "1", "2")));

    SweepFile.requireSame(temp, sweep("swift", "1", "2"));
    SweepFile.requireSame(temp, sweep("swift", "1", "2", "3"));
    for (Sweep other : List.of(sweep("swift", "1"), sweep("dctcp", "1", "2"))) {
      assertThatThrownBy(() -> SweepFile.requireSame(temp, other))
          .isInstanceOf(UserInputException.class)
          .hasMessageContaining("another sweep");
    }
  }

  @Test
  void tablesWithoutASweepFileAreOfAnother() throws IOException {
    SweepFile.requireSame(temp, sweep("swift", "1"));
    Files.writeString(temp.resolve("sweep.csv"), "seed\n");
    assertThatThrownBy(() -> SweepFile.requireSame(temp, sweep("swift", "1")))
        .hasMessageContaining("--force");
  }
}

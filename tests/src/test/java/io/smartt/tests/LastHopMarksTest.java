package io.smartt.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code queue.last-hop-marks=false} where depths go beyond what one queue of data may have. */
@Timeout(60)
class LastHopMarksTest {
  private static final String CLASSES =
      "class.a.dscp=20 class.a.flows=h2 class.b.dscp=21 class.b.flows=h3";

  @TempDir private Path temp;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "scheme=rocev2",
        "scheme=dctcp pfc.use=on",
        "trimming=asic queue.marks-by=port " + CLASSES,
        "trimming=off queue.marks-by=pool buffer.size=1MiB " + CLASSES,
      })
  void portsToHostsMarkNothingHoweverDeepTheyAre(String settings) throws IOException {
    assertThat(marks("marking", settings)).as("with the setting's default").isPositive();
    assertThat(marks("not", settings + " queue.last-hop-marks=false")).isZero();
  }

  private long marks(String name, String settings) throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("--topology", "single,4", "--workload", "incast:3x1MiB"));
    Arrays.stream(settings.split(" ")).forEach(one -> arguments.addAll(List.of("--set", one)));
    SmarttRun run = SmarttRun.of(temp.resolve(name), arguments.toArray(String[]::new));
    assertThat(run.status()).as(run.err()).isZero();
    return run.number("marks");
  }
}

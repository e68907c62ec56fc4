package io.smartt.experiment.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.experiment.settings.InputSources.InputSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests of {@link JobInputs}. */
class JobInputsTest {
  private static final String GOAL = "num_ranks 1\nrank 0 {\nl1: calc 5\n}\n";

  @TempDir private Path folder;

  private Map<String, String> read(String name, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);
    return ((InputSource.Files) InputSources.workload(file.toString())).texts();
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @ParameterizedTest
  @CsvSource({"UTF-8, false", "UTF-16LE, false", "UTF-8, true"})
  void aScheduleIsTextAsOtherFilesAre(String charset, boolean packed) throws IOException {
    byte[] bytes = ("\uFEFF" + GOAL).getBytes(Charset.forName(charset));
    String name = packed ? "a.goal.gz" : "a.goal";

    assertThat(read(name, packed ? packed(bytes) : bytes)).containsExactly(Map.entry(name, GOAL));
  }

  @Test
  void packedTracesAreThoseInside() throws IOException {
    byte[] trace = "7 bytes".getBytes(StandardCharsets.UTF_8);

    assertThat(List.copyOf(read("a.et.gz", packed(trace)).values()))
        .isEqualTo(List.copyOf(read("a.et", trace).values()))
        .hasSize(1);
  }

  /** Ranks behind a gap would be left out, without a word where nobody sends to them. */
  @ParameterizedTest
  @CsvSource({
    "0 2, t.1.et, but FOLDER/t.2.et",
    "1 2, t.0.et, but FOLDER/t.1.et",
    "0 1 500, t.2.et, but FOLDER/t.500.et",
    "'', t.0.et, the first of FOLDER/t.%d.et"
  })
  void aRankWithoutAFileIsNamed(String ranks, String missing, String why) throws IOException {
    for (String rank : ranks.isEmpty() ? new String[0] : ranks.split(" ", -1)) {
      Files.writeString(folder.resolve("t." + rank + ".et"), "7 bytes");
    }

    assertThatThrownBy(() -> InputSources.workload(folder.resolve("t.%d.et").toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "workload: there is no file %s, %s; ranks count from 0 without a gap",
            folder.resolve(missing), why.replace("FOLDER", folder.toString()));
  }

  @Test
  void whatIsNoTextIsRefusedByItsName() {
    assertThatThrownBy(() -> read("a.goal", new byte[] {(byte) 0x80, ' '}))
        .isInstanceOf(UserInputException.class)
        .hasMessage("workload: %s is not text (UTF-8)", folder.resolve("a.goal"));
  }
}

package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.TextFormat;
import io.smartt.base.input.UserInputException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.run.Abilities;
import io.smartt.experiment.settings.ProfileLibrary;
import io.smartt.experiment.settings.SwitchKind;
import io.smartt.study.launch.Fabrics;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of {@link SwitchProgram} with files and names that are no programs, and of their units. */
@Timeout(60)
class SwitchProgramTest {
  @TempDir private Path folder;

  /** It is named itself, and not the P4Info that is missing too. */
  @ParameterizedTest
  @ValueSource(strings = {"", "{}", "[1]", "no JSON", "{\"pipelines\": 3}"})
  void aFileThatIsNoProgramIsNamed(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("prog.json"), text);

    assertThatThrownBy(() -> SwitchProgram.load(file.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(file + ": is not the JSON that p4c writes for BMv2");
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Path json = folder.resolve("prog.json");

    assertThatThrownBy(() -> SwitchProgram.load(json.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(json + ": no such file");

    Files.writeString(json, "{\"pipelines\": []}");
    assertThatThrownBy(() -> SwitchProgram.load(json.toString()))
        .isInstanceOf(UserInputException.class)
        .hasMessage(folder.resolve("prog.p4info.txtpb") + ": no such file");
  }

  @Test
  void aNameThatIsNoProgramIsRefusedWithThoseThatAre() {
    assertThatThrownBy(() -> SwitchProgram.load("smartt-byte"))
        .hasMessageContaining(
            "program 'smartt-byte' is not known; accepted: smartt, smartt-packets");
  }

  /** A copy of the packed program counts as that does: its P4Info says so. */
  @Test
  void whatAProgramCountsFollowsFromItsP4Info() throws IOException {
    for (String name : List.of("smartt", "smartt-packets")) {
      PipelineConfig packed = SwitchProgram.load(name);
      Path copy = folder.resolve(name + "-copy.json");
      Files.write(copy, packed.deviceConfig().toByteArray());
      Files.writeString(
          folder.resolve(name + "-copy.p4info.txtpb"),
          TextFormat.printer().printToString(packed.info().message()));

      assertThat(SwitchProgram.countsBytes(name)).isEqualTo(name.equals("smartt"));
      assertThat(SwitchProgram.countsBytes(copy.toString()))
          .isEqualTo(SwitchProgram.countsBytes(name));
    }
  }

  /** BMv2 has no depth in bytes, so that such a program would mark and trim nothing. */
  @Test
  void aProgramThatCountsBytesIsRefusedForBmv2() {
    ExperimentSpec bytes = spec("smartt");
    Abilities bmv2 = Abilities.all(bytes.settings()).of(SwitchKind.BMV2);

    assertThatThrownBy(() -> bmv2.require(bytes))
        .isInstanceOf(UserInputException.class)
        .hasMessage(
            "program is smartt: BMv2 has depths in packets only, and no deq_ns; use one without"
                + " these, such as program=smartt-packets");
    bmv2.require(spec("smartt-packets"));
  }

  /** BMv2 leaves the field at 0, so that a scheme would read that no time passes. */
  @Test
  void aProgramThatAsksForTheTimeIsRefusedForBmv2() throws IOException {
    PipelineConfig packets = SwitchProgram.load("smartt-packets");
    Path program = folder.resolve("timed.json");
    Files.writeString(
        folder.resolve("timed.p4info.txtpb"),
        TextFormat.printer().printToString(packets.info().message()));
    String json = packets.deviceConfig().toStringUtf8();
    Files.writeString(program, json);
    ExperimentSpec spec = spec(program.toString());
    Abilities bmv2 = Abilities.all(spec.settings()).of(SwitchKind.BMV2);
    bmv2.require(spec);

    Files.writeString(program, json.replace("metadata_t.salt", "metadata_t.deq_ns"));

    assertThatThrownBy(() -> bmv2.require(spec))
        .hasMessageStartingWith("program is " + program + ": BMv2 has")
        .hasMessageContaining("no deq_ns");
  }

  private static ExperimentSpec spec(String program) {
    return new ExperimentLoader(new ProfileLibrary(Fabrics.builtIn().settings()))
        .load("virtual", Map.of(), List.of("program=" + program), false);
  }
}

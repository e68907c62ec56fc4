package io.smartt.testbed.stratum;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.controller.stratum.BfPipelineConfig;
import io.smartt.testbed.stratum.ChassisPlan.TofinoPort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of {@link PipelineFiles}. */
class PipelineFilesTest {
  private static final String CONF =
      """
      {"chip_list": [{"id": "asic-0", "chip_family": "tofino"}],
       "p4_devices": [{"device-id": 0, "p4_programs": [{
         "program-name": "smartt_tna",
         "bfrt-config": "out/bfrt.json",
         "p4_pipelines": [{
           "p4_pipeline_name": "pipe",
           "context": "out/pipe/context.json",
           "config": "out/pipe/tofino.bin",
           "pipe_scope": [0, 1]}]}]}]}
      """;

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void compilerOutput() throws IOException {
    Files.createDirectories(folder.resolve("pipe"));
    Files.writeString(folder.resolve("bfrt.json"), "bfrt");
    Files.writeString(folder.resolve("pipe/context.json"), "context");
    Files.write(folder.resolve("pipe/tofino.bin"), new byte[] {1, 2, 3});
  }

  private BfPipelineConfig read(String conf) throws IOException {
    return new PipelineFiles(Files.writeString(folder.resolve("smartt_tna.conf"), conf)).read();
  }

  @Test
  void takesTheFilesThatTheCompilerLists() throws IOException {
    BfPipelineConfig config = read(CONF);
    assertThat(config.getP4Name()).isEqualTo("smartt_tna");
    assertThat(config.getBfruntimeInfo().toStringUtf8()).isEqualTo("bfrt");
    assertThat(config.getProfilesCount()).isEqualTo(1);
    assertThat(config.getProfiles(0).getProfileName()).isEqualTo("pipe");
    assertThat(config.getProfiles(0).getContext().toStringUtf8()).isEqualTo("context");
    assertThat(config.getProfiles(0).getBinary().toByteArray()).containsExactly(1, 2, 3);
    assertThat(config.getProfiles(0).getPipeScopeList()).containsExactly(0, 1);
  }

  @Test
  void itsBytesAreThoseOfStratumsMessage() throws IOException {
    // Field 1 (string) is 0x0a, field 2 (bytes) 0x12, field 3 (message) 0x1a.
    byte[] bytes = read(CONF).toByteArray();
    assertThat(bytes).startsWith(0x0a, 10, 's');
    assertThat(bytes[12]).isEqualTo((byte) 0x12);
    assertThat(bytes[18]).isEqualTo((byte) 0x1a);
  }

  @Test
  void saysWhatIsMissing() {
    assertThatThrownBy(() -> new PipelineFiles(folder.resolve("none.conf")).read())
        .hasMessageContaining("none.conf: no such file");
    assertThatThrownBy(() -> read("{\"p4_devices\": []}"))
        .hasMessageContaining("p4_devices has 0 items, and Stratum takes exactly one");
    assertThatThrownBy(() -> read(CONF.replace("out/bfrt.json", "out/other.json")))
        .hasMessageContaining("names out/other.json, which is not there");
    assertThatThrownBy(() -> read(CONF.replace("\"config\"", "\"configs\"")))
        .hasMessageContaining("config is missing");
    assertThatThrownBy(() -> read("nothing")).hasMessageContaining("is not the compiler's .conf");
  }

  /** p4c-gen-conf writes tofino2 for every variant of that ASIC. */
  @Test
  void aProgramForTofino2IsRefusedByName() {
    assertThatThrownBy(
            () -> read(CONF.replace("\"chip_family\": \"tofino\"", "\"chip_family\": \"tofino2\"")))
        .isInstanceOf(TofinoPort.StratumException.class)
        .hasMessageContaining("smartt_tna.conf: is compiled for tofino2; Stratum is built")
        .hasMessageContaining("--target tofino --arch tna");
  }
}

package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.base.input.UserInputException;
import io.smartt.controller.target.PipelineConfig;
import io.smartt.experiment.ProgramCache.LoadingProgram;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Tests of {@link LoadingProgram}. */
class LoadingProgramTest {
  private final CompletableFuture<byte[]> compiled = new CompletableFuture<>();
  private final ProgramCache switches =
      new ProgramCache(json -> {
        compiled.complete(json);
        throw new IllegalArgumentException("no switch takes it");
      });

  @Test
  void isTheProgramThatItWasAskedFor() {
    PipelineConfig program = LoadingProgram.read("smartt").await();

    assertThat(program.cookie()).isEqualTo(SwitchProgram.load("smartt").cookie());
    assertThat(compiled).isNotDone();
  }

  @Test
  void saysWhatTheReaderSays() {
    LoadingProgram loading = LoadingProgram.readAndCompile("nowhere.json", switches);

    assertThatThrownBy(loading::await)
        .isInstanceOf(UserInputException.class)
        .hasMessageContaining("nowhere.json");
  }

  @Test
  void leavesItToTheSwitchesToRefuseAProgram() {
    PipelineConfig program = LoadingProgram.readAndCompile("smartt", switches).await();

    byte[] json = compiled.orTimeout(60, TimeUnit.SECONDS).join();
    assertThat(json).isEqualTo(program.deviceConfig().toByteArray());
    assertThatThrownBy(() -> switches.load(json)).hasMessage("no switch takes it");
  }
}

package io.smartt.experiment;

import module java.base;

import io.smartt.controller.target.PipelineConfig;
import io.smartt.host.concurrent.TaskOutcome;

/**
 * A P4 program that is being read, and compiled for switches in this JVM, by threads of its own:
 * neither needs the network, which somebody else builds in the meantime.
 */
public final class LoadingProgram {
  private static final Executor OWN_THREAD =
      task -> Thread.ofPlatform().daemon().name("smartt-program").start(task);

  private final CompletableFuture<PipelineConfig> reading;

  private LoadingProgram(CompletableFuture<PipelineConfig> reading) {
    this.reading = reading;
  }

  /** Begins to read it. */
  public static LoadingProgram read(String nameOrFile) {
    return new LoadingProgram(
        CompletableFuture.supplyAsync(() -> SwitchProgram.load(nameOrFile), OWN_THREAD));
  }

  /** Begins to read it and to compile it, which {@link #await} does not wait for. */
  public static LoadingProgram readAndCompile(String nameOrFile, ProgramCache switches) {
    LoadingProgram program = read(nameOrFile);
    // What a switch would refuse, it refuses again when the controller loads it, and says so there.
    CompletableFuture<Void> _ =
        program.reading.thenAcceptAsync(
            read -> switches.load(read.deviceConfig().toByteArray()), OWN_THREAD);
    return program;
  }

  /**
   * The program, once it has been read.
   *
   * @throws io.smartt.base.input.UserInputException naming the file that is missing or malformed
   */
  public PipelineConfig await() {
    return TaskOutcome.of(reading);
  }
}

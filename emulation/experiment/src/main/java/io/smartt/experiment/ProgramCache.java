package io.smartt.experiment;

import module java.base;

import io.smartt.controller.target.PipelineConfig;
import io.smartt.host.concurrent.TaskOutcome;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.softswitch.p4runtime.ForwardingDevice.ProgramLoader;

/** Loads each distinct program once, however many switches run it. */
public final class ProgramCache implements ProgramLoader {
  private final Function<byte[], PipelineProgram> loader;
  private final Map<Content, PipelineProgram> programs = new ConcurrentHashMap<>();

  /**
   * A program by its bytes, of which there are few and long ones: to compare two is cheaper than a
   * hash of one.
   */
  private static final class Content {
    final byte[] json;

    Content(byte[] json) {
      this.json = json;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Content content && Arrays.equals(json, content.json);
    }

    @Override
    public int hashCode() {
      return json.length;
    }
  }

  public ProgramCache(Function<byte[], PipelineProgram> loader) {
    this.loader = loader;
  }

  @Override
  public PipelineProgram load(byte[] json) {
    return programs.computeIfAbsent(new Content(json.clone()), _ -> loader.apply(json));
  }

  /**
   * A P4 program that is being read, and compiled for switches in this JVM, by threads of its own:
   * neither needs the network, which somebody else builds in the meantime.
   */
  public record LoadingProgram(CompletableFuture<PipelineConfig> reading) {
    private static final Executor OWN_THREAD =
        task -> Thread.ofPlatform().daemon().name("smartt-program").start(task);

    /** Begins to read it. */
    public static LoadingProgram read(String nameOrFile) {
      return new LoadingProgram(
          CompletableFuture.supplyAsync(() -> SwitchProgram.load(nameOrFile), OWN_THREAD));
    }

    /** Begins to read it and to compile it, which {@link #await} does not wait for. */
    public static LoadingProgram readAndCompile(String nameOrFile, ProgramCache switches) {
      LoadingProgram program = read(nameOrFile);
      // What a switch would refuse, it refuses again when the controller loads it, and says so
      // there.
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
}

package io.smartt.emulation.experiment;

import io.smartt.emulation.softswitch.p4runtime.ProgramLoader;
import io.smartt.p4.pipeline.PipelineProgram;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Loads each distinct program once, however many switches run it. */
final class ProgramCache implements ProgramLoader {
  private final Function<byte[], PipelineProgram> loader;
  private final Map<ByteBuffer, PipelineProgram> programs = new ConcurrentHashMap<>();

  ProgramCache(Function<byte[], PipelineProgram> loader) {
    this.loader = loader;
  }

  @Override
  public PipelineProgram load(byte[] json) {
    return programs.computeIfAbsent(
        ByteBuffer.wrap(json.clone()).asReadOnlyBuffer(), content -> loader.apply(json));
  }
}

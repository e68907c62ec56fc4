package io.smartt.experiment;

import module java.base;

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
}

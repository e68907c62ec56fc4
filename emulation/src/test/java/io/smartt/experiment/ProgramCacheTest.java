package io.smartt.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineProgram;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Tests of {@link ProgramCache}. */
class ProgramCacheTest {
  private final List<String> loaded = new ArrayList<>();
  private final ProgramCache cache = new ProgramCache(this::load);

  private PipelineProgram load(byte[] json) {
    loaded.add(new String(json, StandardCharsets.UTF_8));
    return new Loaded();
  }

  private static final class Loaded implements PipelineProgram {
    @Override
    public Pipeline instantiate(RandomGenerator random, PipelineProgram.PipelineLog log) {
      throw new UnsupportedOperationException();
    }
  }

  private static byte[] bytes(String json) {
    return json.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void loadsEachContentOnce() {
    PipelineProgram first = cache.load(bytes("{1}"));

    assertThat(cache.load(bytes("{1}"))).isSameAs(first);
    assertThat(cache.load(bytes("{2}"))).isNotSameAs(first);
    assertThat(loaded).containsExactly("{1}", "{2}");
  }

  @Test
  void knowsTheContentAsItWas() {
    byte[] json = bytes("{1}");
    PipelineProgram first = cache.load(json);
    json[1] = '2';

    assertThat(cache.load(json)).isNotSameAs(first);
    assertThat(cache.load(bytes("{1}"))).isSameAs(first);
  }
}

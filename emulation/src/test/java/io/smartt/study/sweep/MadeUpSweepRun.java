package io.smartt.study.sweep;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs of a sweep over schemes and seeds, as tests of its tables want them. */
public final class MadeUpSweepRun {
  private MadeUpSweepRun() {}

  /** A finished run with this summary, JSON. */
  public static FinishedRun of(String scheme, int seed, String summary) throws IOException {
    Map<String, String> point = new LinkedHashMap<>();
    point.put("scheme", scheme);
    point.put("seed", Integer.toString(seed));
    return new FinishedRun(point, Path.of("f"), new ObjectMapper().readTree(summary));
  }
}

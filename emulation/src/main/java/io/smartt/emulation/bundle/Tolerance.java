package io.smartt.emulation.bundle;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Compares summaries of runs in real time, which are never the same to the byte. */
final class Tolerance {
  private static final List<String> EXACT =
      List.of("/status", "/flows/count", "/flows/finished", "/bytesDelivered", "/bytesVerified");
  private static final List<String> NEAR =
      List.of("/fctUs/median", "/fctUs/p99", "/slowdown/median", "/slowdown/p99");
  private static final double PERCENT = 100;

  private final double percent;

  Tolerance(double percent) {
    this.percent = percent;
  }

  /** What is not as expected. */
  List<String> compare(Path expected, Path actual) throws IOException {
    JsonNode wanted = new ObjectMapper().readTree(expected.toFile());
    JsonNode got = new ObjectMapper().readTree(actual.toFile());
    List<String> differences = new ArrayList<>();
    for (String key : EXACT) {
      if (!wanted.at(key).equals(got.at(key))) {
        differences.add(
            "%s: expected %s, got %s".formatted(name(key), wanted.at(key), got.at(key)));
      }
    }
    for (String key : NEAR) {
      double want = wanted.at(key).asDouble();
      double is = got.at(key).asDouble();
      if (!(Math.abs(is - want) <= percent / PERCENT * Math.abs(want))) {
        differences.add(
            String.format(
                Locale.ROOT, "%s: expected %s within %s %%, got %s", name(key), want, percent, is));
      }
    }
    return differences;
  }

  private static String name(String key) {
    return key.substring(1).replace('/', '.');
  }
}

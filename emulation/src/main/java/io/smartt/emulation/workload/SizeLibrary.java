package io.smartt.emulation.workload;

import io.smartt.emulation.input.PackedText;
import java.util.List;
import java.util.Optional;

/**
 * Message sizes that publications measured or were evaluated with, by name. Each is a file of sizes
 * as users write them; the source is in its first lines.
 */
public final class SizeLibrary {
  private static final List<String> NAMES = List.of("web-search", "hadoop", "storage");

  private SizeLibrary() {}

  /** The names, in the order in which users see them. */
  public static List<String> names() {
    return NAMES;
  }

  /** The text of a distribution's file; empty if there is none of that name. */
  public static Optional<String> text(String name) {
    return NAMES.contains(name) ? Optional.of(read(name + ".sizes")) : Optional.empty();
  }

  private static String read(String file) {
    return PackedText.find(SizeLibrary.class, file)
        .orElseThrow(() -> new IllegalStateException("this build has no " + file));
  }
}

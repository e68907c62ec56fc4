package io.smartt.experiment.othertools;

import module java.base;

/** Files of other tools that users name as a topology. */
public final class OtherTools {
  /** A file that builds a topology does so within a second. */
  private static final Duration MOST_TIME = Duration.ofSeconds(60);

  private OtherTools() {}

  /** Returns whether a topology's name is one of their files. */
  public static boolean isOne(String text) {
    return ClabName.parse(text).isPresent() || MininetFile.MininetName.parse(text).isPresent();
  }

  /**
   * Reads a network.
   *
   * @param text how the user names it
   * @param reader reads a file, for the purpose that its first argument names
   */
  public static ImportedNetwork read(String text, BiFunction<String, Path, String> reader) {
    Optional<ClabName> clab = ClabName.parse(text);
    if (clab.isPresent()) {
      return ClabFile.read(
          clab.get(), reader.apply("topology", Path.of(clab.get().path())), System.getenv());
    }
    return new MininetFile(MOST_TIME)
        .read(
            MininetFile.MininetName.parse(text)
                .orElseThrow(() -> new IllegalArgumentException("no file of a tool: " + text)));
  }

  /**
   * A network that another tool's file describes, as a {@code .links} file.
   *
   * @param source the other tool's file, as the user knows it
   * @param name of the {@code .links} file, after the other tool's file
   * @param text of the {@code .links} file, which says in comments where it is from
   * @param notes what the user should know: other names, and what has no effect here
   */
  public record ImportedNetwork(String source, String name, String text, List<String> notes) {
    /** Copies the list. */
    public ImportedNetwork {
      notes = List.copyOf(notes);
    }
  }
}

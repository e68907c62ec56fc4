package io.smartt.experiment.othertools;

import java.util.List;

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

package io.smartt.experiment.settings;

import module java.base;

import io.smartt.experiment.othertools.OtherTools.ImportedNetwork;

/** A topology or workload: a name that stands for one, or files with their texts. */
public sealed interface InputSource {
  /** Returns the text that the user wrote, or the file's name without its folders. */
  String name();

  /**
   * A name such as {@code leafspine,4,4,4} or {@code incast:15x4MiB}.
   *
   * @param name the name
   */
  record Named(String name) implements InputSource {}

  /**
   * A file, or a workload's name that mentions one (of message sizes). The file's text is kept so
   * that the experiment runs again where the file is gone.
   *
   * @param name the file's name without its folders, or the workload's name
   * @param text all of it
   */
  record FileText(String name, String text) implements InputSource {}

  /**
   * A network of another tool's file.
   *
   * @param network it, as a {@code .links} file
   */
  record Imported(ImportedNetwork network) implements InputSource {
    @Override
    public String name() {
      return network.name();
    }
  }

  /**
   * Jobs, whose schedules and placement are in files.
   *
   * @param name the workload as the user wrote it, files without their folders
   * @param texts of the files by their names; bytes are packed ({@link
   *     io.smartt.base.input.BytesAsText})
   */
  record Files(String name, Map<String, String> texts) implements InputSource {
    /** Copies the map and keeps its order. */
    public Files {
      texts = Collections.unmodifiableMap(new LinkedHashMap<>(texts));
    }
  }
}

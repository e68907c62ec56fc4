package io.smartt.emulation.settings;

/** A topology or workload: a name that stands for one, or a file with its text. */
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
}

package io.smartt.testbed;

import io.smartt.testbed.sonic.change.CheckpointStore;
import java.nio.file.Path;

/** The folder where checkpoints of switches are kept between a change and its being taken back. */
public final class Checkpoints {
  private static final Path STATE = Path.of(".smartt");
  private static final String RUNS = "run";

  private Checkpoints() {}

  /**
   * The folder of 'smartt apply'.
   *
   * @param profile name or path of its file
   */
  public static Path of(String profile) {
    String name = String.valueOf(Path.of(profile).getFileName()).replaceAll("\\.ya?ml$", "");
    return STATE.resolve(name);
  }

  /**
   * Returns the folder within such a one of a run that changed switches for itself and was killed.
   */
  public static Path ofRuns(Path folder) {
    return folder.resolve(RUNS);
  }

  /** Returns the store of a run now. */
  static CheckpointStore ofRuns(String profile) {
    return new CheckpointStore(ofRuns(of(profile)));
  }
}

package io.smartt.workload.goal;

import io.smartt.base.input.BytesAsText;
import io.smartt.base.input.UserInputException;
import io.smartt.workload.schedule.Schedule;
import java.nio.charset.StandardCharsets;

/** A file with a schedule in GOAL, as text or in the binary layout. */
public final class GoalFile {
  private GoalFile() {}

  /**
   * Reads a schedule.
   *
   * @param file its name, for errors
   * @param text its text, or its bytes packed ({@link BytesAsText})
   * @throws UserInputException if it is no schedule
   */
  public static Schedule read(String file, String text) {
    if (!BytesAsText.isPacked(text)) {
      return GoalReader.read(file, text);
    }
    byte[] bytes = BytesAsText.unpack(file, text);
    return isBinary(bytes)
        ? GoalBinary.read(file, bytes)
        : GoalReader.read(file, new String(bytes, StandardCharsets.UTF_8));
  }

  /** Returns whether a file's bytes are those of a binary schedule. */
  public static boolean isBinary(byte[] bytes) {
    return GoalBinary.isBinary(bytes);
  }
}

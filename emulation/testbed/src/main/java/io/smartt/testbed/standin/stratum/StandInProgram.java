package io.smartt.testbed.standin.stratum;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.PackedText;

/**
 * The files that a profile names as {@code pipeline} and {@code p4info} where nobody compiled
 * smartt_tna.p4: its real P4Info, and files in the place of the compiler's that only a stand-in
 * takes.
 */
public final class StandInProgram {
  /** The compiler's list of files. */
  public static final String CONF = "smartt_tna.conf";

  /** The program's P4Info. */
  public static final String P4INFO = "smartt_tna.p4info.txtpb";

  private static final String NOTE =
      "{\"note\": \"written by smartt stand-in: no Tofino runs this\"}\n";

  private static final String LIST =
      """
      {"p4_devices": [{"p4_programs": [{
        "program-name": "smartt_tna",
        "bfrt-config": "bfrt.json",
        "p4_pipelines": [{
          "p4_pipeline_name": "pipe",
          "context": "pipe/context.json",
          "config": "pipe/tofino.bin",
          "pipe_scope": [0, 1, 2, 3]
        }]
      }]}]}
      """;

  private StandInProgram() {}

  /**
   * Writes the files into a folder.
   *
   * @throws RunFailedException if it cannot be written
   */
  public static void write(Path folder) {
    RunFailedException.saying(folder + " cannot be written")
        .run(() -> {
          Files.createDirectories(folder.resolve("pipe"));
          Files.write(folder.resolve(P4INFO), info());
          Files.writeString(folder.resolve(CONF), LIST);
          Files.writeString(folder.resolve("bfrt.json"), NOTE);
          Files.writeString(folder.resolve("pipe/context.json"), NOTE);
          Files.writeString(folder.resolve("pipe/tofino.bin"), NOTE);
        });
  }

  /** The P4Info as the compiler wrote it. */
  public static byte[] info() {
    return PackedText.bytes(StandInProgram.class, "/io/smartt/p4/programs/" + P4INFO);
  }
}

package io.smartt.emulation.softswitch.p4runtime;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * The program {@code smartt} of this build. It is the only one whose drops by TTL a switch can
 * name: ingress drops all packets that arrive with a TTL of 0 or 1 (smartt.p4, {@code
 * ingress.apply}).
 */
final class PackedProgram {
  private static final String PLACE = "/io/smartt/p4/programs/smartt.json";

  /** As long as the build: read once, however many switches there are. */
  private static final byte[] JSON = read();

  private PackedProgram() {}

  private static byte[] read() {
    try (InputStream in = PackedProgram.class.getResourceAsStream(PLACE)) {
      if (in == null) {
        throw new IllegalStateException("the build lacks " + PLACE);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns whether a device config is it, byte for byte. */
  static boolean is(byte[] deviceConfig) {
    return Arrays.equals(JSON, deviceConfig);
  }
}

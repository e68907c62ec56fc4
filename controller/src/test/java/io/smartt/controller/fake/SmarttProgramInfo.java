package io.smartt.controller.fake;

import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Objects;

/** The compiled smartt.p4. */
public final class SmarttProgramInfo {
  private SmarttProgramInfo() {}

  /** Its names. */
  public static P4InfoIndex load() {
    return P4InfoIndex.of(
        P4InfoReader.parse(resource("smartt.p4info.txtpb"), "smartt.p4info.txtpb"));
  }

  /** Its BMv2 JSON. */
  public static byte[] deviceConfig() {
    return resource("smartt.json");
  }

  private static byte[] resource(String name) {
    String path = "/io/smartt/p4/programs/" + name;
    try (InputStream in = SmarttProgramInfo.class.getResourceAsStream(path)) {
      return Objects.requireNonNull(in, path).readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

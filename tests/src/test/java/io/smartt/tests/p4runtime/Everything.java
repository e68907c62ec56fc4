package io.smartt.tests.p4runtime;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.P4Object;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4Objects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.p4.v1.ForwardingPipelineConfig;

/** The program of {@code everything.p4}, which has one of everything that P4Runtime writes to. */
final class Everything {
  static final byte[] JSON = resource("everything.json");
  static final byte[] P4INFO = resource("everything.p4info.txtpb");
  static final P4InfoIndex INFO =
      P4InfoIndex.of(P4InfoReader.parse(P4INFO, "everything.p4info.txtpb"));
  static final ForwardingPipelineConfig CONFIG =
      ForwardingPipelineConfig.newBuilder()
          .setP4Info(INFO.message())
          .setP4DeviceConfig(ByteString.copyFrom(JSON))
          .build();

  private Everything() {}

  /** Returns the id of the P4 object (table, action, counter...) of this name. */
  static int id(String name) {
    List<P4Objects<?>> kinds =
        List.of(
            INFO.tables(),
            INFO.actions(),
            INFO.actionProfiles(),
            INFO.counters(),
            INFO.meters(),
            INFO.registers(),
            INFO.valueSets(),
            INFO.digests());
    return kinds.stream()
        .flatMap(kind -> kind.find(name).stream())
        .findFirst()
        .map(P4Object::id)
        .orElseThrow(() -> new IllegalArgumentException("the program has no " + name));
  }

  private static byte[] resource(String name) {
    try (InputStream in = Everything.class.getResourceAsStream("/p4runtime/" + name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is not on the class path");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

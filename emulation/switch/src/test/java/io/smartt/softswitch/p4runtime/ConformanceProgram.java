package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.TextFormat;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoReader;
import io.smartt.p4.info.P4Objects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.p4.config.v1.P4Info;
import org.p4.v1.Entity;
import org.p4.v1.ForwardingPipelineConfig;
import org.p4.v1.Update;

/**
 * The program of the conformance tests, and messages about it in protobuf text where {@code $name}
 * stands for an id.
 */
final class ConformanceProgram {
  static final P4Info P4INFO = read();
  static final P4InfoIndex INDEX = P4InfoIndex.of(P4INFO);
  static final ForwardingPipelineConfig CONFIG = config(7);

  private static final Pattern NAME = Pattern.compile("\\$([A-Za-z_]+)");

  private ConformanceProgram() {}

  static ForwardingPipelineConfig config(long cookie) {
    return ForwardingPipelineConfig.newBuilder()
        .setP4Info(P4INFO)
        .setP4DeviceConfig(ByteString.copyFromUtf8("{\"program\": \"conformance\"}"))
        .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(cookie))
        .build();
  }

  static Entity entity(String text) {
    Entity.Builder entity = Entity.newBuilder();
    try {
      TextFormat.merge(withIds(text), entity);
    } catch (TextFormat.ParseException e) {
      throw new IllegalArgumentException(text, e);
    }
    return entity.build();
  }

  static Update insert(String text) {
    return Update.newBuilder().setType(Update.Type.INSERT).setEntity(entity(text)).build();
  }

  static Update modify(String text) {
    return Update.newBuilder().setType(Update.Type.MODIFY).setEntity(entity(text)).build();
  }

  static Update delete(String text) {
    return Update.newBuilder().setType(Update.Type.DELETE).setEntity(entity(text)).build();
  }

  private static String withIds(String text) {
    return NAME.matcher(text)
        .replaceAll(match -> Matcher.quoteReplacement(Integer.toString(id(match.group(1)))));
  }

  private static int id(String name) {
    List<P4Objects<?>> kinds =
        List.of(
            INDEX.tables(),
            INDEX.actions(),
            INDEX.actionProfiles(),
            INDEX.counters(),
            INDEX.meters(),
            INDEX.registers(),
            INDEX.valueSets(),
            INDEX.digests());
    return kinds.stream()
        .flatMap(kind -> kind.find(name).stream())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("the program has no " + name))
        .id();
  }

  private static P4Info read() {
    try (InputStream in =
        ConformanceProgram.class.getResourceAsStream("conformance.p4info.txtpb")) {
      if (in == null) {
        throw new IllegalStateException("conformance.p4info.txtpb is not on the class path");
      }
      return P4InfoReader.parse(in.readAllBytes(), "conformance.p4info.txtpb");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

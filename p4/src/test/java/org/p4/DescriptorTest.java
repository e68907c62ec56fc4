package org.p4;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.EnumDescriptor;
import com.google.protobuf.Descriptors.EnumValueDescriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.Descriptors.MethodDescriptor;
import com.google.protobuf.Descriptors.OneofDescriptor;
import com.google.protobuf.Descriptors.ServiceDescriptor;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.p4.config.v1.P4Info;
import org.p4.config.v1.P4TypeInfo;
import org.p4.v1.P4Data;
import org.p4.v1.WriteRequest;

/**
 * Every message, field (number, type, label, name, oneof), enum value and call, one a line and
 * sorted. The expected hash was made in the same way from the descriptors that protoc makes of
 * p4lang/p4runtime's tag v1.5.0.
 */
class DescriptorTest {
  private static final String UPSTREAM_1_5_0 =
      "b1b0cd54f5d8dda695c39dd3b8aa6799f3746656165e4b01840968c456422dfa";

  private final TreeSet<String> lines = new TreeSet<>();

  @Test
  void namesAndNumbersAreThoseOfP4Runtime150() throws NoSuchAlgorithmException {
    List.of(
            P4Info.getDescriptor(),
            P4TypeInfo.getDescriptor(),
            P4Data.getDescriptor(),
            WriteRequest.getDescriptor())
        .forEach(message -> list(message.getFile()));

    assertThat(lines).hasSize(657);
    assertThat(sha256(String.join("\n", lines) + "\n")).isEqualTo(UPSTREAM_1_5_0);
  }

  private void list(FileDescriptor file) {
    file.getMessageTypes().forEach(this::list);
    file.getEnumTypes().forEach(this::list);
    for (ServiceDescriptor service : file.getServices()) {
      for (MethodDescriptor method : service.getMethods()) {
        lines.add(
            "%s .%s .%s %s %s"
                .formatted(
                    method.getFullName(),
                    method.getInputType().getFullName(),
                    method.getOutputType().getFullName(),
                    method.isClientStreaming(),
                    method.isServerStreaming()));
      }
    }
  }

  private void list(Descriptor message) {
    lines.add(message.getFullName());
    for (FieldDescriptor field : message.getFields()) {
      lines.add(
          "%s = %d TYPE_%s LABEL_%s %s %s"
              .formatted(
                  field.getFullName(),
                  field.getNumber(),
                  field.getType(),
                  field.isRepeated() ? "REPEATED" : "OPTIONAL",
                  typeName(field),
                  Optional.ofNullable(field.getContainingOneof())
                      .map(OneofDescriptor::getName)
                      .orElse("-")));
    }
    message.getEnumTypes().forEach(this::list);
    message.getNestedTypes().forEach(this::list);
  }

  private void list(EnumDescriptor type) {
    for (EnumValueDescriptor value : type.getValues()) {
      lines.add(type.getFullName() + "." + value.getName() + " = " + value.getNumber());
    }
  }

  private static String typeName(FieldDescriptor field) {
    return switch (field.getJavaType()) {
      case MESSAGE -> "." + field.getMessageType().getFullName();
      case ENUM -> "." + field.getEnumType().getFullName();
      default -> "-";
    };
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
  }
}

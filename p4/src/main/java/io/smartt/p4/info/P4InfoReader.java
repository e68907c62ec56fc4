package io.smartt.p4.info;

import module java.base;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.TextFormat;
import com.google.protobuf.TypeRegistry;
import com.google.protobuf.util.JsonFormat;
import org.p4.config.v1.P4Info;

/**
 * Reads P4Info in the three forms that p4c writes: protobuf text ({@code .txtpb}, {@code .txt},
 * {@code .pbtxt}, {@code .textproto}), JSON ({@code .json}) and binary ({@code .bin}, {@code .pb},
 * {@code .binpb}). Under any other name the content decides. Fields that P4Runtime 1.5 does not
 * know are skipped, so that a newer compiler's output still reads.
 */
public final class P4InfoReader {
  private static final Pattern ANY_TYPE =
      Pattern.compile("\\[[\\w.-]+/((?:[A-Za-z_]\\w*+\\.){0,20}+[A-Za-z_]\\w*+)\\]");

  private enum Form {
    TEXT,
    JSON,
    BINARY
  }

  private P4InfoReader() {}

  /**
   * Parses the content of a P4Info file.
   *
   * @param name of the file or resource it came from
   * @throws InvalidP4InfoException naming that, and the line where the form has lines
   */
  public static P4Info parse(byte[] content, String name) {
    if (content.length == 0) {
      throw new InvalidP4InfoException(name + ": P4Info is empty");
    }
    try {
      return switch (form(content, name)) {
        case TEXT -> text(content);
        case JSON -> json(content);
        case BINARY -> P4Info.parseFrom(CodedInputStream.newInstance(content));
      };
    } catch (TextFormat.ParseException e) {
      throw new InvalidP4InfoException(
          "%s:%d: not P4Info text: %s".formatted(name, e.getLine(), e.getMessage()), e);
    } catch (IOException e) {
      throw new InvalidP4InfoException(name + ": not P4Info: " + e.getMessage(), e);
    }
  }

  /**
   * Indexes the content of a P4Info file.
   *
   * @param name of the file or resource it came from
   * @throws InvalidP4InfoException naming that, where it cannot be read or contradicts itself
   */
  public static P4InfoIndex index(byte[] content, String name) {
    P4Info message = parse(content, name);
    try {
      return P4InfoIndex.of(message);
    } catch (InvalidP4InfoException e) {
      throw new InvalidP4InfoException(name + ": " + e.getMessage(), e);
    }
  }

  private static P4Info text(byte[] content) throws TextFormat.ParseException {
    String text = new String(content, StandardCharsets.UTF_8);
    P4Info.Builder builder = P4Info.newBuilder();
    TextFormat.Parser.newBuilder()
        .setAllowUnknownFields(true)
        .setTypeRegistry(typesNamedIn(text))
        .build()
        .merge(text, builder);
    return builder.build();
  }

  /**
   * Returns the types that a text names: what a target says of its own externs is an {@code Any} of
   * a type of its own, which the parser must know to skip it, and a message without fields will do.
   */
  private static TypeRegistry typesNamedIn(String text) {
    TypeRegistry.Builder registry = TypeRegistry.newBuilder();
    ANY_TYPE
        .matcher(text)
        .results()
        .map(match -> match.group(1))
        .distinct()
        .forEach(name -> registry.add(withoutFields(name)));
    return registry.build();
  }

  private static Descriptor withoutFields(String fullName) {
    int dot = fullName.lastIndexOf('.');
    String name = fullName.substring(dot + 1);
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName(fullName)
            .setPackage(fullName.substring(0, Math.max(0, dot)))
            .addMessageType(DescriptorProto.newBuilder().setName(name))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]).findMessageTypeByName(name);
    } catch (DescriptorValidationException e) {
      throw new IllegalStateException("not a message's name: " + fullName, e);
    }
  }

  private static P4Info json(byte[] content) throws InvalidProtocolBufferException {
    P4Info.Builder builder = P4Info.newBuilder();
    JsonFormat.parser()
        .ignoringUnknownFields()
        .merge(new String(content, StandardCharsets.UTF_8), builder);
    return builder.build();
  }

  private static Form form(byte[] content, String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    return switch (lower.substring(lower.lastIndexOf('.') + 1)) {
      case "txtpb", "txt", "pbtxt", "textproto" -> Form.TEXT;
      case "json" -> Form.JSON;
      case "bin", "pb", "binpb" -> Form.BINARY;
      default -> formOf(content);
    };
  }

  /** Text has no control characters but white space; binary P4Info begins with one. */
  private static Form formOf(byte[] content) {
    for (byte b : content) {
      if (b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t') {
        return Form.BINARY;
      }
    }
    String start = new String(content, StandardCharsets.UTF_8).stripLeading();
    return start.startsWith("{") ? Form.JSON : Form.TEXT;
  }

  /**
   * A P4Info that cannot be read or contradicts itself; the message names the file and the place.
   */
  public static final class InvalidP4InfoException extends RuntimeException {
    /** An exception with the message for the user. */
    public InvalidP4InfoException(String message) {
      super(message);
    }

    /** An exception with the message for the user and what led to it. */
    public InvalidP4InfoException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}

package io.smartt.softswitch.p4runtime;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import java.io.IOException;

/**
 * The BMv2 JSON in a pipeline config: as it is, or wrapped in the {@code p4.tmp.P4DeviceConfig}
 * that older controllers still send (field 3 of it). JSON begins with a brace; the wrapper never
 * does, since that byte would be a tag of a group that it has not.
 */
final class DeviceConfigBytes {
  private static final int DEVICE_DATA = 3;

  private DeviceConfigBytes() {}

  /** The JSON; INVALID_ARGUMENT where there is none. */
  static byte[] json(ByteString config) {
    if (config.isEmpty()) {
      throw Refusal.invalid(
          "config.p4_device_config is empty; it must hold the BMv2 JSON that p4c made");
    }
    if (startsWithBrace(config)) {
      return config.toByteArray();
    }
    ByteString inner = unwrap(config);
    if (!startsWithBrace(inner)) {
      throw Refusal.invalid(
          "config.p4_device_config is neither BMv2 JSON nor a p4.tmp.P4DeviceConfig that holds it");
    }
    return inner.toByteArray();
  }

  private static ByteString unwrap(ByteString config) {
    ByteString data = ByteString.EMPTY;
    try {
      CodedInputStream in = config.newCodedInput();
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == WireFormat.FieldType.BYTES.getWireType() + (DEVICE_DATA << 3)) {
          data = in.readBytes();
        } else {
          in.skipField(tag);
        }
      }
    } catch (IOException e) {
      return ByteString.EMPTY;
    }
    return data;
  }

  private static boolean startsWithBrace(ByteString bytes) {
    int start = 0;
    while (start < bytes.size() && Character.isWhitespace(bytes.byteAt(start))) {
      start++;
    }
    return start < bytes.size() && bytes.byteAt(start) == '{';
  }
}

package io.smartt.emulation.cli.switches;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.util.JsonFormat;

/** Messages as JSON on one line, every field there. */
final class MessageJson {
  private MessageJson() {}

  static String of(Message message) {
    try {
      return JsonFormat.printer()
          .alwaysPrintFieldsWithNoPresence()
          .omittingInsignificantWhitespace()
          .print(message);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalArgumentException("a message that JSON cannot hold", e);
    }
  }
}

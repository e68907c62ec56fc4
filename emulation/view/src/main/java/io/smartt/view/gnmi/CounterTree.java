package io.smartt.view.gnmi;

import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import io.smartt.controller.gnmi.Encoding;
import io.smartt.controller.gnmi.Path;
import io.smartt.controller.gnmi.TypedValue;
import java.util.List;

/** One of the ways in which a switch names its counters. */
sealed interface CounterTree permits OpenConfigTree, SonicTree {
  /**
   * Returns what a switch has at a path; nothing if that is not there.
   *
   * @param path checked before, without a target
   */
  List<Leaf> at(CountedSwitch device, Path path);

  /**
   * Refuses a path that no switch can have anything at.
   *
   * @throws io.grpc.StatusRuntimeException with what there is
   */
  void check(Path path);

  /**
   * A value and where it is.
   *
   * @param path in the tree of its switch
   */
  record Leaf(Path path, Value value) {
    /** The value of a leaf. */
    sealed interface Value {
      /** Returns it as a client wants it. */
      TypedValue in(Encoding encoding);
    }

    /** A YANG counter64. */
    record Count(long count) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return switch (encoding) {
          // RFC 7951, 6.1: 64-bit numbers are strings.
          case JSON_IETF -> ietf("\"" + count + "\"");
          case JSON -> json(Long.toString(count));
          default -> TypedValue.newBuilder().setUintVal(count).build();
        };
      }
    }

    /** A string or the name of an enumeration's value. */
    record Text(String text) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        String quoted = TextNode.valueOf(text).toString();
        return switch (encoding) {
          case JSON_IETF -> ietf(quoted);
          case JSON -> json(quoted);
          default -> TypedValue.newBuilder().setStringVal(text).build();
        };
      }
    }

    /** A value that SONiC has in a database, as JSON in all encodings. */
    record Json(String text) implements Value {
      @Override
      public TypedValue in(Encoding encoding) {
        return encoding == Encoding.JSON ? json(text) : ietf(text);
      }
    }

    private static TypedValue ietf(String json) {
      return TypedValue.newBuilder().setJsonIetfVal(ByteString.copyFromUtf8(json)).build();
    }

    private static TypedValue json(String json) {
      return TypedValue.newBuilder().setJsonVal(ByteString.copyFromUtf8(json)).build();
    }
  }
}

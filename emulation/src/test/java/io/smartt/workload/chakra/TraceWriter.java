package io.smartt.workload.chakra;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Writes a rank's trace as mlcommons/chakra's {@code et_def.proto} has it, nodes from 1 on. */
final class TraceWriter {
  private static final int COMP = 4;
  private static final int COMM_SEND = 5;
  private static final int COMM_RECV = 6;
  private static final int COMM_COLL = 7;

  @FunctionalInterface
  private interface Fields {
    void write(CodedOutputStream out) throws IOException;
  }

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long nodes;

  TraceWriter() {
    this("1.0.0");
  }

  TraceWriter(String version) {
    bytes.writeBytes(delimited(out -> out.writeString(1, version)));
  }

  /** Has an attribute for its version, as converters write it. */
  static TraceWriter ofConverter(String schema) {
    TraceWriter trace = withoutMetadata();
    trace.bytes.writeBytes(
        delimited(out ->
            out.writeByteArray(
                2,
                body(attribute -> {
                  attribute.writeString(1, "schema");
                  attribute.writeString(29, schema);
                }))));
    return trace;
  }

  /** Has nodes alone. */
  static TraceWriter withoutMetadata() {
    TraceWriter trace = new TraceWriter();
    trace.bytes.reset();
    return trace;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }

  /** Returns the node's id. */
  long compute(String name, long micros, long... before) {
    return node(
        name,
        COMP,
        out -> {
          out.writeUInt64(7, micros);
          number(out, "is_cpu_op", 27, 0);
        },
        before);
  }

  long send(String name, int peer, long size, int tag, long... before) {
    return node(
        name,
        COMM_SEND,
        out -> {
          number(out, "comm_dst", 7, peer);
          number(out, "comm_size", 9, size);
          number(out, "comm_tag", 11, tag);
        },
        before);
  }

  long receive(String name, int peer, long size, int tag, long... before) {
    return node(
        name,
        COMM_RECV,
        out -> {
          number(out, "comm_src", 13, peer);
          number(out, "comm_size", 9, size);
          number(out, "comm_tag", 7, tag);
        },
        before);
  }

  /** A collective, of a process group unless its name is empty. */
  long collective(String name, int type, long size, String group, long... before) {
    return collective(
        name,
        type,
        size,
        out -> {
          if (!group.isEmpty()) {
            out.writeByteArray(
                10,
                body(attribute -> {
                  attribute.writeString(1, "pg_name");
                  attribute.writeString(29, group);
                }));
          }
        },
        before);
  }

  /** A collective of dimensions, as ASTRA-sim's generators had it. */
  long collective(String name, int type, long size, boolean... dimensions) {
    byte[] involved = new byte[dimensions.length];
    for (int i = 0; i < dimensions.length; i++) {
      involved[i] = (byte) (dimensions[i] ? 1 : 0);
    }
    return collective(
        name,
        type,
        size,
        out ->
            out.writeByteArray(
                10,
                body(attribute -> {
                  attribute.writeString(1, "involved_dim");
                  attribute.writeByteArray(28, body(list -> list.writeByteArray(1, involved)));
                })));
  }

  private long collective(String name, int type, long size, Fields more, long... before) {
    return node(
        name,
        COMM_COLL,
        out -> {
          number(out, "comm_type", 9, type);
          number(out, "comm_size", 9, size);
          more.write(out);
        },
        before);
  }

  long node(String name, int type, long... before) {
    return node(name, type, out -> {}, before);
  }

  private long node(String name, int type, Fields fields, long... before) {
    long id = ++nodes;
    bytes.writeBytes(
        delimited(out -> {
          out.writeUInt64(1, id);
          out.writeString(2, name);
          out.writeEnum(3, type);
          // The first as writers of proto3 do it, packed; the others one by one, which counts too.
          if (before.length > 0) {
            out.writeByteArray(5, body(packed -> packed.writeUInt64NoTag(before[0])));
          }
          for (int i = 1; i < before.length; i++) {
            out.writeUInt64(4, before[i]);
          }
          fields.write(out);
        }));
    return id;
  }

  private static void number(CodedOutputStream out, String name, int field, long value)
      throws IOException {
    out.writeByteArray(
        10,
        body(attribute -> {
          attribute.writeString(1, name);
          attribute.writeUInt64(field, value);
        }));
  }

  private static byte[] delimited(Fields fields) {
    byte[] body = body(fields);
    return body(out -> {
      out.writeUInt32NoTag(body.length);
      out.writeRawBytes(body);
    });
  }

  private static byte[] body(Fields fields) {
    ByteArrayOutputStream made = new ByteArrayOutputStream();
    CodedOutputStream out = CodedOutputStream.newInstance(made);
    try {
      fields.write(out);
      out.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return made.toByteArray();
  }
}

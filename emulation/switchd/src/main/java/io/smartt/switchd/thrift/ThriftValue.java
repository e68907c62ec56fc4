package io.smartt.switchd.thrift;

import module java.base;

import com.google.protobuf.ByteString;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TMap;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;

/** A value on the wire. */
sealed interface ThriftValue {
  /** A whole number or a boolean. */
  record Whole(byte type, long value) implements ThriftValue {}

  /** A floating point number. */
  record Real(double value) implements ThriftValue {}

  /** A string or a binary, which look the same. */
  record Text(ByteString value) implements ThriftValue {}

  /** A list whose elements have one type. */
  record Items(byte type, List<ThriftValue> values) implements ThriftValue {}

  /** Text by text. */
  record Texts(Map<String, String> values) implements ThriftValue {}

  /** Fields by number; of an exception or of an answer too. */
  record Struct(Map<Integer, ThriftValue> fields) implements ThriftValue {
    static final Struct EMPTY = new Struct(Map.of());
  }

  static Whole i32(long value) {
    return new Whole(TType.I32, value);
  }

  static Whole i64(long value) {
    return new Whole(TType.I64, value);
  }

  static Whole bool(boolean value) {
    return new Whole(TType.BOOL, value ? 1 : 0);
  }

  static Text text(String value) {
    return new Text(ByteString.copyFromUtf8(value));
  }

  static Items structs(List<? extends ThriftValue> values) {
    return new Items(TType.STRUCT, List.copyOf(values));
  }

  static Items texts(List<? extends ThriftValue> values) {
    return new Items(TType.STRING, List.copyOf(values));
  }

  private byte type() {
    return switch (this) {
      case Whole whole -> whole.type();
      case Real _ -> TType.DOUBLE;
      case Text _ -> TType.STRING;
      case Items _ -> TType.LIST;
      case Texts _ -> TType.MAP;
      case Struct _ -> TType.STRUCT;
    };
  }

  /** Writes it. */
  default void write(TProtocol out) throws TException {
    switch (this) {
      case Whole(var type, var value) -> {
        switch (type) {
          case TType.BOOL -> out.writeBool(value != 0);
          case TType.I32 -> out.writeI32((int) value);
          default -> out.writeI64(value);
        }
      }
      case Real(var value) -> out.writeDouble(value);
      case Text(var value) -> out.writeBinary(ByteBuffer.wrap(value.toByteArray()));
      case Items(var type, var values) -> {
        out.writeListBegin(new TList(type, values.size()));
        for (ThriftValue value : values) {
          value.write(out);
        }
        out.writeListEnd();
      }
      case Texts(var values) -> {
        out.writeMapBegin(new TMap(TType.STRING, TType.STRING, values.size()));
        for (Map.Entry<String, String> value : values.entrySet()) {
          out.writeString(value.getKey());
          out.writeString(value.getValue());
        }
        out.writeMapEnd();
      }
      case Struct(var fields) -> {
        out.writeStructBegin(new TStruct(""));
        for (Map.Entry<Integer, ThriftValue> field : fields.entrySet()) {
          out.writeFieldBegin(new TField("", field.getValue().type(), field.getKey().shortValue()));
          field.getValue().write(out);
          out.writeFieldEnd();
        }
        out.writeFieldStop();
        out.writeStructEnd();
      }
    }
  }

  /**
   * Reads the values of one message. The binary protocol says the type of each, so no schema is
   * needed; types that no request of the services has are refused.
   */
  final class ValueReader {
    /** The depth to which values of the services nest, with room. */
    private static final int MOST_DEEP = 16;

    /** Far above what a request of the services has. */
    private static final int MOST_VALUES = 1 << 16;

    private final TProtocol in;
    private int values;

    ValueReader(TProtocol in) {
      this.in = in;
    }

    /**
     * The struct that the arguments of a call are, or its answer, at depth 0, or one within.
     *
     * @throws TException if it is none, or too large
     */
    ThriftValue.Struct readStruct(int depth) throws TException {
      Map<Integer, ThriftValue> fields = new TreeMap<>();
      in.readStructBegin();
      for (TField field = in.readFieldBegin();
          field.type != TType.STOP;
          field = in.readFieldBegin()) {
        fields.put((int) field.id, read(field.type, depth + 1));
        in.readFieldEnd();
      }
      in.readStructEnd();
      return new ThriftValue.Struct(fields);
    }

    private ThriftValue read(byte type, int depth) throws TException {
      if (depth > MOST_DEEP) {
        throw new TProtocolException(TProtocolException.DEPTH_LIMIT, "values nest too deep");
      }
      if (++values > MOST_VALUES) {
        throw new TProtocolException(TProtocolException.SIZE_LIMIT, "too many values");
      }
      return switch (type) {
        case TType.BOOL -> new ThriftValue.Whole(type, in.readBool() ? 1 : 0);
        case TType.BYTE -> new ThriftValue.Whole(type, in.readByte());
        case TType.I16 -> new ThriftValue.Whole(type, in.readI16());
        case TType.I32 -> new ThriftValue.Whole(type, in.readI32());
        case TType.I64 -> new ThriftValue.Whole(type, in.readI64());
        case TType.DOUBLE -> new ThriftValue.Real(in.readDouble());
        case TType.STRING -> new ThriftValue.Text(ByteString.copyFrom(in.readBinary()));
        case TType.STRUCT -> readStruct(depth);
        case TType.LIST -> readList(depth);
        default ->
            throw new TProtocolException(
                TProtocolException.INVALID_DATA, "no request has a value of type " + type);
      };
    }

    private ThriftValue readList(int depth) throws TException {
      TList list = in.readListBegin();
      List<ThriftValue> elements = new ArrayList<>();
      for (int i = 0; i < list.size; i++) {
        elements.add(read(list.elemType, depth + 1));
      }
      in.readListEnd();
      return new ThriftValue.Items(list.elemType, elements);
    }
  }
}

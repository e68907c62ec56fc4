package io.smartt.emulation.softswitch.thrift;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TList;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolException;
import org.apache.thrift.protocol.TType;

/**
 * Reads the values of one message. The binary protocol says the type of each, so no schema is
 * needed; types that no request of the services has are refused.
 */
final class ValueReader {
  /** How deep values of the services nest, with room. */
  private static final int MOST_DEEP = 16;

  /** Far above what a request of the services has. */
  private static final int MOST_VALUES = 1 << 16;

  private final TProtocol in;
  private int values;

  ValueReader(TProtocol in) {
    this.in = in;
  }

  /**
   * The struct that the arguments of a call are, or its answer.
   *
   * @throws TException if it is none, or too large
   */
  ThriftValue.Struct readStruct() throws TException {
    return readStruct(0);
  }

  private ThriftValue.Struct readStruct(int depth) throws TException {
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

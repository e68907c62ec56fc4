package io.smartt.workload.chakra;

import module java.base;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.smartt.base.input.UserInputException;

/**
 * Reads a rank's trace: messages with their length in front, {@code GlobalMetadata} first, then
 * nodes. Fields are those of mlcommons/chakra, {@code schema/protobuf/et_def.proto} of ET 1.0; what
 * has no meaning here is skipped.
 */
final class TraceReader {
  private static final int METADATA_VERSION = 1;

  private static final int NODE_ID = 1;
  private static final int NODE_NAME = 2;
  private static final int NODE_TYPE = 3;
  private static final int NODE_CTRL_DEPS = 4;
  private static final int NODE_DATA_DEPS = 5;
  private static final int NODE_DURATION_MICROS = 7;
  private static final int NODE_ATTR = 10;

  private static final int ATTR_NAME = 1;
  private static final int ATTR_INT32 = 7;
  private static final int ATTR_INT64 = 9;
  private static final int ATTR_UINT32 = 11;
  private static final int ATTR_UINT64 = 13;
  private static final int ATTR_SINT32 = 15;
  private static final int ATTR_SINT64 = 17;
  private static final int ATTR_FIXED32 = 19;
  private static final int ATTR_FIXED64 = 21;
  private static final int ATTR_SFIXED32 = 23;
  private static final int ATTR_SFIXED64 = 25;
  private static final int ATTR_BOOL = 27;
  private static final int ATTR_STRING = 29;

  private TraceReader() {}

  /**
   * The nodes of a trace, in its order.
   *
   * @param file its name, for errors
   */
  static List<ChakraNode> read(String file, byte[] bytes) {
    CodedInputStream in = CodedInputStream.newInstance(bytes);
    List<ChakraNode> nodes = new ArrayList<>();
    try {
      int end = begin(in);
      String version = version(in);
      end(in, end);
      if (!version.startsWith("1.")) {
        throw new UserInputException(
            file
                + ": execution traces of ET 1.0 are read; GlobalMetadata.version (field 1) is "
                + (version.isEmpty() ? "empty" : "'" + version + "'")
                + "; make it anew by a Chakra converter or generator that writes ET 1.0");
      }
      while (!in.isAtEnd()) {
        int limit = begin(in);
        nodes.add(node(in));
        end(in, limit);
      }
    } catch (IOException e) {
      throw new UserInputException(
          file
              + ": no execution trace of Chakra, or damaged, behind byte "
              + in.getTotalBytesRead(),
          e);
    }
    return nodes;
  }

  private static int begin(CodedInputStream in) throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  private static void end(CodedInputStream in, int limit) throws IOException {
    in.checkLastTagWas(0);
    in.popLimit(limit);
  }

  private static String version(CodedInputStream in) throws IOException {
    String version = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (WireFormat.getTagFieldNumber(tag) == METADATA_VERSION) {
        version = in.readString();
      } else {
        in.skipField(tag);
      }
    }
    return version;
  }

  private static ChakraNode node(CodedInputStream in) throws IOException {
    long id = 0;
    String name = "";
    int type = 0;
    long micros = 0;
    List<Long> before = new ArrayList<>();
    Map<String, Long> numbers = new HashMap<>();
    Map<String, String> texts = new HashMap<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case NODE_ID -> id = in.readUInt64();
        case NODE_NAME -> name = in.readString();
        case NODE_TYPE -> type = in.readEnum();
        case NODE_CTRL_DEPS, NODE_DATA_DEPS -> ids(in, tag, before);
        case NODE_DURATION_MICROS -> micros = in.readUInt64();
        case NODE_ATTR -> {
          int limit = begin(in);
          attribute(in, numbers, texts);
          end(in, limit);
        }
        default -> in.skipField(tag);
      }
    }
    return new ChakraNode(id, name, type, before, micros, numbers, texts);
  }

  /** A repeated field, packed or not. */
  private static void ids(CodedInputStream in, int tag, List<Long> ids) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      ids.add(in.readUInt64());
      return;
    }
    int limit = begin(in);
    while (in.getBytesUntilLimit() > 0) {
      ids.add(in.readUInt64());
    }
    in.popLimit(limit);
  }

  /** Writers differ in the types that they give a number. */
  private static void attribute(
      CodedInputStream in, Map<String, Long> numbers, Map<String, String> texts)
      throws IOException {
    String name = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      switch (field) {
        case ATTR_NAME -> name = in.readString();
        case ATTR_STRING -> texts.put(name, in.readString());
        case ATTR_INT32, ATTR_INT64 -> numbers.put(name, in.readInt64());
        case ATTR_UINT32, ATTR_UINT64, ATTR_BOOL -> numbers.put(name, in.readUInt64());
        case ATTR_SINT32, ATTR_SINT64 -> numbers.put(name, in.readSInt64());
        case ATTR_FIXED32 -> numbers.put(name, Integer.toUnsignedLong(in.readFixed32()));
        case ATTR_SFIXED32 -> numbers.put(name, (long) in.readSFixed32());
        case ATTR_FIXED64, ATTR_SFIXED64 -> numbers.put(name, in.readFixed64());
        default -> in.skipField(tag);
      }
    }
  }

  /**
   * One node of a rank's trace, with the fields that matter here.
   *
   * @param id by which others of the rank refer to it
   * @param name as the trace has it
   * @param type number of its {@code NodeType}
   * @param before ids of the nodes that it waits for, by control and by data
   * @param micros how long it took
   * @param numbers whole and truth-valued attributes, by name
   * @param texts textual attributes, by name
   */
  record ChakraNode(
      long id,
      String name,
      int type,
      List<Long> before,
      long micros,
      Map<String, Long> numbers,
      Map<String, String> texts) {

    /** Copies the collections. */
    ChakraNode {
      before = List.copyOf(before);
      numbers = Map.copyOf(numbers);
      texts = Map.copyOf(texts);
    }

    /** The node for errors. */
    String named() {
      return "node " + Long.toUnsignedString(id) + " (" + name + ")";
    }
  }
}

package io.smartt.workload.chakra;

import module java.base;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.smartt.base.input.UserInputException;

/**
 * Reads a rank's trace: messages with their length in front, {@code GlobalMetadata} first unless
 * the writer had none, then nodes. Fields are those of mlcommons/chakra: {@code
 * schema/protobuf/et_def.proto}, the same in 0.0.4 and 1.0, and {@code et_def/et_def.proto} of
 * 0.0.3 (July to September 2023). What has no meaning here is skipped.
 */
final class TraceReader {
  private static final int METADATA_VERSION = 1;
  private static final int METADATA_ATTR = 2;

  private static final int NODE_ID = 1;
  private static final int NODE_NAME = 2;
  private static final int NODE_TYPE = 3;
  private static final int NODE_CTRL_DEPS = 4;
  private static final int NODE_DATA_DEPS = 5;
  private static final int NODE_DURATION_MICROS = 7;
  private static final int NODE_ATTR = 10;

  /** The last field of 0.0.3 and 0.0.2, which 0.0.4 has no more; 0.0.1 has later ones. */
  private static final int EARLIER_ATTRIBUTE = 11;

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
  private static final int ATTR_BOOLS = 28;
  private static final int ATTR_STRING = 29;

  /** Behind an earlier attribute's name, type and comment; lists begin at the eighth or later. */
  private static final int EARLIER_VALUE = 4;

  private static final int EARLIER_LISTS = 8;

  /** A real number in 0.0.3. */
  private static final int WHOLE_NUMBER_OF_0_0_2 = 5;

  /** The kinds of collectives of 0.0.3, as 0.0.4 numbers them. */
  private static final List<Long> EARLIER_KINDS = List.of(0L, 6L, 2L, 7L, 5L);

  private final String file;
  private final CodedInputStream in;
  private final Map<String, Long> numbers = new HashMap<>();
  private final Map<String, String> texts = new HashMap<>();

  private TraceReader(String file, byte[] bytes) {
    this.file = file;
    in = CodedInputStream.newInstance(bytes);
  }

  /**
   * The nodes of a trace, in its order.
   *
   * @param file its name, for errors
   */
  static List<ChakraNode> read(String file, byte[] bytes) {
    TraceReader reader = new TraceReader(file, bytes);
    try {
      boolean metadata = new TraceReader(file, bytes).beginsWithMetadata();
      String version = metadata ? reader.version() : "";
      int last = version.isEmpty() ? new TraceReader(file, bytes).lastField() : 0;
      if (last > EARLIER_ATTRIBUTE) {
        throw reader.refused("0.0.1");
      }
      if (!version.matches("|0\\.0\\.[34]|1\\..*")) {
        throw reader.refused("'" + version + "'");
      }
      return reader.nodes(last == EARLIER_ATTRIBUTE || version.equals("0.0.3"));
    } catch (IOException e) {
      throw new UserInputException(
          file
              + ": no execution trace of Chakra, or damaged, behind byte "
              + reader.in.getTotalBytesRead(),
          e);
    }
  }

  private UserInputException refused(String version) {
    return new UserInputException(
        file
            + ": execution traces of Chakra 0.0.3 to 1.0 are read, this is of "
            + version
            + "; make it anew by a Chakra converter or generator of today");
  }

  /** Only a node has a number in front, its id or its type. */
  private boolean beginsWithMetadata() throws IOException {
    int limit = begin();
    boolean metadata = true;
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      metadata &= WireFormat.getTagWireType(tag) == WireFormat.WIRETYPE_LENGTH_DELIMITED;
      in.skipField(tag);
    }
    end(limit);
    return metadata;
  }

  /** Generators write a version, converters an attribute, as "1.0.2-chakra.0.0.4". */
  private String version() throws IOException {
    int limit = begin();
    String version = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case METADATA_VERSION -> version = in.readString();
        case METADATA_ATTR -> attribute();
        default -> in.skipField(tag);
      }
    }
    end(limit);
    // What 0.0.3 has in this field is an attribute, which begins with its name's tag.
    return version.isEmpty() || version.startsWith("\n")
        ? texts.getOrDefault("schema", "").replaceFirst(".*chakra\\.", "")
        : version;
  }

  /** The largest number of a field: without a version it tells layouts apart. */
  private int lastField() throws IOException {
    int last = 0;
    while (!in.isAtEnd()) {
      int limit = begin();
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        last = Math.max(last, WireFormat.getTagFieldNumber(tag));
        in.skipField(tag);
      }
      end(limit);
    }
    return last;
  }

  private List<ChakraNode> nodes(boolean earlier) throws IOException {
    List<ChakraNode> nodes = new ArrayList<>();
    while (!in.isAtEnd()) {
      int limit = begin();
      ChakraNode node = node(earlier);
      end(limit);
      if (node.numbers().getOrDefault("involved_dim", 1L) == 0
          && !node.texts().containsKey("pg_name")) {
        throw new UserInputException(
            "%s: %s: involved_dim leaves dimensions out; groups are read by pg_name only"
                .formatted(file, node.named()));
      }
      nodes.add(node);
    }
    return nodes;
  }

  private int begin() throws IOException {
    return in.pushLimit(in.readRawVarint32());
  }

  private void end(int limit) throws IOException {
    in.checkLastTagWas(0);
    in.popLimit(limit);
  }

  /** Earlier: types are those of 0.0.4; attributes have the duration, and kinds other numbers. */
  private ChakraNode node(boolean earlier) throws IOException {
    long id = 0;
    String name = "";
    int type = 0;
    long micros = 0;
    List<Long> before = new ArrayList<>();
    numbers.clear();
    texts.clear();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      switch (field) {
        case NODE_ID -> id = in.readUInt64();
        case NODE_NAME -> name = in.readString();
        case NODE_TYPE -> type = in.readEnum();
        case NODE_CTRL_DEPS -> ids(tag, before);
        default -> {
          if (earlier && field == EARLIER_ATTRIBUTE) {
            earlierAttribute();
          } else if (!earlier && field == NODE_DATA_DEPS) {
            ids(tag, before);
          } else if (!earlier && field == NODE_DURATION_MICROS) {
            micros = in.readUInt64();
          } else if (!earlier && field == NODE_ATTR) {
            attribute();
          } else {
            in.skipField(tag);
          }
        }
      }
    }
    if (earlier) {
      micros = numbers.getOrDefault("runtime", 0L);
      numbers.computeIfPresent(
          "comm_type",
          (_, kind) ->
              kind >= 0 && kind < EARLIER_KINDS.size()
                  ? EARLIER_KINDS.get((int) (long) kind)
                  : -1L);
    }
    return new ChakraNode(id, name, type, before, micros, numbers, texts);
  }

  /** A repeated field, packed or not. */
  private void ids(int tag, List<Long> ids) throws IOException {
    if (WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
      ids.add(in.readUInt64());
      return;
    }
    int limit = in.pushLimit(in.readRawVarint32());
    while (in.getBytesUntilLimit() > 0) {
      ids.add(in.readUInt64());
    }
    in.popLimit(limit);
  }

  /** Writers differ in the types that they give a number. */
  private void attribute() throws IOException {
    int limit = begin();
    String name = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      switch (WireFormat.getTagFieldNumber(tag)) {
        case ATTR_NAME -> name = in.readString();
        case ATTR_STRING -> texts.put(name, in.readString());
        case ATTR_INT32, ATTR_INT64 -> numbers.put(name, in.readInt64());
        case ATTR_UINT32, ATTR_UINT64, ATTR_BOOL -> numbers.put(name, in.readUInt64());
        case ATTR_SINT32, ATTR_SINT64 -> numbers.put(name, in.readSInt64());
        case ATTR_FIXED32 -> numbers.put(name, Integer.toUnsignedLong(in.readFixed32()));
        case ATTR_SFIXED32 -> numbers.put(name, (long) in.readSFixed32());
        case ATTR_FIXED64, ATTR_SFIXED64 -> numbers.put(name, in.readFixed64());
        case ATTR_BOOLS -> numbers.put(name, all());
        default -> in.skipField(tag);
      }
    }
    end(limit);
  }

  /** 1 if each of a list of truth values is true, otherwise 0. */
  private long all() throws IOException {
    int limit = begin();
    List<Long> values = new ArrayList<>();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      ids(tag, values);
    }
    end(limit);
    return values.contains(0L) ? 0 : 1;
  }

  /** Layouts differed by the month in their numbers, so that the wire's type says which it is. */
  private void earlierAttribute() throws IOException {
    int limit = begin();
    String name = "";
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      int field = WireFormat.getTagFieldNumber(tag);
      int type = WireFormat.getTagWireType(tag);
      if (field == ATTR_NAME) {
        name = in.readString();
      } else if (field == WHOLE_NUMBER_OF_0_0_2 && type == WireFormat.WIRETYPE_VARINT) {
        throw refused("0.0.2");
      } else if (field >= EARLIER_VALUE && type == WireFormat.WIRETYPE_VARINT) {
        // Of a list the least, which says whether all of it is true.
        numbers.merge(name, in.readInt64(), field < EARLIER_LISTS ? (_, one) -> one : Math::min);
      } else if (field >= EARLIER_VALUE && type == WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        texts.put(name, in.readString());
      } else {
        in.skipField(tag);
      }
    }
    end(limit);
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

package io.smartt.base.trace;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Just enough of a pcapng reader to see what was written, strict about every length. */
final class PcapngFile {

  /** A block without its type and lengths. */
  record Block(int type, ByteBuffer body) {
    ByteBuffer buffer() {
      return body.duplicate().order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Options from an offset on, by code. */
    Options options(int offset) {
      ByteBuffer in = buffer().position(offset);
      Map<Integer, byte[]> options = new HashMap<>();
      while (true) {
        int code = Short.toUnsignedInt(in.getShort());
        byte[] value = new byte[Short.toUnsignedInt(in.getShort())];
        if (code == 0) {
          if (in.hasRemaining()) {
            throw new AssertionError(in.remaining() + " bytes behind the end of options");
          }
          return new Options(options);
        }
        in.get(value);
        in.position((in.position() + 3) & -4);
        options.put(code, value);
      }
    }
  }

  /** Options of a block by their code. */
  record Options(Map<Integer, byte[]> values) {
    byte[] bytes(int code) {
      byte[] value = values.get(code);
      if (value == null) {
        throw new AssertionError("no option " + code + " among " + values.keySet());
      }
      return value;
    }

    String text(int code) {
      return new String(bytes(code), StandardCharsets.UTF_8);
    }
  }

  static List<Block> blocks(byte[] file) {
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    List<Block> blocks = new ArrayList<>();
    while (in.hasRemaining()) {
      int type = in.getInt();
      int length = in.getInt();
      if (length % 4 != 0) {
        throw new AssertionError("block of " + length + " bytes");
      }
      byte[] body = new byte[length - 12];
      in.get(body);
      int trailing = in.getInt();
      if (trailing != length) {
        throw new AssertionError("length " + length + " in front, " + trailing + " behind");
      }
      blocks.add(new Block(type, ByteBuffer.wrap(body)));
    }
    return blocks;
  }

  private PcapngFile() {}
}

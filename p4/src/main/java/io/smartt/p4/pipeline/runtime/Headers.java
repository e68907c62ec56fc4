package io.smartt.p4.pipeline.runtime;

import module java.base;

import io.smartt.p4.bmv2.Bmv2Config.HeaderType;
import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.FieldLayout;
import io.smartt.p4.pipeline.layout.HeaderLayout;

/**
 * Works on headers of one shape wherever they are in the slots: validity, copying, reading from and
 * writing to a packet.
 */
public final class Headers {
  private final int slots;
  private final int fixedBytes;
  private final int[] siblings;
  private final FieldRun[] beforeVariable;
  private final FieldRun[] afterVariable;
  private final int variableOffset;
  private final int lengthOffset;
  private final int maxVariableBits;

  public Headers(HeaderLayout shape) {
    slots = shape.slots();
    fixedBytes = shape.type().fixedBits() / 8;
    siblings = shape.siblingOffsets();
    List<FieldLayout> fields =
        shape.fields().stream().filter(f -> !f.name().equals(HeaderType.VALID)).toList();
    Optional<FieldLayout> variable = fields.stream().filter(FieldLayout::isVariable).findFirst();
    int split = variable.map(fields::indexOf).orElse(fields.size());
    beforeVariable = FieldRun.of(fields.subList(0, split));
    afterVariable = FieldRun.of(fields.subList(Math.min(split + 1, fields.size()), fields.size()));
    variableOffset = variable.map(FieldLayout::offset).orElse(-1);
    lengthOffset = variable.map(FieldLayout::lengthOffset).orElse(-1);
    maxVariableBits = variable.map(FieldLayout::width).orElse(0);
  }

  /** Bytes on the wire without those of the varbit field. */
  public int fixedBytes() {
    return fixedBytes;
  }

  /** The most bits that the varbit field can have. */
  public int maxVariableBits() {
    return maxVariableBits;
  }

  /** Bytes on the wire of a header as it is. */
  public int bytes(long[] values, int base) {
    return lengthOffset < 0 ? fixedBytes : fixedBytes + (int) values[base + lengthOffset] / 8;
  }

  public void setValid(long[] values, int base) {
    values[base + HeaderLayout.VALID_OFFSET] = 1;
    for (int sibling : siblings) {
      values[base + sibling + HeaderLayout.VALID_OFFSET] = 0;
    }
  }

  public void setInvalid(long[] values, int base) {
    values[base + HeaderLayout.VALID_OFFSET] = 0;
  }

  public boolean isValid(long[] values, int base) {
    return values[base + HeaderLayout.VALID_OFFSET] != 0;
  }

  /** Zeroes all fields. */
  public void clear(long[] values, int base) {
    Arrays.fill(values, base + HeaderLayout.VALID_OFFSET + 1, base + slots, 0);
  }

  /** Makes one header as another is; the fields of an invalid one are left alone. */
  public void copy(long[] values, int from, int to) {
    if (!isValid(values, from)) {
      setInvalid(values, to);
      return;
    }
    if (from != to) {
      setValid(values, to);
      System.arraycopy(
          values,
          from + HeaderLayout.VALID_OFFSET + 1,
          values,
          to + HeaderLayout.VALID_OFFSET + 1,
          slots - HeaderLayout.VALID_OFFSET - 1);
    }
  }

  /** Reads the header from bytes; the caller has made sure that they are there. */
  public void extract(byte[] data, int offset, long[] values, int base, int variableBits) {
    int at = offset * 8;
    for (FieldRun run : beforeVariable) {
      run.extract(data, at, values, base);
      at += run.bits();
    }
    if (lengthOffset >= 0) {
      extractVariable(data, at, values, base, variableBits);
      at += variableBits;
      for (FieldRun run : afterVariable) {
        run.extract(data, at, values, base);
        at += run.bits();
      }
    }
    setValid(values, base);
  }

  private void extractVariable(byte[] data, int at, long[] values, int base, int variableBits) {
    int first = base + variableOffset;
    int words = Words.count(maxVariableBits);
    int used = Words.count(variableBits);
    Arrays.fill(values, first, first + words - used, 0);
    if (variableBits > 0) {
      BitReader.read(data, at, variableBits, values, first + words - used);
    }
    values[base + lengthOffset] = variableBits;
  }

  /** Appends the header's bits. */
  public void emit(long[] values, int base, BitBuffer to) {
    for (FieldRun run : beforeVariable) {
      run.emit(values, base, to);
    }
    if (lengthOffset >= 0) {
      emitVariable(values, base, to);
      for (FieldRun run : afterVariable) {
        run.emit(values, base, to);
      }
    }
  }

  /** Appends the bits of the varbit field. */
  public void emitVariable(long[] values, int base, BitBuffer to) {
    int bits = (int) values[base + lengthOffset];
    to.append(values, base + variableOffset, Words.count(maxVariableBits), bits);
  }

  public static long signExtend(long value, int width) {
    int unused = Long.SIZE - width;
    return value << unused >> unused;
  }

  /**
   * Fields of one header that follow each other on the wire and together fit a long, so that they
   * are read and written in one go; or a single wider field.
   */
  public static final class FieldRun {
    private final int bits;
    private final int[] offsets;
    private final int[] widths;
    private final long[] masks;
    private final boolean[] signed;

    private FieldRun(List<FieldLayout> fields) {
      bits = fields.stream().mapToInt(FieldLayout::width).sum();
      offsets = fields.stream().mapToInt(FieldLayout::offset).toArray();
      widths = fields.stream().mapToInt(FieldLayout::width).toArray();
      masks = fields.stream().mapToLong(field -> Words.topMask(field.width())).toArray();
      signed = new boolean[widths.length];
      for (int i = 0; i < signed.length; i++) {
        signed[i] = fields.get(i).signed();
      }
    }

    /** Fields of fixed length, in the order of the wire, as runs. */
    public static FieldRun[] of(List<FieldLayout> fields) {
      List<FieldRun> runs = new ArrayList<>();
      List<FieldLayout> run = new ArrayList<>();
      int bits = 0;
      for (FieldLayout field : fields) {
        if (bits > 0 && bits + field.width() > Long.SIZE) {
          runs.add(new FieldRun(run));
          run = new ArrayList<>();
          bits = 0;
        }
        run.add(field);
        bits += field.width();
      }
      if (bits > 0) {
        runs.add(new FieldRun(run));
      }
      return runs.toArray(FieldRun[]::new);
    }

    public int bits() {
      return bits;
    }

    /** Reads the fields from bit {@code at} into the header whose slots start at {@code base}. */
    public void extract(byte[] data, int at, long[] values, int base) {
      if (bits > Long.SIZE) {
        BitReader.read(data, at, bits, values, base + offsets[0]);
        return;
      }
      long left = BitReader.read(data, at, bits);
      for (int i = offsets.length - 1; i >= 0; i--) {
        long value = left & masks[i];
        values[base + offsets[i]] = signed[i] ? Headers.signExtend(value, widths[i]) : value;
        left >>>= widths[i];
      }
    }

    /** Appends the fields. */
    public void emit(long[] values, int base, BitBuffer to) {
      if (bits > Long.SIZE) {
        to.append(values, base + offsets[0], Words.count(bits), bits);
        return;
      }
      long joined = values[base + offsets[0]] & masks[0];
      for (int i = 1; i < offsets.length; i++) {
        joined = (joined << widths[i]) | (values[base + offsets[i]] & masks[i]);
      }
      to.append(joined, bits);
    }
  }

  /** Reads numbers out of bytes, most significant bit first. */
  public static final class BitReader {
    private static final VarHandle LONG =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private BitReader() {}

    /** The {@code width} bits, 1 to 64, from bit {@code at}. */
    public static long read(byte[] data, int at, int width) {
      int first = at >>> 3;
      int skip = at & 7;
      if (skip + width <= Long.SIZE && first + Long.BYTES <= data.length) {
        return (long) LONG.get(data, first) << skip >>> (Long.SIZE - width);
      }
      return readByBytes(data, first, skip, width);
    }

    private static long readByBytes(byte[] data, int first, int skip, int width) {
      int byteAt = first;
      int left = width - (8 - skip);
      long value = data[byteAt++] & (0xffL >>> skip);
      while (left >= 8) {
        value = (value << 8) | (data[byteAt++] & 0xff);
        left -= 8;
      }
      if (left < 0) {
        return value >>> -left;
      }
      return left == 0 ? value : (value << left) | ((data[byteAt] & 0xff) >>> (8 - left));
    }

    /** Reads a number of any width into longs, most significant first. */
    public static void read(byte[] data, int at, int width, long[] words, int firstWord) {
      int head = width % Long.SIZE;
      int bit = at;
      int word = firstWord;
      if (head != 0) {
        words[word++] = read(data, bit, head);
        bit += head;
      }
      for (; bit < at + width; bit += Long.SIZE) {
        words[word++] = read(data, bit, Long.SIZE);
      }
    }
  }
}

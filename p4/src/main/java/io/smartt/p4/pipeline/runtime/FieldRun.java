package io.smartt.p4.pipeline.runtime;

import io.smartt.p4.pipeline.Words;
import io.smartt.p4.pipeline.hash.BitBuffer;
import io.smartt.p4.pipeline.layout.FieldLayout;
import java.util.ArrayList;
import java.util.List;

/**
 * Fields of one header that follow each other on the wire and together fit a long, so that they are
 * read and written in one go; or a single wider field.
 */
public final class FieldRun {
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

package io.smartt.p4.pipeline.state;

import module java.base;

import io.smartt.p4.pipeline.Words;

/**
 * The cells of a register array, unsigned numbers of one width. Written by the data path's one
 * thread and by the control plane; a reader sees a value soon after it was written.
 */
public final class RegisterCells {
  private static final VarHandle CELL = MethodHandles.arrayElementVarHandle(long[].class);

  private final int size;
  private final int width;
  private final int words;
  private final long topMask;
  private final long[] cells;

  /** Creates so many cells at zero. */
  public RegisterCells(int size, int width) {
    this.size = size;
    this.width = width;
    this.words = Words.count(width);
    this.topMask = Words.topMask(width);
    this.cells = new long[Math.multiplyExact(size, words)];
  }

  /** Returns how many cells there are. */
  public int size() {
    return size;
  }

  /** Width of a cell in bits. */
  public int width() {
    return width;
  }

  /** Returns whether there is a cell of this index. */
  public boolean has(long index) {
    return index >= 0 && index < size;
  }

  /** The low 64 bits of a cell. */
  public long low(int index) {
    return (long) CELL.getOpaque(cells, index * words + words - 1);
  }

  /** Sets a cell of up to 64 bits to the low bits of a value. */
  public void setLow(int index, long value) {
    CELL.setOpaque(cells, index, value & topMask);
  }

  /** A cell of any width. */
  public BigInteger get(int index) {
    BigInteger value = BigInteger.ZERO;
    for (int i = 0; i < words; i++) {
      long word = (long) CELL.getOpaque(cells, index * words + i);
      value = value.shiftLeft(Long.SIZE).or(Words.unsigned(word));
    }
    return value;
  }

  /** Sets a cell of any width to the low bits of a number. */
  public void set(int index, BigInteger value) {
    long[] parts = Words.of(value, width);
    for (int i = 0; i < words; i++) {
      CELL.setOpaque(cells, index * words + i, parts[i]);
    }
  }
}

package io.smartt.testbed.standin.asic;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.Arrays;

/** A packet's passage through the chip, which asks the switch for nothing. */
final class AsicContext extends PacketContext {
  private static final int FRAME_CAPACITY = 2048;

  private final long[] fields = new long[StandardMetadata.values().length];

  AsicContext() {
    super(new Packet(FRAME_CAPACITY));
  }

  @Override
  public long get(StandardMetadata field) {
    return fields[field.ordinal()];
  }

  @Override
  public void set(StandardMetadata field, long value) {
    fields[field.ordinal()] = value;
  }

  @Override
  public void reset() {
    Arrays.fill(fields, 0);
  }

  @Override
  public int deparsedLength() {
    return packet().length();
  }

  @Override
  public boolean parserLooped() {
    return false;
  }

  @Override
  public int cloneSession() {
    return NONE;
  }

  @Override
  public int resubmitFieldList() {
    return NONE;
  }

  @Override
  public int recirculateFieldList() {
    return NONE;
  }

  @Override
  public int digestList() {
    return NONE;
  }
}

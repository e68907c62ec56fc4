package io.smartt.p4.pipeline.program;

import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.StandardMetadata;

/** A context that no pipeline made. */
final class ForeignContext extends PacketContext {
  private ForeignContext() {
    super(new Packet(1));
  }

  static PacketContext create() {
    return new ForeignContext();
  }

  @Override
  public long get(StandardMetadata field) {
    return 0;
  }

  @Override
  public void set(StandardMetadata field, long value) {}

  @Override
  public void reset() {}

  @Override
  public int deparsedLength() {
    return 0;
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

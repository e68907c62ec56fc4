package io.smartt.testbed.standin.asic;

import io.smartt.host.wire.Bytes;
import io.smartt.p4.pipeline.Packet;
import io.smartt.p4.pipeline.PacketContext;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.StandardMetadata;
import java.util.Arrays;

/**
 * A chip that changes packets where they are: it clones, recirculates and digests nothing, so that
 * the switch around it never asks for that.
 */
public abstract sealed class ChipPipeline implements Pipeline
    permits RouterPipeline, TofinoPipeline {
  /** The EGRESS_SPEC that drops. */
  public static final int DROP_PORT = 511;

  /** The port whose packets come from the switch's own processor. */
  public static final int CPU_PORT = 510;

  @Override
  public PacketContext newContext() {
    return new AsicContext();
  }

  @Override
  public void deparse(PacketContext context) {
    // The packet was changed where it is.
  }

  @Override
  public int dropPort() {
    return DROP_PORT;
  }

  @Override
  public void copy(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void cloneIngress(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void cloneEgress(PacketContext from, PacketContext to) {
    throw notAsked();
  }

  @Override
  public void resubmit(PacketContext context) {
    throw notAsked();
  }

  @Override
  public void recirculate(PacketContext context) {
    throw notAsked();
  }

  @Override
  public Pipeline.Digest digest(PacketContext context) {
    throw notAsked();
  }

  @Override
  public PipelineControl control() {
    throw notAsked();
  }

  private static IllegalStateException notAsked() {
    return new IllegalStateException("this chip asks for no such thing");
  }

  /** A packet's passage through the chip, which asks the switch for nothing. */
  static final class AsicContext extends PacketContext {
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

  /** Reads how much waits in a queue, or may wait. */
  @FunctionalInterface
  public interface QueueDepths {
    /** Returns the bytes. */
    long bytes(int port, int queue);
  }

  /** A bijection whose bits all depend on all (the multipliers are Wellons' lowbias32). */
  private static int mix(int value) {
    int x = value;
    x = (x ^ (x >>> 16)) * 0x7feb352d;
    x = (x ^ (x >>> 15)) * 0x846ca68b;
    return x ^ (x >>> 16);
  }

  /**
   * Hashes addresses, protocol and ports; mixed so that salts separate boxes.
   *
   * @param ports whether the packet has any
   */
  static int hashOfFlow(Packet packet, int salt, boolean ports) {
    byte[] bytes = packet.bytes();
    int mixed = mix(salt ^ Bytes.int32(bytes, FrameFields.SOURCE));
    mixed = mix(mixed ^ Bytes.int32(bytes, FrameFields.DESTINATION));
    if (ports) {
      mixed = mix(mixed ^ Bytes.int32(bytes, FrameFields.L4_PORTS));
    }
    return mix(mixed ^ (bytes[FrameFields.PROTOCOL] & 0xff));
  }
}

package io.smartt.host.packetio;

import io.netty.buffer.ByteBuf;
import io.netty.util.AbstractReferenceCounted;
import io.netty.util.Recycler;
import io.netty.util.ReferenceCounted;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A frame that a {@link PacketChannel} received, and when the kernel got it. Pooled: the handler
 * that takes it out of the pipeline releases it, and its bytes with it.
 */
public final class ReceivedFrame extends AbstractReferenceCounted {
  private static final Recycler<ReceivedFrame> POOL =
      new Recycler<>() {
        @Override
        protected ReceivedFrame newObject(Handle<ReceivedFrame> handle) {
          return new ReceivedFrame(handle);
        }
      };

  private final Recycler.EnhancedHandle<ReceivedFrame> handle;
  private @Nullable ByteBuf content;
  private long stampNs;

  private ReceivedFrame(Recycler.Handle<ReceivedFrame> handle) {
    this.handle = (Recycler.EnhancedHandle<ReceivedFrame>) handle;
  }

  /** Returns one from the pool that bears this frame and is released with it. */
  public static ReceivedFrame of(ByteBuf content, long stampNs) {
    ReceivedFrame frame = POOL.get();
    frame.setRefCnt(1);
    frame.content = content;
    frame.stampNs = stampNs;
    return frame;
  }

  /** The frame, Ethernet header first, without FCS; backed by an array. */
  public ByteBuf content() {
    return Objects.requireNonNull(content, "released");
  }

  /** The kernel's time of arrival, nanoseconds since 1970; 0 if unknown. */
  public long stampNs() {
    return stampNs;
  }

  @Override
  public ReferenceCounted touch(Object hint) {
    return this;
  }

  @Override
  protected void deallocate() {
    content().release();
    content = null;
    handle.unguardedRecycle(this);
  }
}

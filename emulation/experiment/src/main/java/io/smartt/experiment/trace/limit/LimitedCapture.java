package io.smartt.experiment.trace.limit;

import module java.base;

import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.Direction;
import io.smartt.experiment.trace.analysis.FrameView;

/**
 * Passes on the packets that are wanted, and of each as much as is. Thread safe if the next one is:
 * each thread reads with a view of its own.
 */
public final class LimitedCapture implements CaptureSink {
  private final CaptureSink next;
  private final BitSet interfaces;
  private final CaptureWindow window;
  private final PacketFilter.Test filter;
  private final boolean everyPacket;
  private final int snapBytes;
  private final ThreadLocal<FrameView> views = ThreadLocal.withInitial(FrameView::new);

  /**
   * @param interfaces numbers of those that are wanted
   * @param everyPacket whether the filter takes all, so that packets need not be read
   * @param snapBytes of each packet, at most
   */
  public LimitedCapture(
      CaptureSink next,
      BitSet interfaces,
      CaptureWindow window,
      PacketFilter.Test filter,
      boolean everyPacket,
      int snapBytes) {
    this.next = next;
    this.interfaces = (BitSet) interfaces.clone();
    this.window = window;
    this.filter = filter;
    this.everyPacket = everyPacket;
    this.snapBytes = snapBytes;
  }

  @Override
  public void packet(
      long timePs,
      int interfaceId,
      Direction direction,
      byte[] bytes,
      int headLength,
      int wireLength,
      long packetId,
      Optional<String> comment) {
    if (interfaces.get(interfaceId)
        && window.has(timePs)
        && (everyPacket || isWanted(bytes, headLength, wireLength))) {
      next.packet(
          timePs,
          interfaceId,
          direction,
          bytes,
          Math.min(headLength, snapBytes),
          Math.max(headLength, wireLength),
          packetId,
          comment);
    }
  }

  private boolean isWanted(byte[] bytes, int headLength, int wireLength) {
    FrameView view = views.get();
    // The array may be longer than what is real of it.
    byte[] real = bytes.length == headLength ? bytes : Arrays.copyOf(bytes, headLength);
    var _ = view.read(real, wireLength);
    return filter.takes(view);
  }
}

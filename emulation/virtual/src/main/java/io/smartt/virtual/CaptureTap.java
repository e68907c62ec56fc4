package io.smartt.virtual;

import io.smartt.base.trace.CaptureSink;
import io.smartt.base.trace.CaptureSink.Direction;
import java.util.Optional;

/** Passes the packets of a standing network to a capture while there is one. */
final class CaptureTap implements CaptureSink {
  private Optional<CaptureSink> sink = Optional.empty();

  void into(Optional<CaptureSink> newSink) {
    sink = newSink;
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
    if (sink.isPresent()) {
      sink.get()
          .packet(timePs, interfaceId, direction, bytes, headLength, wireLength, packetId, comment);
    }
  }
}

package io.smartt.host.api;

import io.smartt.host.transport.Destination;
import java.nio.ByteBuffer;

/**
 * A message that arrived whole.
 *
 * @param source who sent it; {@link Endpoint#connect} takes it for an answer
 * @param content its bytes, read-only
 */
public record Message(Destination source, ByteBuffer content) {
  /** The bytes as an array of their own. */
  public byte[] toByteArray() {
    byte[] bytes = new byte[content.remaining()];
    content.duplicate().get(bytes);
    return bytes;
  }
}

package io.smartt.host.transport;

/** Takes payload bytes as they are placed, in any order, each byte of a message once. */
@FunctionalInterface
public interface PayloadSink {
  /**
   * Bytes of a message. The array is the caller's: copy what is to be kept.
   *
   * @param sourceIpv4 the sending host
   * @param messageId the sender's id of the message
   * @param messageOffset where in the message they belong
   * @return whether the bytes are as expected; counted as a mismatch otherwise
   */
  boolean place(
      int sourceIpv4, long messageId, long messageOffset, byte[] bytes, int offset, int length);
}

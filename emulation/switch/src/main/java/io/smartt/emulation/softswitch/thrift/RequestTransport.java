package io.smartt.emulation.softswitch.thrift;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.time.Duration;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TTransportException;

/**
 * What a caller sends, request by request. A caller may say nothing for as long as it likes; once a
 * request has begun, its bytes are bounded and so is the wait for each of them.
 */
final class RequestTransport extends TIOStreamTransport {
  private final Socket socket;
  private final InputStream in;
  private final Duration patience;
  private long left;

  /**
   * A transport over a connection.
   *
   * @param in buffers what comes; it has to know {@link InputStream#mark}
   * @param patience how long a request that has begun may stand still
   */
  RequestTransport(Socket socket, InputStream in, Duration patience) throws TTransportException {
    super(in);
    this.socket = socket;
    this.in = in;
    this.patience = patience;
  }

  /**
   * Waits for a request, however long that takes.
   *
   * @param bytes most that it may have
   * @return false: the caller has gone
   */
  boolean awaitRequest(long bytes) throws IOException {
    left = bytes;
    socket.setSoTimeout(0);
    in.mark(1);
    boolean begun = in.read() >= 0;
    in.reset();
    socket.setSoTimeout(Math.toIntExact(patience.toMillis()));
    return begun;
  }

  /** The rest of this request may have so many bytes. */
  void allow(long bytes) {
    left = bytes;
  }

  @Override
  public int read(byte[] buffer, int offset, int length) throws TTransportException {
    int read = super.read(buffer, offset, length);
    left -= read;
    checkReadBytesAvailable(0);
    return read;
  }

  /** Called before an announced length is believed. */
  @Override
  public void checkReadBytesAvailable(long bytes) throws TTransportException {
    if (bytes > left || left < 0) {
      throw new TTransportException(
          TTransportException.MESSAGE_SIZE_LIMIT, "a request is longer than this switch takes");
    }
  }
}

package io.smartt.switchd.thrift;

import static io.smartt.switchd.thrift.ThriftMethod.standard;

import module java.base;

import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.apache.thrift.transport.TMemoryBuffer;
import org.apache.thrift.transport.TTransportException;

/** One caller: its requests are answered one after the other until it goes. */
final class ThriftConnection implements AutoCloseable {
  /** A key of a table, say: all requests but one are small. */
  private static final int MOST_BYTES = 1 << 20;

  /** The call that brings a program. */
  private static final String LARGE_CALL = standard("bm_load_new_config");

  private static final int MOST_BYTES_OF_LARGE = 32 << 20;
  private static final int FIRST_ANSWER_BYTES = 512;

  private final Socket socket;
  private final ThriftServer.ThriftCalls calls;
  private final Semaphore large;
  private final RequestTransport transport;
  private final TBinaryProtocol in;

  // Written by the thread that serves, read by the one that looks for idle connections.
  private volatile long waitingSinceNs = System.nanoTime();
  private volatile boolean waiting = true;

  /**
   * A connection that was accepted.
   *
   * @param large of which each large request takes one while it lasts, so that they do not add up
   * @param patience how long a request that has begun may stand still
   */
  ThriftConnection(
      Socket socket, ThriftServer.ThriftCalls calls, Semaphore large, Duration patience)
      throws IOException, TTransportException {
    this.socket = socket;
    this.calls = calls;
    this.large = large;
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    transport =
        new RequestTransport(socket, new BufferedInputStream(socket.getInputStream()), patience);
    in = new TBinaryProtocol(transport, MOST_BYTES_OF_LARGE, MOST_BYTES, true, true);
  }

  /**
   * Answers until the caller has gone.
   *
   * @throws TException if what it says is no request
   * @throws IOException if the connection breaks
   */
  void serve() throws TException, IOException {
    while (transport.awaitRequest(MOST_BYTES)) {
      waiting = false;
      TMessage message = in.readMessageBegin();
      if (message.name.equals(LARGE_CALL)) {
        answerLarge(message);
      } else {
        answer(message);
      }
    }
  }

  /** Returns the time that it has been without a request; negative while it has one. */
  long waitingNs(long nowNs) {
    return waiting ? nowNs - waitingSinceNs : -1;
  }

  private void answerLarge(TMessage message) throws TException, IOException {
    if (!large.tryAcquire()) {
      throw new TTransportException(
          TTransportException.MESSAGE_SIZE_LIMIT, "another program is being loaded");
    }
    try {
      transport.allow(MOST_BYTES_OF_LARGE);
      answer(message);
    } finally {
      large.release();
    }
  }

  private void answer(TMessage message) throws TException, IOException {
    Arguments arguments = new Arguments(new ThriftValue.ValueReader(in).readStruct(0));
    in.readMessageEnd();
    TMemoryBuffer answer = new TMemoryBuffer(FIRST_ANSWER_BYTES);
    try {
      reply(answer, message, calls.call(message.name, arguments));
    } catch (TApplicationException refused) {
      answer = new TMemoryBuffer(FIRST_ANSWER_BYTES);
      TBinaryProtocol out = begin(answer, message, TMessageType.EXCEPTION);
      refused.write(out);
      out.writeMessageEnd();
    }
    // Before the write: who has its answer may be asked to go, and so may a caller that reads none.
    waitingSinceNs = System.nanoTime();
    waiting = true;
    socket.getOutputStream().write(answer.getArray(), 0, answer.length());
  }

  private static void reply(TMemoryBuffer to, TMessage message, ThriftValue.Struct answer)
      throws TException {
    TBinaryProtocol out = begin(to, message, TMessageType.REPLY);
    answer.write(out);
    out.writeMessageEnd();
  }

  /** The answer to {@code service:method} has the method's name alone. */
  private static TBinaryProtocol begin(TMemoryBuffer to, TMessage message, byte type)
      throws TException {
    TBinaryProtocol out = new TBinaryProtocol(to);
    String method = message.name.substring(message.name.indexOf(':') + 1);
    out.writeMessageBegin(new TMessage(method, type, message.seqid));
    return out;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }

  /**
   * The bytes that a caller sends, request by request. A caller may say nothing for as long as it
   * likes; once a request has begun, its bytes are bounded and so is the wait for each of them.
   */
  private static final class RequestTransport extends TIOStreamTransport {
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
}

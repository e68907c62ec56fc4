package io.smartt.switchd.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers that mean no good, or do not know better: each loses its own connection, no one else. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ThriftAttackTest {
  private static final Duration PATIENCE = Duration.ofMillis(300);
  private static final int CALL = 0x80010001;

  /**
   * Twelve of them are more than the kernel holds for a connection (4 MiB and what is received).
   */
  private static final ThriftValue LONG = ThriftValue.text("x".repeat(1 << 20));

  private static final int LONG_ANSWERS = 12;

  private final List<Socket> sockets = new ArrayList<>();
  private ThriftServer server;

  @BeforeEach
  void start() {
    server =
        ThriftServer.start(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new ThriftServer.ThriftCalls(
                Map.of(
                    "simple_switch:seven",
                    _ -> ThriftValue.i32(7),
                    "simple_switch:long",
                    _ -> LONG)),
            PATIENCE);
  }

  @AfterEach
  void stop() throws IOException {
    for (Socket socket : sockets) {
      socket.close();
    }
    server.close();
  }

  private Socket connect() throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port());
    sockets.add(socket);
    return socket;
  }

  private static long seven(Socket socket) throws IOException, TException {
    TBinaryProtocol protocol =
        new TBinaryProtocol(
            new TIOStreamTransport(socket.getInputStream(), socket.getOutputStream()));
    protocol.writeMessageBegin(new TMessage("simple_switch:seven", TMessageType.CALL, 1));
    ThriftValue.Struct.EMPTY.write(protocol);
    protocol.writeMessageEnd();
    protocol.getTransport().flush();
    var _ = protocol.readMessageBegin();
    return new Arguments(new ThriftValue.ValueReader(protocol).readStruct(0)).whole(0);
  }

  /** The begin of a call, up to its first argument. */
  private static DataOutputStream call(ByteArrayOutputStream bytes) throws IOException {
    return call(bytes, "simple_switch:seven");
  }

  private static DataOutputStream call(ByteArrayOutputStream bytes, String method)
      throws IOException {
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(CALL);
    out.writeInt(method.length());
    out.writeBytes(method);
    out.writeInt(1);
    return out;
  }

  private static boolean isClosed(Socket socket) throws IOException {
    try {
      return socket.getInputStream().read() < 0;
    } catch (SocketException e) {
      return true; // Reset: the server had bytes that it did not read.
    }
  }

  private void requireRefused(byte[] bytes) throws IOException, TException {
    Socket rude = connect();
    try {
      rude.getOutputStream().write(bytes);
    } catch (SocketException e) {
      // It is closed before all of it was sent.
    }
    assertThat(isClosed(rude)).isTrue();
    assertThat(seven(connect())).as("others are answered").isEqualTo(7);
  }

  @Test
  void whatIsNoThriftIsRefused() throws IOException, TException {
    requireRefused("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  @Test
  void aHugeNameIsNotBelieved() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(CALL);
    out.writeInt(Integer.MAX_VALUE);
    requireRefused(bytes.toByteArray());
  }

  @Test
  void aHugeTextIsNotBelieved() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = call(bytes);
    out.writeByte(TType.STRING);
    out.writeShort(1);
    out.writeInt(31 << 20);
    requireRefused(bytes.toByteArray());
  }

  @Test
  void aLongListIsNotRead() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = call(bytes);
    out.writeByte(TType.LIST);
    out.writeShort(1);
    out.writeByte(TType.BOOL);
    out.writeInt(1 << 19);
    out.write(new byte[1 << 19]);
    requireRefused(bytes.toByteArray());
  }

  @Test
  void aLongRequestIsNotRead() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = call(bytes);
    for (int field = 0; field < 3; field++) {
      out.writeByte(TType.STRING);
      out.writeShort(field);
      out.writeInt(500_000);
      out.write(new byte[500_000]);
    }
    requireRefused(bytes.toByteArray());
  }

  @Test
  void deepListsDoNotUseUpTheStack() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = call(bytes);
    out.writeByte(TType.LIST);
    out.writeShort(1);
    for (int depth = 0; depth < 100_000; depth++) {
      out.writeByte(TType.LIST);
      out.writeInt(1);
    }
    requireRefused(bytes.toByteArray());
  }

  @Test
  void mapsAreNoValuesOfRequests() throws IOException, TException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = call(bytes);
    out.writeByte(TType.MAP);
    out.writeShort(1);
    requireRefused(bytes.toByteArray());
  }

  @Test
  void halfARequestIsGivenUp() throws IOException, TException {
    Socket silent = connect();
    assertThat(seven(silent)).isEqualTo(7);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    var _ = call(bytes);
    requireRefused(bytes.toByteArray());
    assertThat(seven(silent)).as("silence between requests is no fault").isEqualTo(7);
  }

  @Test
  void theQuietestConnectionMakesRoom() throws IOException, TException {
    Socket first = connect();
    assertThat(seven(first)).isEqualTo(7);
    for (int i = 1; i < ThriftServer.MOST_CONNECTIONS; i++) {
      assertThat(seven(connect())).isEqualTo(7);
    }
    assertThat(seven(connect())).isEqualTo(7);
    assertThat(isClosed(first)).isTrue();
  }

  /** Asks for more than two sockets hold, so that the server waits for somebody to read. */
  private void askWithoutReading() throws IOException {
    Socket rude = connect();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < LONG_ANSWERS; i++) {
      call(bytes, "simple_switch:long").writeByte(TType.STOP);
    }
    rude.getOutputStream().write(bytes.toByteArray());
  }

  @Test
  void whoDoesNotReadItsAnswerMakesRoomToo() throws IOException, TException {
    for (int i = 0; i < ThriftServer.MOST_CONNECTIONS; i++) {
      askWithoutReading();
    }
    Socket first = connect();
    assertThat(seven(first)).isEqualTo(7);
    assertThat(seven(connect())).isEqualTo(7);
    assertThat(seven(first)).as("who reads its answers stays").isEqualTo(7);
  }
}

package io.smartt.softswitch.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.protobuf.ProtoUtils;
import io.grpc.stub.ClientCalls;
import io.smartt.p4.pipeline.program.Bmv2Program;
import io.smartt.softswitch.p4runtime.P4RuntimeService;
import io.smartt.softswitch.p4runtime.P4RuntimeService.P4RuntimeSettings;
import io.smartt.switchd.console.ConnectionLog;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.p4.v1.CapabilitiesRequest;
import org.p4.v1.P4RuntimeGrpc;
import org.p4.v1.WriteResponse;

/** What clients that speak no P4Runtime, or no HTTP/2, do to a server. */
@Timeout(60)
class SwitchServerTest {
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM".getBytes(StandardCharsets.US_ASCII);

  private final AtomicInteger logged = new AtomicInteger();
  private final Handler counter =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          if (record.getLevel().intValue() >= Level.INFO.intValue()) {
            logged.incrementAndGet();
          }
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };
  private final StringWriter said = new StringWriter();
  private final ConnectionLog connections =
      ConnectionLog.to(new PrintWriter(said, true), System::nanoTime);
  private final SwitchServer server =
      SwitchServer.start(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          Optional.empty(),
          List.of(new P4RuntimeService(List.of(), Bmv2Program::load, P4RuntimeSettings.lenient())),
          Optional.empty(),
          Optional.empty(),
          Duration.ofMillis(500));
  private final ManagedChannel channel =
      NettyChannelBuilder.forAddress(
              new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()))
          .usePlaintext()
          .build();

  @BeforeEach
  void listen() {
    Logger.getLogger("").addHandler(counter);
  }

  @AfterEach
  void close() {
    Logger.getLogger("").removeHandler(counter);
    channel.shutdownNow();
    server.close();
    connections.close();
  }

  private Socket connect() throws IOException {
    return new Socket(InetAddress.getLoopbackAddress(), server.port());
  }

  private void serverAnswers() {
    assertThat(
            P4RuntimeGrpc.newBlockingStub(channel)
                .capabilities(CapabilitiesRequest.getDefaultInstance())
                .getP4RuntimeApiVersion())
        .isEqualTo(P4RuntimeService.API_VERSION);
  }

  private static void readToEnd(Socket socket) throws IOException {
    try (InputStream in = socket.getInputStream()) {
      var _ = in.readAllBytes();
    } catch (java.net.SocketException e) {
      // A reset is an end too.
    }
  }

  @Test
  void garbageFillsNoLog() throws IOException {
    for (int i = 0; i < 50; i++) {
      try (Socket socket = connect()) {
        socket
            .getOutputStream()
            .write(
                ("GET / HTTP/1.1\r\nHost: " + i + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        readToEnd(socket);
      }
    }

    assertThat(logged).hasValue(0);
    assertThat(said.toString().lines()).hasSizeLessThanOrEqualTo(1);
    serverAnswers();
  }

  /** Blocks for ever, until the test's time is over, where the server waits for ever. */
  @Test
  void whoNeverFinishesItsPrefaceIsClosed() throws IOException {
    try (Socket silent = connect();
        Socket half = connect()) {
      half.getOutputStream().write(PREFACE);
      readToEnd(half);
      readToEnd(silent);
    }
    serverAnswers();
  }

  @Test
  void aRequestThatIsNoProtobufIsAnInvalidArgument() {
    MethodDescriptor<ByteString, WriteResponse> write =
        P4RuntimeGrpc.getWriteMethod().toBuilder(
                new Bytes(), ProtoUtils.marshaller(WriteResponse.getDefaultInstance()))
            .build();

    StatusRuntimeException refused =
        catchThrowableOfType(
            StatusRuntimeException.class,
            () ->
                ClientCalls.blockingUnaryCall(
                    channel, write, CallOptions.DEFAULT, ByteString.fromHex("ffffffffff")));

    assertThat(refused.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
    assertThat(refused.getStatus().getDescription())
        .startsWith("the request is not its Protobuf message: ");
    assertThat(logged).hasValue(0);
    serverAnswers();
  }

  /** Bytes as they are. */
  private static final class Bytes implements MethodDescriptor.Marshaller<ByteString> {
    @Override
    public InputStream stream(ByteString value) {
      return value.newInput();
    }

    @Override
    public ByteString parse(InputStream stream) {
      throw new UnsupportedOperationException();
    }
  }
}

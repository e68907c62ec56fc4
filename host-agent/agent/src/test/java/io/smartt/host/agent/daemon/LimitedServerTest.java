package io.smartt.host.agent.daemon;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.BindableService;
import io.grpc.InsecureServerCredentials;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.ServerServiceDefinition;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers that mean no good get of a gRPC server, in frames of RFC 9113. */
class LimitedServerTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII);
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int ENHANCE_YOUR_CALM = 11;

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void close() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
  }

  private int serve(ConnectionLimit connections) throws IOException {
    return serve(
        connections,
        new ServerInterceptor() {
          @Override
          public <Q, P> ServerCall.Listener<Q> interceptCall(
              ServerCall<Q, P> call, Metadata headers, ServerCallHandler<Q, P> next) {
            return next.startCall(call, headers);
          }
        });
  }

  /** With one method, whose calls stay open. */
  private int serve(ConnectionLimit connections, ServerInterceptor asked) throws IOException {
    MethodDescriptor.Marshaller<byte[]> bytes =
        new MethodDescriptor.Marshaller<>() {
          @Override
          public InputStream stream(byte[] value) {
            return new ByteArrayInputStream(value);
          }

          @Override
          public byte[] parse(InputStream stream) {
            return new byte[0];
          }
        };
    BindableService service =
        () ->
            ServerServiceDefinition.builder("s")
                .addMethod(
                    MethodDescriptor.<byte[], byte[]>newBuilder(bytes, bytes)
                        .setType(MethodDescriptor.MethodType.UNARY)
                        .setFullMethodName("s/m")
                        .build(),
                    ServerCalls.asyncUnaryCall((request, answer) -> {}))
                .build();
    Server server =
        LimitedServer.at(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create(),
                connections)
            .intercept(asked)
            .addService(service)
            .build()
            .start();
    opened.push(() -> server.shutdownNow().awaitTermination());
    return server.getPort();
  }

  private final class Caller {
    final Socket socket;
    final DataInputStream in;
    final ByteArrayOutputStream frames = new ByteArrayOutputStream();
    private final DataOutputStream out = new DataOutputStream(frames);
    private int stream = -1;
    int resets;

    /** The calls at a time that the server last said. */
    int most;

    Caller(int port) throws IOException {
      socket = new Socket(InetAddress.getLoopbackAddress(), port);
      opened.push(socket);
      in = new DataInputStream(socket.getInputStream());
      out.write(PREFACE);
      frame(SETTINGS, 0, 0);
    }

    void frame(int type, int flags, int on, byte... body) throws IOException {
      out.writeByte(0);
      out.writeShort(body.length);
      out.writeByte(type);
      out.writeByte(flags);
      out.writeInt(on);
      out.write(body);
    }

    /** Begins a call, which does not end. */
    int call() throws IOException {
      ByteArrayOutputStream block = new ByteArrayOutputStream();
      for (Map.Entry<String, String> header :
          List.of(
              Map.entry(":method", "POST"),
              Map.entry(":scheme", "http"),
              Map.entry(":path", "/s/m"),
              Map.entry("te", "trailers"),
              Map.entry("content-type", "application/grpc"))) {
        block.write(0);
        block.write(header.getKey().length());
        block.write(header.getKey().getBytes(US_ASCII));
        block.write(header.getValue().length());
        block.write(header.getValue().getBytes(US_ASCII));
      }
      stream += 2;
      frame(HEADERS, 4, stream, block.toByteArray());
      return stream;
    }

    /** From a thread of its own: a server that has enough may read no more. */
    void send() {
      byte[] all = frames.toByteArray();
      frames.reset();
      Thread.ofVirtual()
          .start(() -> {
            try {
              socket.getOutputStream().write(all);
            } catch (IOException e) {
              // It hung up.
            }
          });
    }

    /** Returns the error of the server's GOAWAY, or -1 for the next PING's answer. */
    int goAwayOrPing() throws IOException {
      OptionalInt end = next();
      while (end.isEmpty()) {
        end = next();
      }
      return end.getAsInt();
    }

    /** Reads one frame; has a value for a GOAWAY and for the answer of a PING. */
    private OptionalInt next() throws IOException {
      int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
      int type = in.readUnsignedByte();
      int flags = in.readUnsignedByte();
      in.readInt();
      byte[] body = in.readNBytes(length);
      if (type == RST_STREAM) {
        resets++;
      }
      for (int i = 0; type == SETTINGS && flags == 0 && i < length; i += 6) {
        if (body[i + 1] == 3) {
          most = ((body[i + 4] & 0xff) << 8) | (body[i + 5] & 0xff);
          frame(SETTINGS, 1, 0);
        }
      }
      return type == GOAWAY
          ? OptionalInt.of(body[7])
          : type == PING && flags == 1 ? OptionalInt.of(-1) : OptionalInt.empty();
    }

    /**
     * Begins a call and waits until the server grants more: it answers a PING before it looks at
     * the call, and hangs up on a third PING within a second.
     */
    void admitted() throws IOException {
      call();
      send();
      while (most != LimitedServer.MOST_CALLS) {
        next();
      }
    }

    /** Whether the server answers it rather than hang up. */
    boolean isServed() {
      try {
        frame(PING, 0, 0, new byte[8]);
        send();
        return goAwayOrPing() == -1;
      } catch (IOException e) {
        return false;
      }
    }
  }

  /** The second is MadeYouReset (CVE-2025-55163), the third streams that never end. */
  @ParameterizedTest
  @ValueSource(ints = {RST_STREAM, WINDOW_UPDATE, HEADERS})
  void aFloodOfStreamsEndsItsConnectionAndNoOther(int kind) throws IOException {
    int port = serve(new ConnectionLimit(4, LONG));
    Caller attacker = new Caller(port);
    Caller other = new Caller(port);
    for (int i = 0; i < LimitedServer.MOST_CALLS + LimitedServer.MOST_RESETS + 1; i++) {
      int stream = attacker.call();
      if (kind != HEADERS) {
        attacker.frame(kind, 0, stream, new byte[4]);
      }
    }
    attacker.send();
    assertThat(attacker.goAwayOrPing()).isEqualTo(ENHANCE_YOUR_CALM);
    assertThat(other.isServed()).isTrue();
  }

  @Test
  void aClientThatCancelsManyCallsIsServed() throws IOException {
    Caller caller = new Caller(serve(new ConnectionLimit(4, LONG)));
    for (int i = 0; i < LimitedServer.MOST_RESETS; i++) {
      caller.frame(RST_STREAM, 0, caller.call(), new byte[4]);
    }
    assertThat(caller.isServed()).isTrue();
  }

  @Test
  void theOldestThatCalledNothingGivesWay() throws IOException {
    int port = serve(new ConnectionLimit(3, LONG));
    List<Caller> callers = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      Caller caller = new Caller(port);
      if (i == 0) {
        caller.admitted();
      }
      assertThat(caller.isServed()).isTrue();
      callers.add(caller);
    }
    assertThat(callers.stream().map(Caller::isServed))
        .containsExactly(true, false, false, true, true);
  }

  /** Its calls were refused, and it never ends them. */
  @Test
  @Timeout(60)
  void aStrangerWithCallsGivesWayAtOnce() throws IOException {
    int port = serve(new ConnectionLimit(1, LONG), new BearerToken("0123456789abcdef").demanded());
    Caller stranger = new Caller(port);
    stranger.call();
    assertThat(stranger.isServed()).isTrue();
    assertThat(new Caller(port).isServed()).isTrue();
    assertThat(stranger.in.readAllBytes()).hasSizeLessThan(1_000);
  }

  @Test
  @Timeout(60)
  void aStrangersCallsAreFewAndMoreOnceOneIsGranted() throws IOException {
    ServerInterceptor refusing = new BearerToken("0123456789abcdef").demanded();
    Caller stranger = new Caller(serve(new ConnectionLimit(4, LONG), refusing));
    for (int i = 0; i <= LimitedServer.MOST_CALLS_OF_A_STRANGER; i++) {
      stranger.call();
    }
    assertThat(stranger.isServed()).isTrue();
    assertThat(stranger.resets).isOne();

    Caller caller = new Caller(serve(new ConnectionLimit(4, LONG)));
    caller.admitted();
    for (int i = 1; i <= LimitedServer.MOST_CALLS; i++) {
      caller.call();
    }
    assertThat(caller.isServed()).isTrue();
    assertThat(caller.resets).isOne();
  }

  @Test
  void whenAllCallTheNewOneIsClosed() throws IOException {
    int port = serve(new ConnectionLimit(2, LONG));
    Caller first = new Caller(port);
    Caller second = new Caller(port);
    first.admitted();
    second.admitted();
    assertThat(new Caller(port).isServed()).isFalse();
    first.socket.close();
    boolean served = false;
    while (!served) {
      served = new Caller(port).isServed();
    }
    assertThat(second.isServed()).isTrue();
  }

  @Test
  void whoCallsNothingInTimeIsClosed() throws IOException {
    int port = serve(new ConnectionLimit(4, Duration.ZERO));
    assertThat(new Caller(port).in.readAllBytes()).hasSizeLessThan(1_000);
  }
}

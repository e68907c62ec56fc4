package io.smartt.switchd.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.InsecureServerCredentials;
import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.netty.util.internal.logging.InternalLoggerFactory;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is said of connections that fail. */
@Timeout(60)
class ConnectionLogTest {
  private static final String GRPC = "io.grpc.netty.NettyServerTransport.connections";

  private final AtomicLong nowNs = new AtomicLong();
  private final StringWriter said = new StringWriter();

  private ConnectionLog log() {
    return ConnectionLog.to(new PrintWriter(said, true), nowNs::get);
  }

  private static void fail(String why) {
    Logger.getLogger(GRPC)
        .log(Level.INFO, "Transport failed", new IOException("outer", new IOException(why)));
  }

  @Test
  void aFailedConnectionIsOneLineWithItsCause() {
    try (ConnectionLog log = log()) {
      assertThat(log).isNotNull();
      fail("HTTP/2 client preface string missing or corrupt. Hex dump for received bytes: 6761");
    }
    assertThat(said.toString().lines())
        .containsExactly("a connection failed: HTTP/2 client preface string missing or corrupt");
  }

  @Test
  void moreOfThemInTenSecondsAreCountedRatherThanSaid() {
    try (ConnectionLog log = log()) {
      assertThat(log).isNotNull();
      fail("one");
      for (int i = 0; i < 1_000; i++) {
        fail("two");
      }
      nowNs.set(Duration.ofSeconds(10).toNanos() - 1);
      fail("three");
      nowNs.incrementAndGet();
      fail("four");
    }
    assertThat(said.toString().lines())
        .containsExactly(
            "a connection failed: one",
            "a connection failed: four; 1,001 more since the last line");
  }

  @Test
  void whatAPeerSentReachesNoTerminal() {
    try (ConnectionLog log = log()) {
      assertThat(log).isNotNull();
      fail("Unexpected HTTP/1.x request: \u001b[2J" + "x".repeat(500));
    }
    assertThat(said.toString().strip())
        .startsWith("a connection failed: Unexpected HTTP/1.x request: ?[2Jxxx")
        .endsWith("...")
        .hasSizeLessThan(200);
  }

  @Test
  void eachLoggerOfGrpcAndOfNettyHasItsLineInTenSeconds() {
    try (ConnectionLog log = log()) {
      assertThat(log).isNotNull();
      for (String name :
          List.of(
              "io.grpc.netty.NettyServerHandler",
              "io.grpc.internal.SerializingExecutor",
              "io.netty.channel.DefaultChannelPipeline")) {
        Logger logger = Logger.getLogger(name);
        for (int i = 0; i < 1_000; i++) {
          logger.log(Level.SEVERE, "Stream Error", new IOException("delta 0 for stream: " + i));
        }
      }
      nowNs.set(Duration.ofSeconds(10).toNanos());
      Logger.getLogger("io.netty.channel.DefaultChannelPipeline").warning("no more files");
    }
    assertThat(said.toString().lines())
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith("NettyServerHandler: Stream Error: delta 0 for stream: 0 at Conn"),
            line -> assertThat(line).startsWith("SerializingExecutor: Stream Error: delta 0"),
            line -> assertThat(line).startsWith("DefaultChannelPipeline: Stream Error: delta 0"),
            line ->
                assertThat(line)
                    .isEqualTo(
                        "DefaultChannelPipeline: no more files; 999 more since the last line"));
  }

  @Test
  void nettyItselfLogsThere() {
    try (ConnectionLog log = log()) {
      assertThat(log).isNotNull();
      InternalLoggerFactory.getInstance("io.netty.test").error("broken", new IOException("pipe"));
      InternalLoggerFactory.getInstance("io.netty.util.internal.MacAddressUtil").warn("no card");
    }
    assertThat(said.toString().lines().toList().toString())
        .startsWith("[test: broken: pipe at ConnectionLogTest.java:")
        .doesNotContain("card");
  }

  /** gRPC's logger and message are as this class takes them to be. */
  @Test
  void garbageAtAServerGivesNoStackTrace() throws Exception {
    BlockingQueue<String> lines = new LinkedBlockingQueue<>();
    List<LogRecord> records = new ArrayList<>();
    Handler handler = collecting(records);
    Logger logger = Logger.getLogger("");
    logger.addHandler(handler);
    PrintWriter err =
        new PrintWriter(new StringWriter()) {
          @Override
          public void println(String line) {
            lines.add(line);
          }
        };
    Server server =
        NettyServerBuilder.forAddress(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                InsecureServerCredentials.create())
            .build()
            .start();
    try (ConnectionLog log = ConnectionLog.to(err, nowNs::get)) {
      assertThat(log).isNotNull();
      send(server.getPort(), "GET / HTTP/1.1\r\n\r\n");
      assertThat(lines.poll(30, TimeUnit.SECONDS))
          .isEqualTo("a connection failed: Unexpected HTTP/1.x request: GET / ");
      assertThat(records).isEmpty();
    } finally {
      logger.removeHandler(handler);
      server.shutdownNow();
    }
  }

  private static void send(int port, String text) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
      socket.getInputStream().readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Handler collecting(List<LogRecord> records) {
    return new Handler() {
      @Override
      public synchronized void publish(LogRecord record) {
        records.add(record);
      }

      @Override
      public void flush() {}

      @Override
      public void close() {}
    };
  }
}

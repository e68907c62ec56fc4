package io.smartt.emulation.netns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.smartt.emulation.report.RunFailedException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests of {@link Bmv2Thrift}, against a server that takes down one call and answers it. */
@Timeout(60)
class Bmv2ThriftTest {
  /** What was called, with the numbers of its arguments by their order. */
  private record Call(String name, List<Long> arguments) {}

  private static CompletableFuture<Call> answerOne(ServerSocketChannel server, int status) {
    return CompletableFuture.supplyAsync(() -> {
      try (SocketChannel socket = server.accept()) {
        TProtocol protocol =
            new TBinaryProtocol(
                new TIOStreamTransport(
                    Channels.newInputStream(socket), Channels.newOutputStream(socket)));
        Call call = read(protocol);
        protocol.writeMessageBegin(new TMessage(call.name(), TMessageType.REPLY, 1));
        protocol.writeStructBegin(new TStruct("result"));
        protocol.writeFieldBegin(new TField("success", TType.I32, (short) 0));
        protocol.writeI32(status);
        protocol.writeFieldEnd();
        protocol.writeFieldStop();
        protocol.writeStructEnd();
        protocol.writeMessageEnd();
        protocol.getTransport().flush();
        return call;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (TException e) {
        throw new IllegalStateException(e);
      }
    });
  }

  private static Call read(TProtocol protocol) throws TException {
    String name = protocol.readMessageBegin().name;
    List<Long> arguments = new ArrayList<>();
    protocol.readStructBegin();
    for (TField field = protocol.readFieldBegin();
        field.type != TType.STOP;
        field = protocol.readFieldBegin()) {
      assertThat(field.id).isEqualTo((short) (arguments.size() + 1));
      arguments.add(field.type == TType.I64 ? protocol.readI64() : protocol.readI32());
    }
    protocol.readMessageEnd();
    return new Call(name, arguments);
  }

  private static ServerSocketChannel server() throws IOException {
    return ServerSocketChannel.open()
        .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }

  private static Bmv2Thrift connect(ServerSocketChannel server) throws IOException {
    return new Bmv2Thrift("s1", SocketChannel.open(), (InetSocketAddress) server.getLocalAddress());
  }

  @Test
  void ratesAreSixtyFourBitsAndDepthsThirtyTwo() throws IOException {
    try (ServerSocketChannel server = server()) {
      CompletableFuture<Call> call = answerOne(server, 0);
      try (Bmv2Thrift thrift = connect(server)) {
        thrift.setRate(2, 1, 5_000_000_000L);
      }
      assertThat(call.join())
          .isEqualTo(
              new Call(
                  "simple_switch:set_egress_priority_queue_rate", List.of(2L, 1L, 5_000_000_000L)));
      call = answerOne(server, 0);
      try (Bmv2Thrift thrift = connect(server)) {
        thrift.setDepth(3, 0, 64);
      }
      assertThat(call.join())
          .isEqualTo(
              new Call("simple_switch:set_egress_priority_queue_depth", List.of(3L, 0L, 64L)));
    }
  }

  @Test
  void aRefusalNamesSwitchCallAndQueue() throws IOException {
    try (ServerSocketChannel server = server()) {
      CompletableFuture<Call> call = answerOne(server, -1);
      try (Bmv2Thrift thrift = connect(server)) {
        assertThatThrownBy(() -> thrift.setDepth(3, 0, 64))
            .isInstanceOf(RunFailedException.class)
            .hasMessage(
                "BMv2 switch s1 answers set_egress_priority_queue_depth(port 3, queue 0, 64) with"
                    + " -1");
      }
      assertThat(call.join().arguments()).hasSize(3);
    }
  }
}

package io.smartt.realtime.bmv2;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;

/** A Thrift server in the place of BMv2's, which takes down what is called and answers it. */
public final class ThriftSwitch implements AutoCloseable {
  private final ServerSocketChannel server;
  private final OptionalInt status;
  private final List<Call> calls = new CopyOnWriteArrayList<>();

  /**
   * One call.
   *
   * @param name with its service
   * @param arguments by their order
   */
  public record Call(String name, List<Long> arguments) {}

  private ThriftSwitch(ServerSocketChannel server, OptionalInt status) {
    this.server = server;
    this.status = status;
  }

  /** Starts one, on a free port of the loopback, that answers with this status. */
  public static ThriftSwitch start(int status) {
    return start(OptionalInt.of(status));
  }

  /** Starts one that knows none of the calls, as a server of another program. */
  public static ThriftSwitch knowingNothing() {
    return start(OptionalInt.empty());
  }

  private static ThriftSwitch start(OptionalInt status) {
    try {
      ThriftSwitch started =
          new ThriftSwitch(
              ServerSocketChannel.open()
                  .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)),
              status);
      Thread.startVirtualThread(started::serve);
      return started;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An address of the loopback at which nobody listens. */
  public static InetSocketAddress nobody() {
    try (ServerSocketChannel bound =
        ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      return (InetSocketAddress) bound.getLocalAddress();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    try {
      return (InetSocketAddress) server.getLocalAddress();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What was called so far, all answered or about to be. */
  public List<Call> calls() {
    return List.copyOf(calls);
  }

  private void serve() {
    while (true) {
      try (SocketChannel socket = server.accept()) {
        TProtocol protocol =
            new TBinaryProtocol(
                new TIOStreamTransport(
                    Channels.newInputStream(socket), Channels.newOutputStream(socket)));
        while (true) {
          answer(protocol, read(protocol));
        }
      } catch (TException e) {
        // The caller has gone.
      } catch (IOException e) {
        return;
      }
    }
  }

  private static Call read(TProtocol protocol) throws TException {
    String name = protocol.readMessageBegin().name;
    List<Long> arguments = new ArrayList<>();
    protocol.readStructBegin();
    for (TField field = protocol.readFieldBegin();
        field.type != TType.STOP;
        field = protocol.readFieldBegin()) {
      if (field.id != arguments.size() + 1) {
        throw new TException("argument " + field.id + " of " + name + " is out of order");
      }
      arguments.add(field.type == TType.I64 ? protocol.readI64() : protocol.readI32());
    }
    protocol.readMessageEnd();
    return new Call(name, arguments);
  }

  private void answer(TProtocol protocol, Call call) throws TException {
    calls.add(call);
    if (status.isEmpty()) {
      protocol.writeMessageBegin(new TMessage(call.name(), TMessageType.EXCEPTION, 1));
      new TApplicationException(TApplicationException.UNKNOWN_METHOD, "no such call")
          .write(protocol);
      protocol.writeMessageEnd();
      protocol.getTransport().flush();
      return;
    }
    protocol.writeMessageBegin(new TMessage(call.name(), TMessageType.REPLY, 1));
    protocol.writeStructBegin(new TStruct("result"));
    protocol.writeFieldBegin(new TField("success", TType.I32, (short) 0));
    protocol.writeI32(status.getAsInt());
    protocol.writeFieldEnd();
    protocol.writeFieldStop();
    protocol.writeStructEnd();
    protocol.writeMessageEnd();
    protocol.getTransport().flush();
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

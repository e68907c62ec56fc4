package io.smartt.realtime.bmv2;

import module java.base;

import io.smartt.base.failure.RunFailedException;
import io.smartt.base.input.FileErrors;
import org.apache.thrift.TApplicationException;
import org.apache.thrift.TException;
import org.apache.thrift.protocol.TBinaryProtocol;
import org.apache.thrift.protocol.TField;
import org.apache.thrift.protocol.TMessage;
import org.apache.thrift.protocol.TMessageType;
import org.apache.thrift.protocol.TMultiplexedProtocol;
import org.apache.thrift.protocol.TProtocol;
import org.apache.thrift.protocol.TProtocolUtil;
import org.apache.thrift.protocol.TStruct;
import org.apache.thrift.protocol.TType;
import org.apache.thrift.transport.TIOStreamTransport;

/**
 * Two calls of BMv2's Thrift service {@code simple_switch} (simple_switch.thrift): capacity and
 * rate of one priority queue. The generated client would be a dozen classes for them.
 */
final class Bmv2Thrift implements AutoCloseable {
  private static final String SERVICE = "simple_switch";

  /** Two kinds of switches have a Thrift server, and a profile says which it is. */
  private static final String OWN = "; a 'smartt switch' is 'target: embedded', not 'bmv2'";

  private final String name;
  private final SocketChannel socket;
  private final TProtocol answers;
  private final TProtocol calls;
  private int sequence;

  /**
   * Connects a socket to a switch.
   *
   * @param name of the switch, for messages
   * @throws UncheckedIOException if nothing listens there
   */
  Bmv2Thrift(String name, SocketChannel socket, InetSocketAddress at) {
    this.name = name;
    this.socket = socket;
    try {
      socket.connect(at);
      answers =
          new TBinaryProtocol(
              new TIOStreamTransport(
                  Channels.newInputStream(socket), Channels.newOutputStream(socket)));
      calls = new TMultiplexedProtocol(answers, SERVICE);
    } catch (UnresolvedAddressException e) {
      throw new RunFailedException(
          "BMv2 switch %s: there is no host '%s'".formatted(name, at.getHostString()), e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (TException e) {
      throw refused("connecting", e);
    }
  }

  /** Sets the number of packets that a queue holds; 0 is the lowest priority. */
  void setDepth(int port, int priority, int packets) {
    call("set_egress_priority_queue_depth", port, priority, packets, TType.I32);
  }

  /** Sets the number of packets a second that leave a queue. */
  void setRate(int port, int priority, long packetsPerSecond) {
    call("set_egress_priority_queue_rate", port, priority, packetsPerSecond, TType.I64);
  }

  private void call(String method, int port, int priority, long value, byte valueType) {
    try {
      calls.writeMessageBegin(new TMessage(method, TMessageType.CALL, ++sequence));
      calls.writeStructBegin(new TStruct(method + "_args"));
      number(1, port, TType.I32);
      number(2, priority, TType.I32);
      number(3, value, valueType);
      calls.writeFieldStop();
      calls.writeStructEnd();
      calls.writeMessageEnd();
      calls.getTransport().flush();
      int status = answer();
      if (status != 0) {
        throw new RunFailedException(
            "BMv2 switch %s answers %s(port %d, queue %d, %d) with %d"
                .formatted(name, method, port, priority, value, status));
      }
    } catch (TException e) {
      throw refused(method, e);
    }
  }

  private void number(int id, long value, byte type) throws TException {
    calls.writeFieldBegin(new TField("", type, (short) id));
    if (type == TType.I64) {
      calls.writeI64(value);
    } else {
      calls.writeI32((int) value);
    }
    calls.writeFieldEnd();
  }

  private int answer() throws TException {
    TMessage message = answers.readMessageBegin();
    if (message.type == TMessageType.EXCEPTION) {
      throw TApplicationException.readFrom(answers);
    }
    int status = 0;
    answers.readStructBegin();
    for (TField field = answers.readFieldBegin();
        field.type != TType.STOP;
        field = answers.readFieldBegin()) {
      if (field.id == 0 && field.type == TType.I32) {
        status = answers.readI32();
      } else {
        TProtocolUtil.skip(answers, field.type);
      }
      answers.readFieldEnd();
    }
    answers.readStructEnd();
    answers.readMessageEnd();
    return status;
  }

  private RunFailedException refused(String what, TException e) {
    return new RunFailedException(
        "BMv2 switch %s: %s failed over Thrift: %s%s"
            .formatted(name, what, e.getMessage(), e instanceof TApplicationException ? OWN : ""),
        e);
  }

  @Override
  public void close() {
    FileErrors.run(socket::close);
  }
}

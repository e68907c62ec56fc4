package io.smartt.host.transport;

import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import org.jspecify.annotations.Nullable;

/** The receiving half of an endpoint: places data, answers each frame. */
final class Receiver {
  private final TransportCounters totals;
  private final TransportListener listener;
  private final ReceiveConnections connections = new ReceiveConnections();
  private final ControlQueue answers = new ControlQueue();
  private @Nullable PayloadSink sink;

  Receiver(TransportCounters totals, TransportListener listener) {
    this.totals = totals;
    this.listener = listener;
  }

  void payloadSink(PayloadSink payloadSink) {
    sink = payloadSink;
  }

  boolean nextAnswer(OutgoingFrame out, FrameWriter writer) {
    return answers.poll(out, writer, connections);
  }

  /** A request, whole or trimmed. Returns why it is refused, null if it is not. */
  @Nullable DropReason onRequest(long nowPs, byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    ReceiveConnection connection = connection(frame, sourceMac, reader);
    if (connection == null) {
      return DropReason.UNKNOWN_CONNECTION;
    }
    long sequence = connection.window().unwrap(PdsRequest.psn(frame, pds));
    int known = connection.window().classify(sequence);
    if (known == ReceiveWindow.OUTSIDE) {
      return DropReason.OUTSIDE_WINDOW;
    }
    int entropy = UdpHeader.sourcePort(frame, reader.udp());
    int again = Uet.flags(frame, pds) & Uet.FLAG_RETX;
    boolean marked = Ipv4Header.ecn(frame, reader.ip()) == Ipv4Header.CE;
    int flags = again | (marked ? Uet.FLAG_MARKED : 0);
    if (reader.trimmed()) {
      totals.trimmedReceived++;
      // What has arrived before is not asked for again.
      boolean wanted = known == ReceiveWindow.NEW;
      answers.add(connection, sequence, entropy, again | Uet.FLAG_MARKED, wanted);
      return null;
    }
    if (known == ReceiveWindow.NEW && !place(nowPs, frame, connection, sequence, reader)) {
      return DropReason.INCONSISTENT;
    }
    totals.dataFramesReceived++;
    if (known == ReceiveWindow.DUPLICATE) {
      totals.duplicatesReceived++;
    }
    answers.add(connection, sequence, entropy, flags, false);
    return null;
  }

  private @Nullable ReceiveConnection connection(byte[] frame, long sourceMac, FrameReader reader) {
    int pds = reader.pds();
    int sourceIpv4 = Ipv4Header.source(frame, reader.ip());
    int sourcePdc = PdsRequest.sourcePdc(frame, pds);
    if ((Uet.flags(frame, pds) & Uet.FLAG_SYN) == 0) {
      return connections.find(PdsRequest.destinationPdc(frame, pds), sourceIpv4, sourcePdc);
    }
    int firstPsn = PdsRequest.psn(frame, pds) - PdsRequest.psnOffset(frame, pds);
    return connections.synchronize(
        new Destination(sourceIpv4, sourceMac), sourcePdc, firstPsn, !reader.trimmed());
  }

  private boolean place(
      long nowPs, byte[] frame, ReceiveConnection connection, long sequence, FrameReader reader) {
    int ses = reader.ses();
    long messageId = SesSmallRequest.messageId(frame, ses);
    long offset = SesSmallRequest.messageOffset(frame, ses);
    int length = SesSmallRequest.payloadBytes(frame, ses);
    ReceivedMessage message =
        connection.place(sequence, messageId, offset, length, SesSmallRequest.isLast(frame, ses));
    if (message == null) {
      return false;
    }
    totals.bytesDelivered += length;
    int payload = ses + SesSmallRequest.BYTES;
    if (sink != null
        && payload + length <= reader.end()
        && !sink.place(connection.peer().ipv4(), messageId, offset, frame, payload, length)) {
      totals.payloadMismatches++;
    }
    if (message.isComplete()) {
      connection.remove(message);
      if (message.isCoveredOnce()) {
        totals.bytesVerified += message.sizeBytes();
      }
      listener.messageDelivered(nowPs, connection.peer().ipv4(), messageId, message.sizeBytes());
    }
    return true;
  }
}

package io.smartt.host.transport;

import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/** Writes the headers of this host's frames. */
final class FrameWriter {
  /** Header bytes of a data frame. */
  static final int DATA_HEADER_BYTES = Uet.PDS_AT + PdsRequest.BYTES + SesSmallRequest.BYTES;

  private static final int IP_AT = EthernetHeader.BYTES;
  private static final int UDP_AT = IP_AT + Ipv4Header.BYTES;
  private static final int SES_AT = Uet.PDS_AT + PdsRequest.BYTES;

  private final Destination self;
  private final TransportSettings settings;

  FrameWriter(Destination self, TransportSettings settings) {
    this.self = self;
    this.settings = settings;
  }

  /** Outer headers of data frames. */
  OuterHeaders dataHeaders(Destination to) {
    return headers(to, settings.dataDscp(), Ipv4Header.ECT_0);
  }

  /** Outer headers of everything else. */
  OuterHeaders controlHeaders(Destination to) {
    return headers(to, settings.controlDscp(), 0);
  }

  private OuterHeaders headers(Destination to, int dscp, int ecn) {
    return new OuterHeaders(to.mac(), self.mac(), self.ipv4(), to.ipv4(), dscp, ecn, Uet.UDP_PORT);
  }

  /** A data frame; {@code destinationPdc} is the PSN offset with SYN. */
  void data(
      OutgoingFrame out,
      OuterHeaders headers,
      int entropy,
      int flags,
      int clearPsnOffset,
      int psn,
      int sourcePdc,
      int destinationPdc,
      OutgoingMessage message,
      int part) {
    byte[] frame = out.header();
    long offset = message.offset(part);
    int length = message.length(part);
    headers.write(frame, entropy, PdsRequest.BYTES + SesSmallRequest.BYTES + length);
    PdsRequest.write(
        frame, Uet.PDS_AT, Uet.REQ_SMALL, flags, clearPsnOffset, psn, sourcePdc, destinationPdc);
    SesSmallRequest.write(frame, SES_AT, message.id(), offset, length, message.isLast(part));
    out.setData(
        DATA_HEADER_BYTES,
        message.id(),
        message.source(),
        offset,
        length,
        (flags & Uet.FLAG_RETX) != 0);
    sign(out);
  }

  void ack(OutgoingFrame out, ReceiveConnection connection, long sequence, int entropy, int flags) {
    ReceiveWindow window = connection.window();
    long cumulative = window.next() - 1;
    // The packets up to the one answered matter: acknowledgements of theirs may have been lost.
    long from = Math.max(window.next(), sequence - 63);
    connection.headers().write(out.header(), entropy, PdsAck.BYTES);
    PdsAck.write(
        out.header(),
        Uet.PDS_AT,
        flags,
        (int) (sequence - cumulative),
        (int) cumulative,
        connection.id(),
        connection.remoteId(),
        (int) (from - cumulative),
        window.bitmap(from),
        (int) connection.receivedBytes(),
        window.outOfOrder());
    out.setControl(Uet.PDS_AT + PdsAck.BYTES);
    sign(out);
  }

  /** A NACK; {@code end} is one past the highest sequence number received. */
  void nack(
      OutgoingFrame out,
      AnswerTo sender,
      long sequence,
      int entropy,
      int flags,
      int code,
      long end) {
    sender.headers().write(out.header(), entropy, PdsNack.BYTES);
    PdsNack.write(
        out.header(),
        Uet.PDS_AT,
        flags,
        code,
        (int) sequence,
        sender.id(),
        sender.remoteId(),
        (int) end);
    out.setControl(Uet.PDS_AT + PdsNack.BYTES);
    sign(out);
  }

  /** A control packet without payload. */
  void control(
      OutgoingFrame out,
      OuterHeaders headers,
      int entropy,
      int type,
      int flags,
      int psn,
      int sourcePdc,
      int destinationPdc) {
    headers.write(out.header(), entropy, PdsControl.BYTES);
    PdsControl.write(out.header(), Uet.PDS_AT, type, flags, 0, psn, sourcePdc, destinationPdc, 0);
    out.setControl(Uet.PDS_AT + PdsControl.BYTES);
    sign(out);
  }

  private void sign(OutgoingFrame out) {
    if (settings.udpChecksum()) {
      UdpHeader.sign(out.header(), IP_AT, UDP_AT, out.headerLength());
    }
  }
}

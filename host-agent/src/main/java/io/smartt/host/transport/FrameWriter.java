package io.smartt.host.transport;

import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
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

  /** A data frame; {@code destinationPdc} is the PSN offset with SYN. */
  void data(
      OutgoingFrame out,
      Destination to,
      int entropy,
      int flags,
      int clearPsnOffset,
      int psn,
      int sourcePdc,
      int destinationPdc,
      long messageId,
      long offset,
      int length,
      boolean last) {
    byte[] frame = out.header();
    PdsRequest.write(
        frame, Uet.PDS_AT, Uet.REQ_SMALL, flags, clearPsnOffset, psn, sourcePdc, destinationPdc);
    SesSmallRequest.write(frame, SES_AT, messageId, offset, length, last);
    outer(frame, to, settings.dataDscp(), Ipv4Header.ECT_0, entropy, DATA_HEADER_BYTES, length);
    out.setData(DATA_HEADER_BYTES, messageId, offset, length, (flags & Uet.FLAG_RETX) != 0);
  }

  void ack(OutgoingFrame out, ReceiveConnection connection, long sequence, int entropy, int flags) {
    ReceiveWindow window = connection.window();
    long cumulative = window.next() - 1;
    // The packets up to the one answered matter: acknowledgements of theirs may have been lost.
    long from = Math.max(window.next(), sequence - 63);
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
    control(out, connection, entropy, PdsAck.BYTES);
  }

  void nack(
      OutgoingFrame out, ReceiveConnection connection, long sequence, int entropy, int flags) {
    PdsNack.write(
        out.header(),
        Uet.PDS_AT,
        flags,
        PdsNack.TRIMMED,
        (int) sequence,
        connection.id(),
        connection.remoteId(),
        (int) connection.window().end());
    control(out, connection, entropy, PdsNack.BYTES);
  }

  private void control(OutgoingFrame out, ReceiveConnection connection, int entropy, int bytes) {
    int length = Uet.PDS_AT + bytes;
    outer(out.header(), connection.peer(), settings.controlDscp(), 0, entropy, length, 0);
    out.setControl(length);
  }

  private void outer(
      byte[] frame, Destination to, int dscp, int ecn, int entropy, int headerBytes, int payload) {
    EthernetHeader.write(frame, 0, to.mac(), self.mac(), EthernetHeader.IPV4);
    int ipBytes = headerBytes - IP_AT + payload;
    Ipv4Header.write(frame, IP_AT, dscp, ecn, ipBytes, Ipv4Header.UDP, self.ipv4(), to.ipv4());
    UdpHeader.write(frame, UDP_AT, entropy, Uet.UDP_PORT, ipBytes - Ipv4Header.BYTES);
    if (settings.udpChecksum()) {
      UdpHeader.sign(frame, IP_AT, UDP_AT, headerBytes);
    }
  }
}

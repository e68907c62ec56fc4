package io.smartt.host.transport;

import io.smartt.host.credit.CreditAccount;
import io.smartt.host.signals.SignalLayout;
import io.smartt.host.transport.ControlQueue.AnswerTo;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.OuterHeaders;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.SesSmallRequest;
import io.smartt.host.wire.SesStandardRequest;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/** Writes the headers of this host's frames. */
final class FrameWriter {
  /** The mark in place of a response that there is none. */
  static final long NO_RESPONSE = -1;

  private static final int IP_AT = EthernetHeader.BYTES;
  private static final int UDP_AT = IP_AT + Ipv4Header.BYTES;

  /** Signals before a switch has written any. */
  private static final byte[] BLANK = new byte[SignalBlock.MAX_BYTES];

  private final Destination self;
  private final TransportSettings settings;
  private final SesForm ses;
  private final int signalBytes;
  private final int blockBytes;

  FrameWriter(Destination self, TransportSettings settings) {
    this.self = self;
    this.settings = settings;
    ses = settings.ses();
    SignalLayout signals = settings.reliability().signalLayout();
    signalBytes = signals.bytes();
    blockBytes = signals.blockBytes();
  }

  /** Returns what a response says of a message, in one number. */
  static long response(long messageId, long messageBytes) {
    return (messageId << 32) | messageBytes;
  }

  /** Outer headers of data frames. */
  OuterHeaders dataHeaders(Destination to, PathParameters path) {
    int dscp = path.dscp() == PathParameters.OWN_DSCP ? settings.dataDscp() : path.dscp();
    return headers(to, dscp, Ipv4Header.ECT_0);
  }

  /** Outer headers of everything else. */
  OuterHeaders controlHeaders(Destination to) {
    return headers(to, settings.controlDscp(), 0);
  }

  private OuterHeaders headers(Destination to, int dscp, int ecn) {
    return new OuterHeaders(to.mac(), self.mac(), self.ipv4(), to.ipv4(), dscp, ecn, Uet.UDP_PORT);
  }

  /**
   * A data frame.
   *
   * @param destinationPdc the PSN offset with SYN
   * @param creditTarget of a request that asks for credit
   */
  void data(
      OutgoingFrame out,
      OuterHeaders headers,
      int type,
      int entropy,
      int flags,
      int clearPsnOffset,
      int psn,
      int sourcePdc,
      int destinationPdc,
      int creditTarget,
      OutgoingMessages.OutgoingMessage message,
      int part) {
    long offset = message.offset(part);
    int length = message.length(part);
    int headerBytes = ses.dataHeaderBytes(type) + blockBytes;
    int sesAt = headerBytes - ses.bytes();
    byte[] frame = out.header(headerBytes);
    headers.write(frame, entropy, headerBytes - Uet.PDS_AT + length);
    PdsRequest.write(
        frame,
        Uet.PDS_AT,
        type,
        blockBytes > 0 ? Uet.SIGNALS : ses.nextHeader(),
        flags,
        clearPsnOffset,
        psn,
        sourcePdc,
        destinationPdc);
    if (PdsRequest.isCredited(type)) {
      PdsRequest.writeCreditTarget(frame, Uet.PDS_AT, creditTarget);
    }
    if (blockBytes > 0) {
      SignalBlock.write(frame, sesAt - blockBytes, ses.nextHeader(), BLANK, 0, signalBytes);
    }
    boolean last = message.isLast(part);
    if (ses == SesForm.STANDARD) {
      SesStandardRequest.write(
          frame, sesAt, message.id(), offset, length, message.sizeBytes(), last);
    } else {
      SesSmallRequest.write(frame, sesAt, message.id(), offset, length, last);
    }
    out.setData(headerBytes, message.id(), message.source(), offset, length);
    if (blockBytes == 0) {
      // Switches that write signals into a packet cannot be asked to bring its checksum along.
      sign(out);
    }
  }

  /**
   * An acknowledgement.
   *
   * @param response what it says of a message, as {@link #response}, or {@link #NO_RESPONSE}
   * @param signals behind {@code slot}, where one more than the length is of those that it sends
   *     back, or 0; empty if there are none
   * @param servicePs how long this host had the packet, 0 where nobody asks
   */
  void ack(
      OutgoingFrame out,
      ReceiveConnection connection,
      long sequence,
      int entropy,
      int flags,
      long response,
      byte[] signals,
      int slot,
      long servicePs) {
    ReceiveWindow window = connection.window();
    long cumulative = window.next() - 1;
    // The packets up to the one answered matter: acknowledgements of theirs may have been lost.
    long from = Math.max(window.next(), sequence - 63);
    int sentBack = signals.length == 0 ? -1 : signals[slot] - 1;
    int block = sentBack < 0 ? 0 : SignalBlock.HEADER_BYTES + sentBack;
    int bytes = ses.ackBytes() + block;
    byte[] frame = out.header(bytes);
    connection.headers().write(frame, entropy, bytes - Uet.PDS_AT);
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
        (int) Math.ceilDiv(connection.receivedBytes(), PdsAck.RECEIVED_UNIT_BYTES),
        window.outOfOrder());
    PdsAck.writeDestination(frame, Uet.PDS_AT, connection.penalty(), connection.restoresWindow());
    PdsAck.writeService(frame, Uet.PDS_AT, servicePs);
    int next = ses == SesForm.STANDARD ? Uet.RESPONSE : Uet.NO_NEXT;
    int behind = Uet.PDS_AT + PdsAck.BYTES;
    PdsAck.announce(frame, Uet.PDS_AT, block == 0 ? next : Uet.SIGNALS_BACK);
    if (block > 0) {
      SignalBlock.write(frame, behind, next, signals, slot + 1, sentBack);
    }
    if (ses == SesForm.STANDARD) {
      respond(frame, behind + block, response);
    }
    out.setControl(bytes);
    sign(out);
  }

  private static void respond(byte[] frame, int at, long response) {
    if (response == NO_RESPONSE) {
      SesResponse.writeDefault(frame, at);
    } else {
      SesResponse.write(frame, at, response >>> 32, response & 0xffffffffL);
    }
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

  /** The total credit granted to a connection. */
  void credit(OutgoingFrame out, ReceiveConnection connection) {
    control(
        out,
        connection.headers(),
        connection.nextCreditEntropy(),
        PdsControl.CREDIT,
        0,
        (int) (connection.window().next() - 1),
        connection.id(),
        connection.remoteId(),
        CreditAccount.toWire(connection.credit().grantedBytes()));
  }

  /** A control packet. With SYN, {@code destinationPdc} is the PSN offset. */
  void control(
      OutgoingFrame out,
      OuterHeaders headers,
      int entropy,
      int type,
      int flags,
      int psn,
      int sourcePdc,
      int destinationPdc,
      int payload) {
    headers.write(out.header(), entropy, PdsControl.BYTES);
    PdsControl.write(
        out.header(), Uet.PDS_AT, type, flags, 0, psn, sourcePdc, destinationPdc, payload);
    out.setControl(Uet.PDS_AT + PdsControl.BYTES);
    sign(out);
  }

  private void sign(OutgoingFrame out) {
    if (settings.udpChecksum()) {
      UdpHeader.sign(out.header(), IP_AT, UDP_AT, out.headerLength());
    }
  }
}

package io.smartt.host.transport;

import io.smartt.host.transport.TransportCounters.DropReason;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SesResponse;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;

/** Finds the headers of a received frame and decides whether it is whole, trimmed or neither. */
final class FrameReader {
  private final Destination self;
  private final TransportSettings settings;
  private final UdpHeader.PayloadSum sums = new UdpHeader.PayloadSum();

  private DropReason reason = DropReason.MALFORMED;
  private int ip;
  private int udp;
  private int pds;
  private int ses;
  private SesForm form = SesForm.SMALL;
  private int next;
  private int signals;
  private int signalBytes = -1;
  private int payloadBytes;
  private int end;
  private boolean damaged;
  private boolean overflowed;
  private boolean trimmed;
  private boolean lastHop;

  FrameReader(Destination self, TransportSettings settings) {
    this.self = self;
    this.settings = settings;
  }

  /** Reads a frame; false if it is to be dropped, for {@link #reason}. */
  boolean read(byte[] frame, int offset, int headLength, int wireLength) {
    ip = offset + EthernetHeader.BYTES;
    int available = Math.min(headLength, wireLength) - EthernetHeader.BYTES;
    if (available < 0
        || EthernetHeader.etherType(frame, offset) != EthernetHeader.IPV4
        || !Ipv4Header.isWhole(frame, ip, available)) {
      return drop(DropReason.MALFORMED);
    }
    int dscp = Ipv4Header.dscp(frame, ip);
    lastHop = dscp == settings.lastHopTrimmedDscp();
    overflowed = lastHop || dscp == settings.trimmedDscp();
    boolean cut = wireLength - EthernetHeader.BYTES < Ipv4Header.totalLength(frame, ip);
    // A switch that trims marks the frame so, and may leave lengths and checksums as they were.
    trimmed = cut || overflowed;
    damaged = !Ipv4Header.checksumHolds(frame, ip);
    if (damaged && !trimmed) {
      return drop(DropReason.BAD_CHECKSUM);
    }
    if (Ipv4Header.destination(frame, ip) != self.ipv4()) {
      return drop(DropReason.NOT_FOR_THIS_HOST);
    }
    udp = ip + Ipv4Header.headerBytes(frame, ip);
    pds = udp + UdpHeader.BYTES;
    end = ip + available;
    if (Ipv4Header.protocol(frame, ip) != Ipv4Header.UDP
        || Ipv4Header.isFragment(frame, ip)
        || pds + PdsRequest.BYTES > end
        || UdpHeader.destinationPort(frame, udp) != Uet.UDP_PORT) {
      return drop(DropReason.MALFORMED);
    }
    int type = Uet.type(frame, pds);
    next = Uet.NO_NEXT;
    signalBytes = -1;
    if (PdsRequest.isRequest(type)) {
      return readRequest(frame, !cut && !damaged, PdsRequest.bytes(type));
    }
    trimmed = false;
    if (damaged) {
      return drop(DropReason.BAD_CHECKSUM);
    }
    int needed =
        switch (type) {
          case Uet.ACK_CC -> ackBytes(frame);
          case Uet.NACK -> PdsNack.BYTES;
          case Uet.CTRL -> PdsControl.BYTES;
          default -> 0;
        };
    if (needed == 0) {
      return drop(DropReason.UNSUPPORTED);
    }
    if (cut || needed > end - pds || udpPayload(frame) != needed) {
      return drop(DropReason.MALFORMED);
    }
    if (next == Uet.RESPONSE && !SesResponse.isValid(frame, ses)) {
      return drop(DropReason.UNSUPPORTED);
    }
    return checksumHolds(frame) || drop(DropReason.BAD_CHECKSUM);
  }

  /**
   * Bytes of an acknowledgement with what follows it; more than any if its signals are not whole.
   */
  private int ackBytes(byte[] frame) {
    stepOver(frame, pds + PdsAck.BYTES, Uet.SIGNALS_BACK);
    return switch (next) {
      case Uet.SIGNALS_BACK -> Integer.MAX_VALUE;
      case Uet.RESPONSE -> ses - pds + SesResponse.BYTES;
      default -> ses - pds;
    };
  }

  /**
   * Notes what is behind a PDS header: where the next header is, and which, behind signals if there
   * are some. A block that is not whole stays the next header.
   *
   * @param block the next header that is a block of signals
   */
  private void stepOver(byte[] frame, int behindPds, int block) {
    ses = behindPds;
    next = Uet.next(frame, pds);
    if (next == block && SignalBlock.isWhole(frame, behindPds, end)) {
      next = SignalBlock.next(frame, behindPds);
      signals = behindPds + SignalBlock.HEADER_BYTES;
      signalBytes = SignalBlock.length(frame, behindPds);
      ses = signals + signalBytes;
    }
  }

  private boolean readRequest(byte[] frame, boolean mayBeWhole, int pdsBytes) {
    stepOver(frame, pds + pdsBytes, Uet.SIGNALS);
    form = SesForm.of(next);
    int headers = ses - pds + form.bytes();
    boolean there = pds + headers <= end;
    boolean known = there && next == form.nextHeader() && form.isValid(frame, ses);
    int rest = known && mayBeWhole ? udpPayload(frame) - headers : -1;
    if (rest >= 0) {
      payloadBytes = form.payloadBytes(frame, ses, rest);
      boolean sure = !overflowed || form.tellsPayload(frame, ses);
      if (payloadBytes == rest && sure) {
        trimmed = false;
        return checksumHolds(frame) || drop(DropReason.BAD_CHECKSUM);
      }
    }
    if (trimmed) {
      return true;
    }
    if (there && !known) {
      return drop(DropReason.UNSUPPORTED);
    }
    boolean lies = rest >= 0 && form == SesForm.STANDARD;
    return drop(lies ? DropReason.INCONSISTENT : DropReason.MALFORMED);
  }

  /** Bytes after the UDP header, where both headers agree; -1 otherwise. */
  private int udpPayload(byte[] frame) {
    int bytes = Ipv4Header.totalLength(frame, ip) - (pds - ip);
    return UdpHeader.length(frame, udp) == bytes + UdpHeader.BYTES ? bytes : -1;
  }

  private boolean checksumHolds(byte[] frame) {
    int datagramEnd = ip + Ipv4Header.totalLength(frame, ip);
    return UdpHeader.checksumHolds(frame, ip, udp, Math.min(end, datagramEnd), sums);
  }

  private boolean drop(DropReason why) {
    reason = why;
    return false;
  }

  DropReason reason() {
    return reason;
  }

  /** The offset of the IPv4 header. */
  int ip() {
    return ip;
  }

  /** The offset of the UDP header. */
  int udp() {
    return udp;
  }

  /** The offset of the PDS header. */
  int pds() {
    return pds;
  }

  /** The number of the header behind the PDS header, or behind its signals. */
  int next() {
    return next;
  }

  /** The offset of the signals, where there are some. */
  int signals() {
    return signals;
  }

  /** Bytes of the signals; -1 if the frame has none. */
  int signalBytes() {
    return signalBytes;
  }

  /** The offset of the SES header; only of a whole request, or of an acknowledgement with one. */
  int ses() {
    return ses;
  }

  /** The form of the SES header; only of a whole request. */
  SesForm form() {
    return form;
  }

  /** Bytes of payload; only of a whole request. */
  int payloadBytes() {
    return payloadBytes;
  }

  /** The offset at which the bytes present end. */
  int end() {
    return end;
  }

  /** Returns whether the frame is a request without its payload. */
  boolean trimmed() {
    return trimmed;
  }

  /**
   * Returns whether the IPv4 header's checksum is wrong; only of a trimmed frame, of which it may
   * be.
   */
  boolean damaged() {
    return damaged;
  }

  /**
   * Returns whether a whole frame says that the queue it was for was full: too short to be trimmed.
   */
  boolean overflowed() {
    return overflowed && !trimmed;
  }

  /** Returns whether a trimmed frame says that the last switch on its way trimmed it. */
  boolean trimmedLastHop() {
    return trimmed && lastHop;
  }
}

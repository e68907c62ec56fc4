package io.smartt.experiment.trace.analysis;

import io.smartt.base.trace.RecordedPacket;
import io.smartt.host.signals.Signals;
import io.smartt.host.transport.TransportSettings;
import io.smartt.host.wire.EthernetHeader;
import io.smartt.host.wire.Ipv4Header;
import io.smartt.host.wire.PdsAck;
import io.smartt.host.wire.PdsControl;
import io.smartt.host.wire.PdsNack;
import io.smartt.host.wire.PdsRequest;
import io.smartt.host.wire.SesForm;
import io.smartt.host.wire.SignalBlock;
import io.smartt.host.wire.UdpHeader;
import io.smartt.host.wire.Uet;
import java.util.Locale;
import java.util.Set;

/**
 * The headers of a captured frame, of any program's capture: VLAN tags are passed over, and of a
 * frame that was captured in part only what is there is believed. One view serves all frames, one
 * after the other; reading allocates nothing.
 */
public final class FrameView {
  private static final int VLAN = 0x8100;
  private static final int PROVIDER_VLAN = 0x88a8;
  private static final int VLAN_TAG_BYTES = 4;
  private static final int ARP = 0x0806;
  private static final int IPV6 = 0x86dd;
  private static final int FLOW_CONTROL = 0x8808;
  private static final int ICMP = 1;
  private static final int TCP = 6;
  private static final Set<Integer> TRIMMED_DSCPS =
      Set.of(
          TransportSettings.DEFAULT.trimmedDscp(), TransportSettings.DEFAULT.lastHopTrimmedDscp());

  private byte[] bytes = {};
  private int wireBytes;
  private FrameKind kind = FrameKind.OTHER;
  private int ip;
  private int udp;
  private int pds;
  private int ses;
  private SesForm form = SesForm.SMALL;
  private boolean sesThere;

  /** Reads a packet; the view is of it from now on. */
  public FrameKind read(RecordedPacket packet) {
    return read(packet.bytes(), packet.originalBytes());
  }

  /** The same of bytes that are not copied, and the length of the whole frame. */
  public FrameKind read(byte[] there, int wholeBytes) {
    bytes = there;
    wireBytes = wholeBytes;
    sesThere = false;
    kind = classify();
    return kind;
  }

  private FrameKind classify() {
    int at = EthernetHeader.BYTES;
    if (bytes.length < at) {
      return FrameKind.MALFORMED;
    }
    int type = EthernetHeader.etherType(bytes, 0);
    while (type == VLAN || type == PROVIDER_VLAN) {
      if (bytes.length < at + VLAN_TAG_BYTES) {
        return FrameKind.MALFORMED;
      }
      type = EthernetHeader.etherType(bytes, at - EthernetHeader.BYTES + VLAN_TAG_BYTES);
      at += VLAN_TAG_BYTES;
    }
    return switch (type) {
      case EthernetHeader.IPV4 -> ipv4(at);
      case ARP -> FrameKind.ARP;
      case IPV6 -> FrameKind.IPV6;
      case FLOW_CONTROL -> FrameKind.PAUSE;
      default -> FrameKind.OTHER;
    };
  }

  private FrameKind ipv4(int at) {
    ip = at;
    if (!Ipv4Header.isWhole(bytes, ip, bytes.length - ip)) {
      return FrameKind.MALFORMED;
    }
    udp = ip + Ipv4Header.headerBytes(bytes, ip);
    return switch (Ipv4Header.protocol(bytes, ip)) {
      case ICMP -> FrameKind.ICMP;
      case TCP -> FrameKind.TCP;
      case Ipv4Header.UDP -> Ipv4Header.isFragment(bytes, ip) ? FrameKind.UDP : udp();
      default -> FrameKind.OTHER;
    };
  }

  private FrameKind udp() {
    pds = udp + UdpHeader.BYTES;
    if (bytes.length < pds) {
      return FrameKind.MALFORMED;
    }
    if (UdpHeader.destinationPort(bytes, udp) != Uet.UDP_PORT) {
      return FrameKind.UDP;
    }
    if (bytes.length < pds + PdsRequest.BYTES) {
      return FrameKind.MALFORMED;
    }
    int type = Uet.type(bytes, pds);
    if (PdsRequest.isRequest(type)) {
      return request(type);
    }
    return switch (type) {
      case Uet.ACK_CC -> whole(PdsAck.BYTES, FrameKind.ACK);
      case Uet.NACK -> whole(PdsNack.BYTES, FrameKind.NACK);
      case Uet.CTRL -> whole(PdsControl.BYTES, FrameKind.CONTROL);
      default -> FrameKind.UDP;
    };
  }

  private FrameKind whole(int pdsBytes, FrameKind as) {
    return bytes.length < pds + pdsBytes ? FrameKind.MALFORMED : as;
  }

  private FrameKind request(int type) {
    ses = pds + PdsRequest.bytes(type);
    int next = Uet.next(bytes, pds);
    if (next == Uet.SIGNALS && SignalBlock.isWhole(bytes, ses, bytes.length)) {
      next = SignalBlock.next(bytes, ses);
      ses += SignalBlock.HEADER_BYTES + SignalBlock.length(bytes, ses);
    }
    form = SesForm.of(next);
    sesThere =
        bytes.length >= ses + form.bytes() && next == form.nextHeader() && form.isValid(bytes, ses);
    boolean cutOnTheWire = wireBytes - ip < Ipv4Header.totalLength(bytes, ip);
    boolean says = TRIMMED_DSCPS.contains(Ipv4Header.dscp(bytes, ip));
    return cutOnTheWire || (says && !isWhole()) ? FrameKind.TRIMMED : FrameKind.DATA;
  }

  /**
   * Tells if data that nobody cut is whole, as receivers judge what was too short to be trimmed.
   * Headers say it, so that its payload need not have been captured.
   */
  private boolean isWhole() {
    int rest = Ipv4Header.totalLength(bytes, ip) - (ses + form.bytes() - ip);
    return sesThere
        && form.tellsPayload(bytes, ses)
        && form.payloadBytes(bytes, ses, rest) == rest
        && Ipv4Header.checksumHolds(bytes, ip);
  }

  /** Returns what the frame is. */
  public FrameKind kind() {
    return kind;
  }

  /** Length on the wire. */
  public int wireBytes() {
    return wireBytes;
  }

  /** Source IPv4 address; of transport frames only, as all that follows. */
  public int source() {
    return Ipv4Header.source(bytes, ip);
  }

  /** Destination IPv4 address. */
  public int destination() {
    return Ipv4Header.destination(bytes, ip);
  }

  public int timeToLive() {
    return bytes[ip + 8] & 0xff;
  }

  /** Returns whether it bears a congestion mark of IP. */
  public boolean isCongestionExperienced() {
    return kind.isTransport() && Ipv4Header.ecn(bytes, ip) == Ipv4Header.CE;
  }

  /** The entropy value. */
  public int entropy() {
    return UdpHeader.sourcePort(bytes, udp);
  }

  /** The sender's number of the connection; of requests. */
  public int sourcePdc() {
    return PdsRequest.sourcePdc(bytes, pds);
  }

  /** Sequence number of the packet, or of the one that a NACK refuses; of requests and NACKs. */
  public int psn() {
    return kind == FrameKind.NACK ? PdsNack.psn(bytes, pds) : PdsRequest.psn(bytes, pds);
  }

  /** The number that the answered sender gave the connection; of ACKs and NACKs. */
  public int answeredPdc() {
    return kind == FrameKind.NACK
        ? PdsNack.destinationPdc(bytes, pds)
        : PdsAck.destinationPdc(bytes, pds);
  }

  /**
   * Returns whether it acknowledges or refuses the packet with this sequence number; of ACKs and
   * NACKs.
   */
  public boolean answers(int psn) {
    if (kind == FrameKind.NACK) {
      return PdsNack.psn(bytes, pds) == psn;
    }
    int behind = psn - PdsAck.cumulativePsn(bytes, pds);
    int inBitmap = behind - PdsAck.bitmapOffset(bytes, pds);
    return behind <= 0
        || behind == PdsAck.ackPsnOffset(bytes, pds)
        || (inBitmap >= 0
            && inBitmap < Long.SIZE
            && (PdsAck.bitmap(bytes, pds) >>> inBitmap & 1) != 0);
  }

  /** Returns why a packet was refused; of NACKs, the specification's code. */
  public int refusal() {
    return PdsNack.code(bytes, pds);
  }

  /**
   * Returns whether the answer says that the packet came with a congestion mark; of ACKs and NACKs.
   */
  public boolean echoesMark() {
    return (flags() & Uet.FLAG_MARKED) != 0;
  }

  /**
   * Takes over the signals of a request or of an acknowledgement.
   *
   * @return false where it has none of this layout
   */
  public boolean read(Signals into) {
    boolean back = kind == FrameKind.ACK;
    int block = pds + (back ? PdsAck.BYTES : PdsRequest.bytes(Uet.type(bytes, pds)));
    return (back || kind == FrameKind.DATA)
        && Uet.next(bytes, pds) == (back ? Uet.SIGNALS_BACK : Uet.SIGNALS)
        && SignalBlock.isWhole(bytes, block, bytes.length)
        && into.read(bytes, block + SignalBlock.HEADER_BYTES, SignalBlock.length(bytes, block));
  }

  /** Returns whether the packet is sent again; of requests. */
  public boolean isSentAgain() {
    return (flags() & Uet.FLAG_RETX) != 0;
  }

  /** The sender's number of the message; of requests that {@link #hasMessage}. */
  public long messageId() {
    return form.messageId(bytes, ses);
  }

  /** Returns where in the message the payload begins; of requests that {@link #hasMessage}. */
  public long messageOffset() {
    return form.messageOffset(bytes, ses);
  }

  /** Length of the payload; of requests that {@link #hasMessage}. */
  public int payloadBytes() {
    int rest = Ipv4Header.totalLength(bytes, ip) - (ses + form.bytes() - ip);
    return Math.max(0, form.payloadBytes(bytes, ses, rest));
  }

  /** Returns whether the message ends with the payload; of requests that {@link #hasMessage}. */
  public boolean endsMessage() {
    return form.isLast(bytes, ses);
  }

  /** The seven flags of the PDS header. */
  public int flags() {
    return Uet.flags(bytes, pds);
  }

  /** The same at every hop of a packet, and mostly different for others of its connection. */
  long fingerprint() {
    long hash = entropy();
    for (int at = pds; at < pds + PdsRequest.BYTES; at++) {
      hash = hash * 0x100000001b3L + bytes[at];
    }
    return hash;
  }

  /** Bytes captured. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns where the PDS header is. */
  int pds() {
    return pds;
  }

  /** Returns whether the semantic header of a request is there. */
  public boolean hasMessage() {
    return sesThere;
  }

  /** The kinds of frame that this project knows. */
  public enum FrameKind {
    /** A request of Ultra Ethernet with its payload. */
    DATA,
    /** A request that a switch cut to its headers. */
    TRIMMED,
    /** An acknowledgement. */
    ACK,
    /** A negative acknowledgement. */
    NACK,
    /** A control packet: close, credit and requests for them. */
    CONTROL,
    /** Priority flow control (802.1Qbb). */
    PAUSE,
    /** Foreign: address resolution. */
    ARP,
    /** Foreign: IPv6. */
    IPV6,
    /** Foreign: ICMP over IPv4. */
    ICMP,
    /** Foreign: TCP over IPv4. */
    TCP,
    /** Foreign: UDP over IPv4 to another port, or Ultra Ethernet that nothing here sends. */
    UDP,
    /** Foreign: anything else. */
    OTHER,
    /** Headers that contradict themselves or end before they should. */
    MALFORMED;

    /** Returns whether it is a request, whole or cut. */
    public boolean isRequest() {
      return this == DATA || this == TRIMMED;
    }

    /** Returns whether it belongs to a connection. */
    public boolean isTransport() {
      return ordinal() <= CONTROL.ordinal();
    }

    /** Returns the kind as files have it: {@code trimmed}. */
    public String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}

package io.smartt.softswitch.p4runtime;

import module java.base;

import com.google.protobuf.ByteString;
import io.smartt.p4.info.P4InfoIndex;
import io.smartt.p4.info.P4InfoIndex.ActionInfo.ParamInfo;
import io.smartt.p4.pipeline.Bits;
import org.p4.v1.PacketIn;
import org.p4.v1.PacketMetadata;
import org.p4.v1.PacketOut;

/**
 * Packets to and from the controller: metadata on the stream is a header on the CPU port, its
 * fields in declaration order without gaps (P4Runtime section 16.1).
 */
final class ControllerPackets {
  static final String PACKET_IN = "packet_in";
  static final String PACKET_OUT = "packet_out";

  private ControllerPackets() {}

  /** The frame for the CPU port; INVALID_ARGUMENT unless each metadata field is given once. */
  static byte[] frame(P4InfoIndex info, PacketOut packet) {
    Map<Integer, PacketMetadata> given = new HashMap<>();
    for (PacketMetadata metadata : packet.getMetadataList()) {
      if (given.put(metadata.getMetadataId(), metadata) != null) {
        throw Refusal.invalid(
            "packet_out: metadata %s is given twice"
                .formatted(Integer.toUnsignedString(metadata.getMetadataId())));
      }
    }
    BigInteger header = BigInteger.ZERO;
    int bits = 0;
    Optional<P4InfoIndex.ControllerHeaderInfo> declared = info.controllerHeaders().find(PACKET_OUT);
    if (declared.isPresent()) {
      for (ParamInfo field : declared.get().metadata()) {
        PacketMetadata metadata =
            Optional.ofNullable(given.remove(field.id()))
                .orElseThrow(() ->
                    Refusal.invalid(
                        "packet_out: metadata '%s' is missing".formatted(field.name())));
        Bits value =
            Values.unsigned(
                new Place(PACKET_OUT, "metadata", field.name()),
                metadata.getValue(),
                field.width());
        header = header.shiftLeft(field.width()).or(value.value());
        bits += field.width();
      }
    }
    if (!given.isEmpty()) {
      throw Refusal.invalid(
          "packet_out has no metadata %s; it has %s"
              .formatted(
                  given.keySet().stream().map(Integer::toUnsignedString).toList(),
                  declared.map(d -> Lookup.listed(d.metadata())).orElse("none")));
    }
    int length = (bits + 7) / 8;
    byte[] frame = new byte[length + packet.getPayload().size()];
    byte[] value = header.shiftLeft(length * 8 - bits).toByteArray();
    int used = Math.min(value.length, length);
    System.arraycopy(value, value.length - used, frame, length - used, used);
    packet.getPayload().copyTo(frame, length);
    return frame;
  }

  /**
   * The message for a frame from the CPU port; empty where the frame is shorter than its header.
   */
  static Optional<PacketIn> message(P4InfoIndex info, byte[] frame) {
    Optional<P4InfoIndex.ControllerHeaderInfo> declared = info.controllerHeaders().find(PACKET_IN);
    if (declared.isEmpty()) {
      return Optional.of(PacketIn.newBuilder().setPayload(ByteString.copyFrom(frame)).build());
    }
    int bits = 0;
    for (ParamInfo field : declared.get().metadata()) {
      bits += field.width();
    }
    int length = (bits + 7) / 8;
    if (frame.length < length) {
      return Optional.empty();
    }
    BigInteger header = new BigInteger(1, Arrays.copyOf(frame, length));
    PacketIn.Builder packet =
        PacketIn.newBuilder().setPayload(ByteString.copyFrom(frame, length, frame.length - length));
    int left = length * 8;
    for (ParamInfo field : declared.get().metadata()) {
      left -= field.width();
      BigInteger mask = BigInteger.ONE.shiftLeft(field.width()).subtract(BigInteger.ONE);
      packet
          .addMetadataBuilder()
          .setMetadataId(field.id())
          .setValue(Values.bytes(new Bits(header.shiftRight(left).and(mask), field.width())));
    }
    return Optional.of(packet.build());
  }
}

package io.smartt.controller.target;

import module java.base;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import io.smartt.p4.info.P4InfoIndex;
import org.p4.v1.ForwardingPipelineConfig;

/**
 * A compiled P4 program in the form that P4Runtime loads: P4Info and device config.
 *
 * @param info its names
 * @param deviceConfig what the switch runs; BMv2 JSON for BMv2 and the embedded switch
 * @param cookie follows from both, so that a switch that already runs the program is known by it
 */
public record PipelineConfig(P4InfoIndex info, ByteString deviceConfig, long cookie) {
  /** Creates a config with the cookie that follows from both parts. */
  public PipelineConfig(P4InfoIndex info, ByteString deviceConfig) {
    this(info, deviceConfig, cookie(info, deviceConfig));
  }

  /** Returns the message that loads the program. */
  public ForwardingPipelineConfig toMessage() {
    return ForwardingPipelineConfig.newBuilder()
        .setP4Info(info.message())
        .setP4DeviceConfig(deviceConfig)
        .setCookie(ForwardingPipelineConfig.Cookie.newBuilder().setCookie(cookie))
        .build();
  }

  /** Returns whether a switch with this P4Info and cookie runs the program. */
  boolean isLoaded(ForwardingPipelineConfig infoAndCookie) {
    return infoAndCookie.getCookie().getCookie() == cookie
        && infoAndCookie.getP4Info().equals(info.message());
  }

  /** The first 64 bits of SHA-256 over P4Info, in the order of its field numbers, and config. */
  private static long cookie(P4InfoIndex info, ByteString deviceConfig) {
    try {
      byte[] bytes = new byte[info.message().getSerializedSize()];
      CodedOutputStream out = CodedOutputStream.newInstance(bytes);
      out.useDeterministicSerialization();
      info.message().writeTo(out);
      out.checkNoSpaceLeft();
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      sha256.update(bytes);
      sha256.update(deviceConfig.asReadOnlyByteBuffer());
      return ByteBuffer.wrap(sha256.digest()).getLong();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}

package io.smartt.host.capture;

import module java.base;

import org.pcap4j.core.BpfProgram.BpfCompileMode;
import org.pcap4j.core.NotOpenException;
import org.pcap4j.core.PcapHandle;
import org.pcap4j.core.PcapHandle.TimestampPrecision;
import org.pcap4j.core.PcapNativeException;
import org.pcap4j.core.PcapNetworkInterface.PromiscuousMode;
import org.pcap4j.packet.namednumber.DataLinkType;

/**
 * FrameHandler that pass an interface, in both directions, with the kernel's stamps in nanoseconds.
 * libpcap is loaded when the first capture is opened; nothing else in this project needs it. For
 * one thread.
 */
public final class LiveCapture implements AutoCloseable {
  // The default 2 MiB hold eight frames of unlimited length.
  private static final int BUFFER_BYTES = 64 << 20;
  private static final int WAIT_MILLIS = 10;
  private static final long IDLE_NANOS = 1_000_000;

  private final String interfaceName;
  private final PcapHandle handle;

  /** Takes frames as they come. */
  @FunctionalInterface
  public interface FrameHandler {
    /**
     * A frame.
     *
     * @param timeNs since 1970, the kernel's stamp
     * @param bytes as many as were captured; the receiver's to keep
     * @param originalBytes length of the frame, without FCS
     */
    void frame(long timeNs, byte[] bytes, int originalBytes);
  }

  private LiveCapture(String interfaceName, PcapHandle handle) {
    this.interfaceName = interfaceName;
    this.handle = handle;
  }

  /**
   * Begins to capture.
   *
   * @param interfaceName as the system has it: {@code eth0}
   * @throws CaptureException if libpcap is not there, the interface is none or not of Ethernet,
   *     there is no permission, or the filter is wrong
   */
  public static LiveCapture open(String interfaceName, CaptureSettings settings) {
    PcapHandle handle = handle(interfaceName, settings);
    LiveCapture capture = new LiveCapture(interfaceName, handle);
    try {
      DataLinkType type = handle.getDlt();
      if (!type.equals(DataLinkType.EN10MB)) {
        throw new CaptureException(
            "%s has frames of type %s, not Ethernet".formatted(interfaceName, type.name()));
      }
      // A blocking read may wait for ever on an interface that nothing passes.
      handle.setBlockingMode(PcapHandle.BlockingMode.NONBLOCKING);
      if (settings.filter().isPresent()) {
        handle.setFilter(settings.filter().get(), BpfCompileMode.OPTIMIZE);
      }
      return capture;
    } catch (PcapNativeException e) {
      capture.close();
      throw new CaptureException(
          "'%s' is no filter: %s".formatted(settings.filter().orElse(""), e.getMessage()), e);
    } catch (NotOpenException e) {
      throw capture.broken(e);
    } catch (CaptureException e) {
      capture.close();
      throw e;
    }
  }

  private static PcapHandle handle(String interfaceName, CaptureSettings settings) {
    try {
      return new PcapHandle.Builder(interfaceName)
          .snaplen(settings.snapBytes())
          .promiscuousMode(
              settings.promiscuous() ? PromiscuousMode.PROMISCUOUS : PromiscuousMode.NONPROMISCUOUS)
          .bufferSize(BUFFER_BYTES)
          .timeoutMillis(WAIT_MILLIS)
          .timestampPrecision(TimestampPrecision.NANO)
          .build();
    } catch (PcapNativeException e) {
      throw new CaptureException(
          "cannot capture on %s: %s".formatted(interfaceName, e.getMessage()), e);
    } catch (LinkageError e) {
      throw new CaptureException(
          "cannot capture on %s: libpcap is not there (Debian: 'apt-get install libpcap0.8')"
              .formatted(interfaceName),
          e);
    }
  }

  /**
   * Takes the next frame, or waits a millisecond for one.
   *
   * @return whether there was one
   * @throws CaptureException if the interface has gone
   */
  public boolean next(FrameHandler frames) {
    try {
      byte[] bytes = handle.getNextRawPacketEx();
      long ns = ChronoUnit.NANOS.between(Instant.EPOCH, handle.getTimestamp().toInstant());
      frames.frame(ns, bytes, handle.getOriginalLength());
      return true;
    } catch (TimeoutException e) {
      LockSupport.parkNanos(IDLE_NANOS);
      return false;
    } catch (EOFException | PcapNativeException | NotOpenException e) {
      throw broken(e);
    }
  }

  /** FrameHandler that the kernel dropped because they were not taken in time. */
  public long dropped() {
    try {
      return handle.getStats().getNumPacketsDropped();
    } catch (PcapNativeException | NotOpenException e) {
      throw broken(e);
    }
  }

  private CaptureException broken(Exception e) {
    return new CaptureException("capture on %s: %s".formatted(interfaceName, e.getMessage()), e);
  }

  @Override
  public void close() {
    handle.close();
  }

  /** Frames cannot be captured; the message says why and what would help. */
  public static final class CaptureException extends RuntimeException {
    /** Creates an exception with a message for the user. */
    public CaptureException(String message) {
      super(message);
    }

    /** Creates an exception with a message for the user and its cause. */
    public CaptureException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Settings of a capture.
   *
   * @param snapBytes of each frame, at most; 1 to 262144
   * @param promiscuous whether frames for others are wanted too
   * @param filter in the language of libpcap, as tcpdump takes it; empty for all frames
   */
  public record CaptureSettings(int snapBytes, boolean promiscuous, Optional<String> filter) {
    private static final int MOST_SNAP_BYTES = 262_144;

    /** Settings that capture every frame whole. */
    public static final CaptureSettings DEFAULT =
        new CaptureSettings(MOST_SNAP_BYTES, true, Optional.empty());

    /** Refuses lengths that are none. */
    public CaptureSettings {
      if (snapBytes < 1 || snapBytes > MOST_SNAP_BYTES) {
        throw new CaptureException(
            "%d bytes of a frame: accepted are 1 to %d".formatted(snapBytes, MOST_SNAP_BYTES));
      }
    }
  }
}

package io.smartt.host.api;

import io.smartt.host.congestion.CongestionScheme;
import io.smartt.host.congestion.Smartt;
import io.smartt.host.pathing.PathScheme;
import io.smartt.host.pathing.Reps;
import io.smartt.host.settings.RecordSettings;
import io.smartt.host.transport.PathParameters;
import io.smartt.host.transport.ReliabilitySettings;
import io.smartt.host.transport.TransportSettings;
import java.util.Map;

/**
 * Options of an endpoint.
 *
 * @param transport reliability and framing
 * @param congestion congestion control of connections
 * @param paths load balancer of connections
 * @param path base RTT and bottleneck rate assumed of every path
 * @param maxOutstandingBytes of all messages accepted and not delivered; a longer message is
 *     accepted when it is alone
 * @param maxWaitingBytes of messages that have arrived and nobody took: above, new ones are turned
 *     away and their senders try again. As many bytes may be of messages that are not complete, a
 *     quarter of them of one peer; at least 16 MiB each
 */
public record EndpointOptions(
    TransportSettings transport,
    CongestionScheme congestion,
    PathScheme paths,
    PathParameters path,
    long maxOutstandingBytes,
    long maxWaitingBytes) {

  private static final String DOUBLINGS = Integer.toString(ReliabilitySettings.UNPACED_DOUBLINGS);

  /** The part of the heap, one in so many, that what waits and what arrives may each take. */
  private static final int HEAP_SHARE = 8;

  private static final int REPS_FREEZE_RTTS = 4;

  /** Checks that the limits can be used. */
  public EndpointOptions {
    if (maxOutstandingBytes < 1 || maxWaitingBytes < 1) {
      throw new IllegalArgumentException(
          "limits are %s and %s bytes, both must be positive"
              .formatted(maxOutstandingBytes, maxWaitingBytes));
    }
  }

  /**
   * SMaRTT with REPS for a base RTT of 1 ms at 10 Gbps; UDP checksums; messages up to 64 MiB, a
   * packet of each alternately; a packet's timeout doubled up to six times, for paths may be longer
   * than that (RFC 8085, Section 3.1.1); given up after 10 s of silence; 16 MiB outstanding, 256
   * MiB waiting, but at most an eighth of the heap.
   */
  public static EndpointOptions defaults() {
    TransportSettings transport =
        RecordSettings.with(
                TransportSettings.DEFAULT,
                Map.of(
                    "udp-checksum", "true",
                    "max-message-bytes", "67108864",
                    "give-up-ps", "10000000000000"))
            .withReliability(
                RecordSettings.with(
                    ReliabilitySettings.DEFAULTS,
                    Map.of("messages-in-turn", "true", "max-backoff", DOUBLINGS)));
    return new EndpointOptions(
        transport,
        new Smartt(Smartt.Settings.PAPER),
        (bdpPackets, baseRttPs, random) ->
            new Reps(bdpPackets, REPS_FREEZE_RTTS * baseRttPs, random),
        new PathParameters(1_000_000_000L, 10_000_000_000L),
        16 << 20,
        Math.min(256L << 20, Runtime.getRuntime().maxMemory() / HEAP_SHARE));
  }

  /** These options with other reliability and framing. */
  public EndpointOptions withTransport(TransportSettings other) {
    return new EndpointOptions(
        other, congestion, paths, path, maxOutstandingBytes, maxWaitingBytes);
  }

  /** These options with another congestion control. */
  public EndpointOptions withCongestion(CongestionScheme other) {
    return new EndpointOptions(transport, other, paths, path, maxOutstandingBytes, maxWaitingBytes);
  }

  /** These options with another load balancer. */
  public EndpointOptions withPaths(PathScheme other) {
    return new EndpointOptions(
        transport, congestion, other, path, maxOutstandingBytes, maxWaitingBytes);
  }

  /** These options with another base RTT and rate. */
  public EndpointOptions withPath(PathParameters other) {
    return new EndpointOptions(
        transport, congestion, paths, other, maxOutstandingBytes, maxWaitingBytes);
  }

  /** These options with other limits. */
  public EndpointOptions withLimits(long outstandingBytes, long waitingBytes) {
    return new EndpointOptions(transport, congestion, paths, path, outstandingBytes, waitingBytes);
  }
}

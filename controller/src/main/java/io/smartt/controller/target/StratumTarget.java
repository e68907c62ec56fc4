package io.smartt.controller.target;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.tls.TlsClientFiles;
import java.util.Optional;

/**
 * A Tofino that Stratum drives. Registers, queues and rates are not in its P4Runtime; queues and
 * rates are in its chassis configuration.
 *
 * @param program its device config is Stratum's BfPipelineConfig
 * @param address {@code host:port}
 * @param tls empty: without TLS
 */
public record StratumTarget(
    SwitchId switchId, CompiledProgram program, String address, Optional<TlsClientFiles> tls)
    implements SwitchTarget {
  private static final int METADATA_BYTES = 64 * 1024;

  @Override
  public SwitchConnection connect() {
    ChannelCredentials credentials = TlsClientFiles.orPlaintext(tls);
    return new SwitchConnection.Owned(
        Grpc.newChannelBuilder(address, credentials)
            .maxInboundMetadataSize(METADATA_BYTES)
            .build());
  }
}

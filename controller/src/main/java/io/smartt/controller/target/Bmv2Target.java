package io.smartt.controller.target;

import io.grpc.ChannelCredentials;
import io.grpc.Grpc;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.tls.TlsClientFiles;
import java.util.Optional;

/**
 * BMv2's simple_switch_grpc, or anything that speaks P4Runtime over TCP and runs BMv2 JSON. BMv2
 * does not read or write registers over P4Runtime (PI issue 376), and queue depths and rates are
 * not in P4Runtime at all.
 *
 * @param address {@code host:port}
 * @param tls empty: without TLS
 */
public record Bmv2Target(
    SwitchId switchId, CompiledProgram program, String address, Optional<TlsClientFiles> tls)
    implements SwitchTarget {
  /** P4Runtime's advice to clients: 8192 and 100 for each update of the largest batch. */
  private static final int METADATA_BYTES = 64 * 1024;

  /** Without TLS. */
  public Bmv2Target(SwitchId switchId, CompiledProgram program, String address) {
    this(switchId, program, address, Optional.empty());
  }

  @Override
  public SwitchConnection connect() {
    ChannelCredentials credentials = TlsClientFiles.orPlaintext(tls);
    return new SwitchConnection.Owned(
        Grpc.newChannelBuilder(address, credentials)
            .maxInboundMetadataSize(METADATA_BYTES)
            .build());
  }
}

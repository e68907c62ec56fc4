package io.smartt.controller.target;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.smartt.controller.p4runtime.SwitchId;

/**
 * BMv2's simple_switch_grpc, or anything that speaks P4Runtime over TCP without TLS and runs BMv2
 * JSON. BMv2 does not read or write registers over P4Runtime (PI issue 376), and queue depths and
 * rates are not in P4Runtime at all.
 *
 * @param address {@code host:port}
 */
public record Bmv2Target(SwitchId switchId, CompiledProgram program, String address)
    implements SwitchTarget {
  /** P4Runtime's advice to clients: 8192 and 100 for each update of the largest batch. */
  private static final int METADATA_BYTES = 64 * 1024;

  @Override
  public SwitchConnection connect() {
    return new SwitchConnection.Owned(
        Grpc.newChannelBuilder(address, InsecureChannelCredentials.create())
            .maxInboundMetadataSize(METADATA_BYTES)
            .build());
  }
}

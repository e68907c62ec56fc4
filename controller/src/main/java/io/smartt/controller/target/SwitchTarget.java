package io.smartt.controller.target;

import io.grpc.Channel;
import io.smartt.controller.p4runtime.SwitchId;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.tls.TlsClientFiles;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A switch to program over P4Runtime: an embedded switch, BMv2's simple_switch_grpc or a Tofino
 * that Stratum drives. They differ in the device config of their pipeline only. BMv2 reads and
 * writes no registers over P4Runtime (PI issue 376). Queue depths and rates are not in P4Runtime at
 * all.
 *
 * @param pipeline what the switch is to run; BMv2 JSON, or Stratum's BfPipelineConfig
 * @param connections opens a connection; its caller closes it
 */
public record SwitchTarget(
    SwitchId switchId, PipelineConfig pipeline, Supplier<SwitchConnection> connections) {
  /**
   * Returns a switch behind a channel that is open already, such as the in-process channel of the
   * virtual fabric.
   *
   * @param channel stays open when a session ends; its owner closes it
   */
  public static SwitchTarget over(Channel channel, SwitchId switchId, PipelineConfig pipeline) {
    return new SwitchTarget(switchId, pipeline, () -> new SwitchConnection.Borrowed(channel));
  }

  /**
   * Returns a switch at a TCP address.
   *
   * @param address {@code host:port}
   * @param tls empty: without TLS
   */
  public static SwitchTarget at(
      String address, Optional<TlsClientFiles> tls, SwitchId switchId, PipelineConfig pipeline) {
    return new SwitchTarget(
        switchId, pipeline, () -> new SwitchConnection.Owned(Channels.open(address, tls)));
  }

  /** Opens a connection; its caller closes it. */
  SwitchConnection connect() {
    return connections.get();
  }
}

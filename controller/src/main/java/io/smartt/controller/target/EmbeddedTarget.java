package io.smartt.controller.target;

import io.grpc.Channel;
import io.smartt.controller.p4runtime.SwitchId;

/**
 * An embedded switch, reached over a channel of the fabric it is part of; in-process on the virtual
 * fabric.
 *
 * @param channel closed by the fabric
 */
public record EmbeddedTarget(SwitchId switchId, CompiledProgram program, Channel channel)
    implements SwitchTarget {
  @Override
  public SwitchConnection connect() {
    return new SwitchConnection.Borrowed(channel);
  }
}

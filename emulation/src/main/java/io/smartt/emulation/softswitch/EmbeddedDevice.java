package io.smartt.emulation.softswitch;

import io.smartt.emulation.softswitch.p4runtime.DeviceEvents;
import io.smartt.emulation.softswitch.p4runtime.DevicePipeline;
import io.smartt.emulation.softswitch.p4runtime.ForwardingDevice;
import io.smartt.emulation.softswitch.p4runtime.LoadedConfig;
import io.smartt.emulation.softswitch.p4runtime.ReplicationControl;
import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** An {@link EmbeddedSwitch} as its P4Runtime server sees it. It has no CPU port. */
public final class EmbeddedDevice implements ForwardingDevice {
  private final long id;
  private final EmbeddedSwitch device;
  private final Supplier<RandomGenerator> randomness;

  /**
   * @param id P4Runtime device id
   * @param randomness gives each installed program the source of its {@code random} extern
   */
  public EmbeddedDevice(long id, EmbeddedSwitch device, Supplier<RandomGenerator> randomness) {
    this.id = id;
    this.device = device;
    this.randomness = randomness;
  }

  private record Prepared(Pipeline pipeline, ReplicationEngine engine) implements DevicePipeline {
    @Override
    public PipelineControl control() {
      return pipeline.control();
    }

    @Override
    public ReplicationControl replication() {
      return engine;
    }
  }

  @Override
  public long deviceId() {
    return id;
  }

  @Override
  public void connect(DeviceEvents events) {
    // Without a CPU port there are no packets to hand over, and links do not change.
  }

  @Override
  public DevicePipeline prepare(LoadedConfig config) {
    return new Prepared(config.program().instantiate(randomness.get()), new ReplicationEngine());
  }

  @Override
  public void activate(DevicePipeline pipeline) {
    if (!(pipeline instanceof Prepared prepared)) {
      throw new IllegalArgumentException("a pipeline of another device: " + pipeline);
    }
    device.install(prepared.pipeline, prepared.engine);
  }

  @Override
  public boolean hasPort(int port) {
    return port >= 1 && port <= device.trafficManager().ports();
  }

  @Override
  public boolean portUp(int port) {
    return hasPort(port);
  }

  @Override
  public void packetOut(byte[] frame) {
    throw new UnsupportedOperationException(
        "switch " + device.name() + " has no CPU port, so it takes no packet from a controller");
  }
}

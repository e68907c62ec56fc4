package io.smartt.softswitch.p4runtime;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A device with ports 0 to 7 that keeps what it is given. */
final class FakeDevice implements ForwardingDevice {
  private final long id;
  private Optional<ForwardingDevice.DeviceEvents> events = Optional.empty();
  private Optional<FakePipeline> active = Optional.empty();
  private Optional<FakePipeline> prepared = Optional.empty();

  final Set<Integer> downPorts = new HashSet<>();
  final List<byte[]> packetsOut = new ArrayList<>();

  FakeDevice(long id) {
    this.id = id;
  }

  ForwardingDevice.DeviceEvents events() {
    return events.orElseThrow();
  }

  /** What packets would run. */
  FakePipeline active() {
    return active.orElseThrow();
  }

  boolean hasActive() {
    return active.isPresent();
  }

  /** The pipeline made last. */
  FakePipeline prepared() {
    return prepared.orElseThrow();
  }

  @Override
  public long deviceId() {
    return id;
  }

  @Override
  public void connect(ForwardingDevice.DeviceEvents to) {
    events = Optional.of(to);
  }

  @Override
  public DevicePipeline prepare(ForwardingDevice.LoadedConfig config) {
    FakePipeline pipeline = new FakePipeline(config.info());
    prepared = Optional.of(pipeline);
    return pipeline;
  }

  @Override
  public void activate(DevicePipeline pipeline) {
    active = Optional.of((FakePipeline) pipeline);
  }

  @Override
  public boolean hasPort(int port) {
    return port >= 0 && port < 8;
  }

  @Override
  public boolean portUp(int port) {
    return hasPort(port) && !downPorts.contains(port);
  }

  @Override
  public void packetOut(byte[] frame) {
    packetsOut.add(frame);
  }
}

package io.smartt.softswitch;

import module java.base;

import io.smartt.p4.pipeline.Pipeline;
import io.smartt.p4.pipeline.PipelineControl;
import io.smartt.p4.pipeline.PipelineProgram;
import io.smartt.p4.pipeline.TableEntry;
import io.smartt.softswitch.explain.PacketLog;
import io.smartt.softswitch.explain.TracedPipeline;
import io.smartt.softswitch.p4runtime.DevicePipeline;
import io.smartt.softswitch.p4runtime.ForwardingDevice;
import io.smartt.softswitch.p4runtime.ForwardingDevice.DeviceEvents;
import io.smartt.softswitch.p4runtime.LostMessages;
import org.jspecify.annotations.Nullable;

/**
 * An {@link EmbeddedSwitch} as its P4Runtime server sees it. The driver of the switch hands over
 * what controllers want to know: frames that leave by the CPU port, digests, links that change, and
 * calls {@link #housekeeping} as time goes by.
 */
public final class EmbeddedDevice implements ForwardingDevice {
  private static final long PS_PER_NS = 1_000;

  private final long id;
  private final EmbeddedSwitch device;
  private final Supplier<RandomGenerator> randomness;
  private final SwitchEnvironment surroundings;

  // Read by every thread, but "observed"; that and "active" are written under this one's lock.
  private volatile @Nullable DeviceEvents events;
  private volatile @Nullable Prepared active;
  private boolean observed;

  /**
   * A device without CPU port whose links are always up and whose time is that of its packets.
   *
   * @param id P4Runtime device id
   * @param randomness gives each installed program the source of its {@code random} extern
   */
  public EmbeddedDevice(long id, EmbeddedSwitch device, Supplier<RandomGenerator> randomness) {
    this(id, device, randomness, new PacketsOnly(device));
  }

  /**
   * A device.
   *
   * @param id P4Runtime device id
   * @param randomness gives each installed program the source of its {@code random} extern
   */
  public EmbeddedDevice(
      long id,
      EmbeddedSwitch device,
      Supplier<RandomGenerator> randomness,
      SwitchEnvironment surroundings) {
    this.id = id;
    this.device = device;
    this.randomness = randomness;
    this.surroundings = surroundings;
  }

  private record Prepared(
      PipelineProgram.Engines engines,
      IdleTimers timers,
      ReplicationEngine engine,
      boolean dropsExpired)
      implements DevicePipeline {
    @Override
    public PipelineControl control() {
      return engines.fast().control();
    }

    @Override
    public void apply(List<PipelineControl.Change> changes) {
      control().apply(changes);
      timers.changed(changes);
    }

    @Override
    public DevicePipeline.ReplicationControl replication() {
      return engine;
    }

    @Override
    public OptionalLong sinceLastHitNs(TableEntry entry) {
      return timers.sinceLastHitNs(entry);
    }
  }

  private record PacketsOnly(EmbeddedSwitch device) implements SwitchEnvironment {
    @Override
    public long nowPs() {
      return device.lastSeenPs();
    }

    @Override
    public boolean linkUp(int port) {
      return true;
    }

    @Override
    public void packetOut(byte[] frame) {
      throw new UnsupportedOperationException(
          "switch " + device.name() + " has no CPU port, so it takes no packet from a controller");
    }

    @Override
    public PipelineProgram.PipelineLog log() {
      return PipelineProgram.PipelineLog.NONE;
    }
  }

  @Override
  public long deviceId() {
    return id;
  }

  @Override
  public void connect(DeviceEvents newEvents) {
    events = newEvents;
  }

  @Override
  public DevicePipeline prepare(ForwardingDevice.LoadedConfig config) {
    PipelineProgram.Engines engines = engines(config.program());
    return new Prepared(
        engines,
        new IdleTimers(engines.fast().control(), surroundings::nowPs),
        new ReplicationEngine(),
        config.dropsExpired());
  }

  private PipelineProgram.Engines engines(PipelineProgram program) {
    Optional<PacketLog> log = surroundings.packetLog();
    if (log.isEmpty()) {
      Pipeline only = program.instantiate(randomness.get(), surroundings.log());
      return new PipelineProgram.Engines(only, () -> only);
    }
    PipelineProgram.Engines engines =
        program.engines(randomness.get(), surroundings.log(), log.get());
    return new PipelineProgram.Engines(
        engines.fast(), () -> new TracedPipeline(engines.observed().get(), log.get()));
  }

  /**
   * Makes the environment's log hear what packets meet, from the next one on, or no longer. Packets
   * in the switch stay; all are many times slower meanwhile.
   */
  public synchronized void observe(boolean newObserved) {
    observed = newObserved;
    Prepared running = active;
    if (running != null) {
      device.exchange(engine(running));
    }
  }

  private Pipeline engine(Prepared prepared) {
    return observed ? prepared.engines.observed().get() : prepared.engines.fast();
  }

  @Override
  public synchronized void activate(DevicePipeline pipeline) {
    if (!(pipeline instanceof Prepared prepared)) {
      throw new IllegalArgumentException("a pipeline of another device: " + pipeline);
    }
    device.install(engine(prepared), prepared.engine, prepared.dropsExpired);
    active = prepared;
  }

  /**
   * Runs a pipeline that is no P4 program, and that no controller sees, from the next packet on.
   */
  public void run(Pipeline pipeline) {
    device.install(pipeline, new ReplicationEngine(), true);
  }

  @Override
  public long unixNs(long atNs) {
    return surroundings.unixNs(atNs);
  }

  @Override
  public boolean hasPort(int port) {
    return device.hasPort(port);
  }

  @Override
  public Map<Integer, String> portNames() {
    return surroundings.portNames();
  }

  @Override
  public boolean portUp(int port) {
    return hasPort(port) && surroundings.linkUp(port);
  }

  @Override
  public void packetOut(byte[] frame) {
    surroundings.packetOut(frame);
  }

  /** Returns whether a program runs. */
  public boolean hasProgram() {
    return active != null;
  }

  /** A frame left by the CPU port; false where no controller takes it. */
  public boolean packetIn(byte[] frame) {
    DeviceEvents to = events;
    return to != null && to.packetIn(frame);
  }

  /** Returns what no controller got; empty on a device without a P4Runtime server. */
  public Optional<LostMessages> lostMessages() {
    return Optional.ofNullable(events).map(DeviceEvents::lost);
  }

  /** The program wants its controllers to learn something. */
  public void digest(long nowPs, Pipeline.Digest digest) {
    DeviceEvents to = events;
    if (to != null) {
      to.digest(digest.name(), digest.fields(), nowPs / PS_PER_NS);
    }
  }

  /**
   * A link went up or down. Waits for a write that is running, so this is not for the thread of the
   * packets.
   */
  public void linkChanged(int port) {
    DeviceEvents to = events;
    if (to != null) {
      to.portChanged(port);
    }
  }

  /**
   * Sends digests and idle-timeout notices that are due. Waits for a write that is running, so this
   * is not for the thread of the packets.
   */
  public void housekeeping(long nowPs) {
    DeviceEvents to = events;
    Prepared running = active;
    if (to == null || running == null) {
      return;
    }
    long nowNs = nowPs / PS_PER_NS;
    to.digestTick(nowNs);
    List<TableEntry> idle = running.timers.expired(nowPs);
    if (!idle.isEmpty()) {
      to.idle(idle, nowNs);
    }
  }
}

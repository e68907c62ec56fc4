package io.smartt.emulation.fabric.containers;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.smartt.controller.target.SwitchSession;
import io.smartt.emulation.input.UserInputException;
import io.smartt.emulation.report.QueueRecord;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.run.ProgramCounts;
import io.smartt.emulation.topology.Adjacency;
import io.smartt.emulation.topology.Switch;
import java.util.List;
import java.util.Map;

/** BMv2's {@code simple_switch_grpc}, which counts nothing of its queues: its program does. */
final class Bmv2Container implements ContainerSwitch {
  private final Switch device;
  private final List<Adjacency> adjacencies;
  private final ManagedChannel channel;
  private final SwitchSession session;
  private ProgramCounts before = ProgramCounts.NONE;

  Bmv2Container(
      Switch device, List<Adjacency> adjacencies, ManagedChannel channel, SwitchSession session) {
    this.device = device;
    this.adjacencies = adjacencies;
    this.channel = channel;
    this.session = session;
  }

  @Override
  public Switch device() {
    return device;
  }

  /** None: it only tells whether it is there. */
  @Override
  public Map<Integer, Long> depths() {
    ConnectivityState state = channel.getState(true);
    if (state == ConnectivityState.TRANSIENT_FAILURE) {
      throw new RunFailedException("switch " + device.name() + " does not answer");
    }
    return Map.of();
  }

  @Override
  public void setUp(Adjacency adjacency, boolean up) {
    throw new UserInputException("link.failures: BMv2 switches take no link down");
  }

  @Override
  public List<QueueRecord> queues() {
    return ProgramCounts.of(session.programmed()).since(before, device, adjacencies);
  }

  @Override
  public long unqueuedDrops() {
    return 0;
  }

  @Override
  public long received() {
    return 0;
  }

  @Override
  public void clearCounters() {
    before = ProgramCounts.of(session.programmed());
  }

  @Override
  public void close() {
    session.close();
    channel.shutdownNow();
  }
}

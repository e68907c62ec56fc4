package io.smartt.emulation.softswitch.ctl;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.emulation.concurrent.StartingServer;
import io.smartt.emulation.report.RunFailedException;
import io.smartt.emulation.softswitch.QueueConfig;
import io.smartt.emulation.softswitch.SwitchCounters;
import io.smartt.emulation.softswitch.standalone.QueueStatus;
import io.smartt.emulation.softswitch.standalone.Wire;
import io.smartt.switchctl.v1.ClearCountersRequest;
import io.smartt.switchctl.v1.ListPortsRequest;
import io.smartt.switchctl.v1.ListPortsResponse;
import io.smartt.switchctl.v1.ReadQueuesRequest;
import io.smartt.switchctl.v1.SetPortRateRequest;
import io.smartt.switchctl.v1.SetPortWireRequest;
import io.smartt.switchctl.v1.SetQueueCapacityRequest;
import io.smartt.switchctl.v1.SwitchControlGrpc;
import io.smartt.switchctl.v1.Trimming;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The control service of a switch elsewhere. Thread safe. */
public final class RemoteSwitch {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final String name;
  private final ManagedChannel channel;
  private final SwitchControlGrpc.SwitchControlBlockingStub stub;

  /**
   * @param name for messages
   * @param channel its owner's
   */
  public RemoteSwitch(String name, ManagedChannel channel) {
    this.name = name;
    this.channel = channel;
    stub = SwitchControlGrpc.newBlockingStub(channel);
  }

  /**
   * Its ports, once it answers.
   *
   * @throws RunFailedException if it does not in time
   */
  public ListPortsResponse await(Duration patience) {
    return call(() ->
        StartingServer.await(
            channel,
            () ->
                stub.withWaitForReady()
                    .withDeadlineAfter(patience.toMillis(), TimeUnit.MILLISECONDS)
                    .listPorts(ListPortsRequest.getDefaultInstance())));
  }

  /** Has it count anew. */
  public void clearCounters() {
    call(() -> limited().clearCounters(ClearCountersRequest.getDefaultInstance()));
  }

  /** Its ports and what reached no queue. */
  public ListPortsResponse ports() {
    return call(() -> limited().listPorts(ListPortsRequest.getDefaultInstance()));
  }

  /** Packets taken in, and those that reached no queue. */
  public SwitchCounters counters() {
    ListPortsResponse all = ports();
    return new SwitchCounters(
        all.getPortsList().stream().mapToLong(port -> port.getReceivedPackets()).sum(),
        all.getUnqueued().getNoProgramPackets(),
        all.getUnqueued().getProgramDropPackets(),
        all.getUnqueued().getNoSuchPortPackets(),
        all.getUnqueued().getNoSuchQueuePackets());
  }

  /** Packets that the wires of all ports lost. */
  public long lostOnWires() {
    return ports().getWireLostPackets();
  }

  /** Its queues at one moment, by port and number. */
  public List<QueueStatus> queues() {
    return call(() -> limited().readQueues(ReadQueuesRequest.getDefaultInstance()))
        .getQueuesList()
        .stream()
        .map(QueueMessages::status)
        .toList();
  }

  /**
   * Sets all of a port.
   *
   * @param queues lowest priority first
   */
  public void setUp(int port, long rateBps, Wire wire, List<QueueConfig> queues) {
    setRate(port, rateBps);
    setWire(port, wire);
    for (int queue = 0; queue < queues.size(); queue++) {
      setCapacity(port, queue, queues.get(queue));
    }
  }

  /** Sets the rate of a port. */
  public void setRate(int port, long rateBps) {
    call(() ->
        limited()
            .setPortRate(
                SetPortRateRequest.newBuilder().addPorts(port).setRateBps(rateBps).build()));
  }

  /** Sets what the cable of a port does to packets. */
  public void setWire(int port, Wire wire) {
    call(() ->
        limited()
            .setPortWire(
                SetPortWireRequest.newBuilder()
                    .addPorts(port)
                    .setOutPs(wire.outPs())
                    .setInPs(wire.inPs())
                    .setFromHost(wire.fromHost())
                    .setLoss(wire.loss())
                    .setDown(!wire.up())
                    .build()));
  }

  /** Sets how much may wait in a queue. */
  public void setCapacity(int port, int queue, QueueConfig config) {
    SetQueueCapacityRequest.Builder request =
        SetQueueCapacityRequest.newBuilder()
            .addPorts(port)
            .addQueues(queue)
            .setPackets(config.capacityPackets());
    if (config.capacityBytes() != QueueConfig.UNLIMITED) {
      request.setBytes(config.capacityBytes());
    }
    config
        .trimming()
        .ifPresent(trimming ->
            request.setTrimming(
                Trimming.newBuilder()
                    .setKeepBytes(trimming.keepBytes())
                    .setDscp(trimming.dscp())
                    .setQueue(trimming.queue())));
    call(() -> limited().setQueueCapacity(request.build()));
  }

  private SwitchControlGrpc.SwitchControlBlockingStub limited() {
    return stub.withDeadlineAfter(DEADLINE.toSeconds(), TimeUnit.SECONDS);
  }

  private <T> T call(Supplier<T> task) {
    try {
      return task.get();
    } catch (StatusRuntimeException e) {
      Status status = e.getStatus();
      throw new RunFailedException(
          switch (status.getCode()) {
            case UNAVAILABLE, DEADLINE_EXCEEDED, CANCELLED ->
                "switch " + name + " does not answer (" + status.getCode() + ")";
            default -> "switch " + name + " refuses: " + status.getDescription();
          },
          e);
    }
  }
}

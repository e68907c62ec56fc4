package io.smartt.switchd.ctl;

import module java.base;

import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.smartt.base.concurrent.StartingServer;
import io.smartt.base.failure.RunFailedException;
import io.smartt.controller.rpc.Channels;
import io.smartt.controller.rpc.TlsRefusal;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchBackend;
import io.smartt.softswitch.backend.SwitchCounts;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;
import io.smartt.switchd.ctl.v1.ClearCountersRequest;
import io.smartt.switchd.ctl.v1.ListPortsRequest;
import io.smartt.switchd.ctl.v1.ListPortsResponse;
import io.smartt.switchd.ctl.v1.Port;
import io.smartt.switchd.ctl.v1.ReadQueuesRequest;
import io.smartt.switchd.ctl.v1.SetPortRateRequest;
import io.smartt.switchd.ctl.v1.SetQueueCapacityRequest;
import io.smartt.switchd.ctl.v1.Sharing;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc;
import io.smartt.switchd.ctl.v1.Trimming;
import io.smartt.switchd.ctl.v1.Unqueued;

/** A switch elsewhere, over its control service. Thread safe. */
public final class RemoteSwitch implements SwitchBackend {
  private static final Duration DEADLINE = Duration.ofSeconds(10);

  private final String name;
  private final ManagedChannel channel;
  private final SwitchControlGrpc.SwitchControlBlockingStub stub;

  /**
   * @param name for messages
   * @param channel closed with this
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

  @Override
  public void clearCounters() {
    call(() -> limited().clearCounters(ClearCountersRequest.getDefaultInstance()));
  }

  private ListPortsResponse ports() {
    return call(() -> limited().listPorts(ListPortsRequest.getDefaultInstance()));
  }

  @Override
  public Map<Integer, Long> rates() {
    return ports().getPortsList().stream()
        .collect(Collectors.toMap(Port::getNumber, Port::getRateBps));
  }

  @Override
  public Set<Integer> portsDown() {
    return ports().getPortsList().stream()
        .filter(port -> !port.getUp())
        .map(Port::getNumber)
        .collect(Collectors.toSet());
  }

  @Override
  public Map<Integer, Map<String, Long>> refused() {
    return ports().getPortsList().stream()
        .collect(Collectors.toMap(Port::getNumber, Port::getRefusedMap));
  }

  @Override
  public SwitchLateness lateness() {
    ListPortsResponse ports = ports();
    return new SwitchLateness(ports.getLateEvents(), ports.getLatePs(), ports.getLostPs());
  }

  @Override
  public SwitchCounts counts() {
    List<SwitchBackend.QueueStatus> queues = queues();
    ListPortsResponse ports = ports();
    Unqueued unqueued = ports.getUnqueued();
    SwitchCounters counters =
        new SwitchCounters(
            ports.getPortsList().stream().mapToLong(Port::getReceivedPackets).sum(),
            unqueued.getNoProgramPackets(),
            unqueued.getProgramDropPackets(),
            unqueued.getNoSuchPortPackets(),
            unqueued.getNoSuchQueuePackets(),
            ports.getEndlessRequests());
    SwitchCounts counts = SwitchCounts.of(name, queues, counters, ports.getWireLostPackets());
    return ports.hasPackets()
        ? counts.with(ControlMessages.ledger(name, ports.getPackets()))
        : counts;
  }

  @Override
  public List<SwitchBackend.QueueStatus> queues() {
    return call(() -> limited().readQueues(ReadQueuesRequest.getDefaultInstance()))
        .getQueuesList()
        .stream()
        .map(ControlMessages::status)
        .toList();
  }

  @Override
  public void setUp(Map<Integer, SwitchBackend.PortSetup> setups) {
    setups.forEach((port, setup) -> {
      setRate(port, setup.rateBps());
      setWire(port, setup.wire());
      for (int queue = 0; queue < setup.queues().size(); queue++) {
        setCapacity(port, queue, setup.queues().get(queue));
      }
    });
  }

  @Override
  public void setLink(int port, long rateBps, Wire wire) {
    setRate(port, rateBps);
    setWire(port, wire);
  }

  private void setRate(int port, long rateBps) {
    call(() ->
        limited()
            .setPortRate(
                SetPortRateRequest.newBuilder().addPorts(port).setRateBps(rateBps).build()));
  }

  private void setWire(int port, Wire wire) {
    call(() -> limited().setPortWire(ControlMessages.request(port, wire)));
  }

  private void setCapacity(int port, int queue, QueueConfig config) {
    SetQueueCapacityRequest.Builder request =
        SetQueueCapacityRequest.newBuilder()
            .addPorts(port)
            .addQueues(queue)
            .setPackets(config.capacityPackets())
            .setWeight(config.weight());
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
                    .setQueue(trimming.queue())
                    .setKeepsChecksum(trimming.keepsChecksum())));
    config
        .sharing()
        .ifPresent(sharing ->
            request.setSharing(
                Sharing.newBuilder()
                    .setSharedBytes(sharing.sharedBytes())
                    .setAlpha(sharing.alpha())
                    .setReservedBytes(sharing.reservedBytes())));
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
                "switch %s %s"
                    .formatted(
                        name,
                        TlsRefusal.in(e)
                            .map(reason -> "cannot be reached: " + reason.text())
                            .orElse("does not answer (" + status.getCode() + ")"));
            default -> "switch " + name + " refuses: " + status.getDescription();
          },
          e);
    }
  }

  @Override
  public void close() {
    Channels.closeNow(channel);
  }
}

package io.smartt.switchd.ctl;

import module java.base;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smartt.host.agent.daemon.UnaryAnswers;
import io.smartt.softswitch.QueueConfig;
import io.smartt.softswitch.SwitchCounters;
import io.smartt.softswitch.backend.SwitchLateness;
import io.smartt.softswitch.backend.Wire;
import io.smartt.softswitch.explain.SwitchEvent;
import io.smartt.softswitch.p4runtime.LostMessages;
import io.smartt.softswitch.standalone.StandaloneSwitch;
import io.smartt.switchd.ctl.v1.ClearCountersRequest;
import io.smartt.switchd.ctl.v1.ClearCountersResponse;
import io.smartt.switchd.ctl.v1.ListPortsRequest;
import io.smartt.switchd.ctl.v1.ListPortsResponse;
import io.smartt.switchd.ctl.v1.NotTaken;
import io.smartt.switchd.ctl.v1.Port;
import io.smartt.switchd.ctl.v1.ReadQueuesRequest;
import io.smartt.switchd.ctl.v1.ReadQueuesResponse;
import io.smartt.switchd.ctl.v1.SetPortRateRequest;
import io.smartt.switchd.ctl.v1.SetPortRateResponse;
import io.smartt.switchd.ctl.v1.SetPortWireRequest;
import io.smartt.switchd.ctl.v1.SetPortWireResponse;
import io.smartt.switchd.ctl.v1.SetQueueCapacityRequest;
import io.smartt.switchd.ctl.v1.SetQueueCapacityResponse;
import io.smartt.switchd.ctl.v1.SwitchControlGrpc;
import io.smartt.switchd.ctl.v1.TracePacketsRequest;
import io.smartt.switchd.ctl.v1.TracedLine;
import io.smartt.switchd.ctl.v1.Unqueued;
import io.smartt.switchd.ctl.v1.WatchQueuesRequest;
import org.p4.v1.StreamMessageResponse.UpdateCase;

/** Serves {@code smartt.switchctl.v1.SwitchControl} for one switch. */
public final class SwitchControlService extends SwitchControlGrpc.SwitchControlImplBase
    implements AutoCloseable {
  private static final int DEFAULT_INTERVAL_MS = 1_000;
  private static final int LEAST_INTERVAL_MS = 10;

  private final UnaryAnswers answers = new UnaryAnswers(SwitchControlService::code);
  private final StandaloneSwitch device;
  private final LongSupplier clockNs;
  private final ScheduledExecutorService watches =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().name("queue-watch").daemon().factory());

  /**
   * @param clockNs time of the switch
   */
  public SwitchControlService(StandaloneSwitch device, LongSupplier clockNs) {
    this.device = device;
    this.clockNs = clockNs;
  }

  @Override
  public void listPorts(ListPortsRequest request, StreamObserver<ListPortsResponse> response) {
    answers.answer(
        response,
        () -> {
          SwitchCounters counters = device.counters();
          SwitchLateness lateness = device.lateness();
          ListPortsResponse.Builder answer =
              ListPortsResponse.newBuilder()
                  .setSwitchName(device.settings().name())
                  .setDeviceId(device.settings().deviceId())
                  .setQueuesPerPort(device.settings().queues())
                  .setWireLostPackets(device.lostOnWires())
                  .setLateEvents(lateness.events())
                  .setLatePs(lateness.latePs())
                  .setLostPs(lateness.lostPs())
                  .setEndlessRequests(counters.endless())
                  .setPackets(ControlMessages.message(device.packets()))
                  .setUnqueued(
                      Unqueued.newBuilder()
                          .setNoProgramPackets(counters.noPipeline())
                          .setProgramDropPackets(counters.droppedByProgram())
                          .setNoSuchPortPackets(counters.noSuchPort())
                          .setNoSuchQueuePackets(counters.noSuchQueue()));
          device.device().lostMessages().ifPresent(lost -> answer.setNotTaken(message(lost)));
          device.ports().forEach(port -> answer.addPorts(message(port)));
          return answer.build();
        });
  }

  private static NotTaken message(LostMessages lost) {
    return NotTaken.newBuilder()
        .setPacketIns(lost.of(UpdateCase.PACKET))
        .setDigestLists(lost.of(UpdateCase.DIGEST))
        .setIdleNotices(lost.of(UpdateCase.IDLE_TIMEOUT_NOTIFICATION))
        .setStreamErrors(lost.of(UpdateCase.ERROR))
        .build();
  }

  private static Port message(StandaloneSwitch.PortStatus port) {
    return Port.newBuilder()
        .setNumber(port.number())
        .setAttachment(port.attachment())
        .setUp(port.up())
        .setRateBps(port.rateBps())
        .setReceivedPackets(port.received().packets())
        .setReceivedBytes(port.received().bytes())
        .setSentPackets(port.sent().packets())
        .setSentBytes(port.sent().bytes())
        .setReceiveLostPackets(port.receiveLostPackets())
        .setSendLostPackets(port.sendLostPackets())
        .putAllRefused(port.refused())
        .build();
  }

  @Override
  public void readQueues(ReadQueuesRequest request, StreamObserver<ReadQueuesResponse> response) {
    answers.answer(response, () -> read(request.getPortsList()));
  }

  private ReadQueuesResponse read(List<Integer> ports) {
    return ControlMessages.response(clockNs.getAsLong(), device.queues(ports));
  }

  @Override
  public void watchQueues(WatchQueuesRequest request, StreamObserver<ReadQueuesResponse> response) {
    ServerCallStreamObserver<ReadQueuesResponse> call =
        (ServerCallStreamObserver<ReadQueuesResponse>) response;
    int interval = request.getIntervalMs() == 0 ? DEFAULT_INTERVAL_MS : request.getIntervalMs();
    if (interval < LEAST_INTERVAL_MS) {
      call.onError(
          Status.INVALID_ARGUMENT
              .withDescription(
                  "interval_ms is %s; at least %d is accepted"
                      .formatted(Integer.toUnsignedString(interval), LEAST_INTERVAL_MS))
              .asRuntimeException());
      return;
    }
    ScheduledFuture<?> watch =
        watches.scheduleAtFixedRate(
            () -> watch(request.getPortsList(), call), 0, interval, TimeUnit.MILLISECONDS);
    call.setOnCancelHandler(() -> watch.cancel(false));
  }

  /** A watcher that reads too slowly misses moments. A failure ends the watch. */
  private void watch(List<Integer> ports, ServerCallStreamObserver<ReadQueuesResponse> call) {
    if (call.isReady()) {
      try {
        call.onNext(read(ports));
      } catch (RuntimeException e) {
        StatusRuntimeException status = answers.status(e);
        call.onError(status);
        throw status;
      }
    }
  }

  @Override
  public void setPortRate(
      SetPortRateRequest request, StreamObserver<SetPortRateResponse> response) {
    answers.answer(
        response,
        () -> {
          if (request.getRateBps() < 0) {
            throw new IllegalArgumentException(
                "rate_bps is %s, too much".formatted(Long.toUnsignedString(request.getRateBps())));
          }
          device.setRate(request.getPortsList(), request.getRateBps());
          return SetPortRateResponse.getDefaultInstance();
        });
  }

  @Override
  public void setQueueCapacity(
      SetQueueCapacityRequest request, StreamObserver<SetQueueCapacityResponse> response) {
    answers.answer(
        response,
        () -> {
          device.setCapacity(request.getPortsList(), request.getQueuesList(), capacity(request));
          return SetQueueCapacityResponse.getDefaultInstance();
        });
  }

  @Override
  public void setPortWire(
      SetPortWireRequest request, StreamObserver<SetPortWireResponse> response) {
    answers.answer(
        response,
        () -> {
          Wire wire = ControlMessages.wire(request);
          request.getPortsList().forEach(port -> device.setWire(port, wire));
          return SetPortWireResponse.getDefaultInstance();
        });
  }

  @Override
  public void clearCounters(
      ClearCountersRequest request, StreamObserver<ClearCountersResponse> response) {
    answers.answer(
        response,
        () -> {
          device.clearCounters();
          return ClearCountersResponse.getDefaultInstance();
        });
  }

  @Override
  public void tracePackets(TracePacketsRequest request, StreamObserver<TracedLine> response) {
    ServerCallStreamObserver<TracedLine> call = (ServerCallStreamObserver<TracedLine>) response;
    AttachedTrace trace = new AttachedTrace(request, call);
    call.setOnCancelHandler(() -> device.detach(trace));
    try {
      request.getPortsList().forEach(device::wire);
      if (!device.attach(trace)) {
        call.onError(
            Status.RESOURCE_EXHAUSTED
                .withDescription("another caller traces its packets; try again when it has ended")
                .asRuntimeException());
      }
    } catch (RuntimeException e) {
      call.onError(answers.status(e));
    }
  }

  private static QueueConfig capacity(SetQueueCapacityRequest request) {
    if (!request.hasPackets() && !request.hasBytes()) {
      throw new IllegalArgumentException("give packets, bytes or both");
    }
    int packets = QueueConfig.UNLIMITED;
    if (request.hasPackets()) {
      packets = (int) Math.min(QueueConfig.UNLIMITED, bound("packets", request.getPackets()));
    }
    long bytes = request.hasBytes() ? bound("bytes", request.getBytes()) : QueueConfig.UNLIMITED;
    Optional<QueueConfig.Trimming> trimming =
        request.hasTrimming()
            ? Optional.of(
                new QueueConfig.Trimming(
                    request.getTrimming().getKeepBytes(),
                    request.getTrimming().getDscp(),
                    request.getTrimming().getQueue(),
                    request.getTrimming().getKeepsChecksum()))
            : Optional.empty();
    QueueConfig own = new QueueConfig(packets, bytes, trimming).withWeight(request.getWeight());
    return request.hasSharing()
        ? own.with(
            new QueueConfig.Sharing(
                request.getSharing().getSharedBytes(),
                request.getSharing().getAlpha(),
                request.getSharing().getReservedBytes()))
        : own;
  }

  private static long bound(String name, long value) {
    if (value < 1) {
      throw new IllegalArgumentException(
          "%s is %s; 1 or more is accepted".formatted(name, Long.toUnsignedString(value)));
    }
    return value;
  }

  private static Status code(RuntimeException e) {
    return switch (e) {
      case NoSuchElementException _ -> Status.NOT_FOUND;
      case IllegalArgumentException _ -> Status.INVALID_ARGUMENT;
      case StandaloneSwitch.SwitchStoppedException _ -> Status.UNAVAILABLE;
      default -> Status.INTERNAL;
    };
  }

  @Override
  public void close() {
    watches.shutdownNow();
  }

  /**
   * One caller of {@code TracePackets}: gets the lines of so many packets until all copies of them
   * are sent or dropped. What it does not read in time is left out and counted.
   */
  private static final class AttachedTrace implements StandaloneSwitch.TraceReader {
    private static final int DEFAULT_PACKETS = 10;
    private static final int MOST_WAITING = 1 << 14;

    private final TracePacketsRequest request;
    private final ServerCallStreamObserver<TracedLine> call;
    private final Map<Long, Set<Integer>> copies = new HashMap<>();
    private final ArrayDeque<TracedLine> waiting = new ArrayDeque<>();
    private boolean ended;
    private long left;
    private long lostLines;

    AttachedTrace(TracePacketsRequest request, ServerCallStreamObserver<TracedLine> call) {
      this.request = request;
      this.call = call;
      this.left =
          request.getPackets() == 0
              ? DEFAULT_PACKETS
              : Integer.toUnsignedLong(request.getPackets());
      call.setOnReadyHandler(this::drain);
    }

    @Override
    public boolean wants(long packet, int port, SwitchEvent event) {
      boolean fresh =
          event instanceof SwitchEvent.IngressBegan began && began.kind().equals("normal");
      if (fresh
          && left > 0
          && (request.getPortsCount() == 0 || request.getPortsList().contains(port))) {
        left--;
        copies.put(packet, new HashSet<>(Set.of(event.copy())));
      }
      Set<Integer> open = copies.get(packet);
      if (open != null) {
        follow(open, event);
      }
      return open != null;
    }

    /**
     * Keeps the copies that are neither sent nor dropped. A packet ends where its replicas begin.
     */
    private static void follow(Set<Integer> open, SwitchEvent event) {
      switch (event) {
        case SwitchEvent.Cloned cloned -> open.add(cloned.copy());
        case SwitchEvent.Replicated(var copy, var from, var _) -> {
          open.add(copy);
          open.remove(from);
        }
        case SwitchEvent.Sent sent -> open.remove(sent.copy());
        case SwitchEvent.Dropped dropped -> open.remove(dropped.copy());
        default -> {
          // It goes on.
        }
      }
    }

    @Override
    public synchronized void line(String text) {
      if (waiting.size() >= MOST_WAITING) {
        lostLines++;
        return;
      }
      waiting.add(TracedLine.newBuilder().setText(text).setLostLines(lostLines).build());
      lostLines = 0;
      drain();
    }

    private synchronized void drain() {
      while (!waiting.isEmpty() && call.isReady()) {
        call.onNext(waiting.remove());
      }
      if (ended && waiting.isEmpty()) {
        ended = false;
        call.onCompleted();
      }
    }

    @Override
    public synchronized boolean isDone() {
      copies.values().removeIf(Set::isEmpty);
      ended = left == 0 && copies.isEmpty();
      boolean done = ended;
      drain();
      return done || call.isCancelled();
    }
  }
}

package io.smartt.realtime.netns.machines;

import module java.base;

import io.grpc.Status;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.smartt.base.failure.RunFailedException;
import io.smartt.experiment.settings.SettingsCatalog;
import io.smartt.host.agent.daemon.BearerToken;
import io.smartt.host.agent.daemon.UnaryAnswers;
import io.smartt.host.packetio.KernelClock;
import io.smartt.host.packetio.PacketIoException;
import io.smartt.host.packetio.PacketIoHandler.IdleStrategy;
import io.smartt.realtime.worker.v1.CarryEvent;
import io.smartt.realtime.worker.v1.CarryRequest;
import io.smartt.realtime.worker.v1.DescribeRequest;
import io.smartt.realtime.worker.v1.DescribeResponse;
import io.smartt.realtime.worker.v1.MeasureWayRequest;
import io.smartt.realtime.worker.v1.MeasureWayResponse;
import io.smartt.realtime.worker.v1.Ready;
import io.smartt.realtime.worker.v1.ReleaseRequest;
import io.smartt.realtime.worker.v1.ReleaseResponse;
import io.smartt.realtime.worker.v1.WorkerGrpc;
import io.smartt.softswitch.standalone.TlsFiles;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Serves {@code smartt.worker.v1.Worker}: carries one share at a time. Thread safe. */
public final class WorkerService extends WorkerGrpc.WorkerImplBase implements AutoCloseable {
  private final UnaryAnswers answers = new UnaryAnswers(WorkerService::code);
  private final WorkerEndpoint door;
  private final Consumer<String> log;
  private @Nullable Carried carried;

  private record Carried(
      CarriedShare share, ServerCallStreamObserver<CarryEvent> call, long cpuNs) {}

  /**
   * @param log gets a line for each share
   */
  public WorkerService(WorkerEndpoint door, Consumer<String> log) {
    this.door = door;
    this.log = log;
  }

  @Override
  public void describe(DescribeRequest request, StreamObserver<DescribeResponse> response) {
    answers.answer(
        response,
        () ->
            DescribeResponse.newBuilder()
                .setVersion(door.version())
                .setCores(Runtime.getRuntime().availableProcessors())
                .setUnderlay(door.underlay().getHostAddress())
                .setMtuBytes(mtuBytes())
                .setCarries(carries())
                // Last, for callers that compare clocks.
                .setTimeUnixNs(KernelClock.unixNs())
                .build());
  }

  private synchronized boolean carries() {
    return carried != null;
  }

  private int mtuBytes() {
    try {
      NetworkInterface at = NetworkInterface.getByInetAddress(door.underlay());
      return at == null ? 0 : at.getMTU();
    } catch (SocketException e) {
      throw new RunFailedException(
          "the interface of " + door.underlay().getHostAddress() + " cannot be read", e);
    }
  }

  @Override
  public synchronized void carry(CarryRequest request, StreamObserver<CarryEvent> response) {
    ServerCallStreamObserver<CarryEvent> call = (ServerCallStreamObserver<CarryEvent>) response;
    // Comes after this method, also where the caller is gone before it ends.
    call.setOnCancelHandler(() -> end(call));
    if (carried != null) {
      response.onError(
          Status.FAILED_PRECONDITION
              .withDescription("it carries a share of another run")
              .asRuntimeException());
      return;
    }
    try {
      CarriedShare share =
          new CarriedShare(
              door,
              ShareMessages.decode(request, door.underlay()),
              request.getSeed(),
              request.getPoll() ? IdleStrategy.POLL : IdleStrategy.BLOCK,
              request.getRaisedPriority());
      carried = new Carried(share, call, cpuNs());
      String what =
          "%d hosts, %d switches, %d cables and %d tunnels"
              .formatted(
                  request.getHostsCount(),
                  request.getSwitchesCount(),
                  request.getCablesCount(),
                  request.getTunnelsCount());
      log.accept("carries " + what);
      call.onNext(CarryEvent.newBuilder().setLog(what).build());
      call.onNext(
          CarryEvent.newBuilder().setReady(Ready.newBuilder().putAllPorts(share.ports())).build());
    } catch (RuntimeException e) {
      response.onError(answers.status(e));
    }
  }

  /** Ends the share of a caller that is gone. */
  private synchronized void end(ServerCallStreamObserver<CarryEvent> call) {
    if (carried != null && carried.call().equals(call)) {
      takeDown(carried);
      log.accept("its run is gone; nothing is left of its share");
    }
  }

  private long takeDown(Carried last) {
    carried = null;
    last.share().close();
    return cpuNs() - last.cpuNs();
  }

  private static long cpuNs() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime()
        : 0;
  }

  @Override
  public void measureWay(MeasureWayRequest request, StreamObserver<MeasureWayResponse> response) {
    answers.answer(
        response,
        () -> {
          WayMeasurement measured =
              current()
                  .share()
                  .measure(request.getPeer(), request.getPackets(), request.getBytes());
          return MeasureWayResponse.newBuilder()
              .setSent(measured.sent())
              .addAllRttNs(measured.rttNs())
              .setSaid(measured.said())
              .build();
        });
  }

  private synchronized Carried current() {
    if (carried == null) {
      throw new RunFailedException("it carries nothing");
    }
    return carried;
  }

  @Override
  public synchronized void release(
      ReleaseRequest request, StreamObserver<ReleaseResponse> response) {
    answers.answer(
        response,
        () -> {
          Carried last = current();
          long cpuNs = takeDown(last);
          last.call().onCompleted();
          log.accept("the run is over; nothing is left of its share");
          return ReleaseResponse.newBuilder().setCpuNs(cpuNs).build();
        });
  }

  private static Status code(RuntimeException e) {
    return switch (e) {
      case IllegalArgumentException _ -> Status.INVALID_ARGUMENT;
      case RunFailedException _ -> Status.FAILED_PRECONDITION;
      case PacketIoException _ -> Status.FAILED_PRECONDITION;
      default -> Status.INTERNAL;
    };
  }

  @Override
  public synchronized void close() {
    if (carried != null) {
      takeDown(carried);
    }
  }

  /**
   * The door by which callers come in to a worker and to the servers of the nodes that it carries.
   *
   * @param address where the worker listens; its nodes' servers have free ports of the same host
   * @param underlay where tunnels end: an IPv4 address of this machine
   * @param catalog settings that experiments may have
   * @param version of this program
   */
  public record WorkerEndpoint(
      InetSocketAddress address,
      InetAddress underlay,
      Optional<TlsFiles> tls,
      Optional<BearerToken> token,
      SettingsCatalog catalog,
      String version) {
    InetSocketAddress freePort() {
      return new InetSocketAddress(address.getAddress(), 0);
    }
  }
}
